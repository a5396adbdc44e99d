/// Any JSON value, with the members of an object in the order of the text.
public enum JSONValue: Sendable, Equatable {
  /// The literal `null`.
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Named values in the order of the text.
  case object([Member])

  /// One named value of an object.
  public struct Member: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A named value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// The first member with this name; `nil` where there is none or this is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The whole number, if this is one.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number, whole or not, if this is one.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if this is a list.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, if this is an object.
  public var members: [Member]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value as JSON on one line, the same bytes each time.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// The value as JSON with one member or element a line, for people.
  public var indented: String {
    var writer = JSONWriter()
    writer.indented(self, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
