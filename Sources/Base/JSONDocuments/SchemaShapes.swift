import Journal

/// A type of the library that stands in documents.
protocol KnownShape {
  static func rule(_ recorder: SchemaRecorder) throws -> [JSONValue.Member]
  static var sample: Any { get }
}

private func type(_ name: String) -> [JSONValue.Member] { [.init("type", .string(name))] }

extension String: KnownShape {
  static func rule(_ recorder: SchemaRecorder) -> [JSONValue.Member] { type("string") }
  static var sample: Any { "" }
}

extension Bool: KnownShape {
  static func rule(_ recorder: SchemaRecorder) -> [JSONValue.Member] { type("boolean") }
  static var sample: Any { false }
}

extension Double: KnownShape {
  static func rule(_ recorder: SchemaRecorder) -> [JSONValue.Member] { type("number") }
  static var sample: Any { 0.0 }
}

/// A whole number; one without a sign is never negative.
protocol WholeNumberShape: KnownShape, FixedWidthInteger {}

extension WholeNumberShape {
  static func rule(_ recorder: SchemaRecorder) -> [JSONValue.Member] {
    type("integer") + (isSigned ? [] : [.init("minimum", .integer(0))])
  }
  static var sample: Any { Self.zero }
}

extension Int: WholeNumberShape {}
extension Int32: WholeNumberShape {}
extension Int64: WholeNumberShape {}
extension UInt: WholeNumberShape {}
extension UInt8: WholeNumberShape {}
extension UInt16: WholeNumberShape {}
extension UInt32: WholeNumberShape {}
extension UInt64: WholeNumberShape {}

extension Array: KnownShape where Element: Decodable {
  static func rule(_ recorder: SchemaRecorder) throws -> [JSONValue.Member] {
    type("array") + [.init("items", .object(try recorder.element(Element.self)))]
  }
  static var sample: Any { Self() }
}

/// A range is the list of its two ends.
extension ClosedRange: KnownShape where Bound == Double {
  static func rule(_ recorder: SchemaRecorder) throws -> [JSONValue.Member] {
    try [Double].rule(recorder)
  }
  static var sample: Any { 0.0...0.0 }
}

extension Optional: KnownShape where Wrapped: Decodable {
  static func rule(_ recorder: SchemaRecorder) throws -> [JSONValue.Member] {
    SchemaRecorder.nullable(try recorder.describe(Wrapped.self).rule)
  }
  static var sample: Any { Self.none as Any }
}

/// A property that a document may leave out.
protocol Omissible {}

extension IfPresent: Omissible, KnownShape {
  static func rule(_ recorder: SchemaRecorder) throws -> [JSONValue.Member] {
    try recorder.describe(Value.self).rule
  }
  static var sample: Any { Self(wrappedValue: nil) }
}
