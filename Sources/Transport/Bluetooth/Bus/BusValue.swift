/// A value as D-Bus carries it, of the kinds that are used here.
package indirect enum BusValue: Hashable, Sendable {
  case string(String)
  /// The path of an object.
  case path(String)
  case boolean(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case uint64(UInt64)
  /// Elements of one kind; the signature is that of an element.
  case array(of: String, [BusValue])
  /// A dictionary by names or paths; the signatures are those of key and value.
  case dictionary(key: String, value: String, [String: BusValue])
  case variant(BusValue)
  /// What is not read, such as a structure or a descriptor.
  case other

  /// The type as D-Bus writes it.
  var signature: String {
    switch self {
    case .string: "s"
    case .path: "o"
    case .boolean: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .uint64: "t"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{\(key)\(value)}"
    case .variant: "v"
    case .other: ""
    }
  }

  /// Properties by name, as `a{sv}`.
  static func properties(_ properties: [String: BusValue]) -> BusValue {
    .dictionary(key: "s", value: "v", properties.mapValues { .variant($0) })
  }

  /// The value, also that in a variant.
  private var plain: BusValue { if case .variant(let inner) = self { inner.plain } else { self } }

  /// Text, also of a path; nil for other values.
  package var text: String? {
    switch plain {
    case .string(let text), .path(let text): text
    default: nil
    }
  }

  var isTrue: Bool? { if case .boolean(let value) = plain { value } else { nil } }

  /// A number that fits; nil for other values.
  package var number: Int? {
    switch plain {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  package var elements: [BusValue]? {
    if case .array(_, let elements) = plain { elements } else { nil }
  }

  /// The entries of a dictionary; nil for other values.
  var entries: [String: BusValue]? {
    if case .dictionary(_, _, let entries) = plain { entries } else { nil }
  }
}
