/// A value of CBOR (RFC 8949), as far as management protocols use it.
public enum CBORValue: Equatable, Sendable {
  case unsigned(UInt64)
  /// -1 - the number.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  case map([CBORPair])
  case boolean(Bool)
  case null
  case float(Double)
  /// Undefined, and simple values without a meaning.
  case simple(UInt8)

  /// A whole number.
  public init(_ number: Int) {
    self = number >= 0 ? .unsigned(UInt64(number)) : .negative(UInt64(-1 - number))
  }

  /// A map with text for keys.
  public static func map(_ pairs: KeyValuePairs<String, CBORValue>) -> CBORValue {
    .map(pairs.map { CBORPair(key: .text($0.key), value: $0.value) })
  }

  /// The number, where it is a whole one that fits.
  public var integer: Int? {
    switch self {
    case .unsigned(let number): Int(exactly: number)
    case .negative(let number): Int(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  /// The text.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The byte string.
  public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

  /// True or false.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The elements of an array.
  public var elements: [CBORValue]? { if case .array(let values) = self { values } else { nil } }

  /// The value of a text key; nil where there is none, and for anything that is no map.
  public subscript(_ key: String) -> CBORValue? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == .text(key) }?.value
  }
}

/// One entry of a map.
public struct CBORPair: Equatable, Sendable {
  /// Mostly a text.
  public var key: CBORValue
  /// The value of the key.
  public var value: CBORValue
}

/// Why bytes are no value.
public enum CBORError: Error, Equatable, Sendable {
  /// They end too early.
  case truncated
  /// A length, a type or a text that does not exist.
  case malformed
  /// More levels or more values than a message of a management protocol has.
  case tooMuch
}
