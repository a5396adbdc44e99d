import WireFormat

/// A byte whose values have names; a value without one is kept as it is.
public protocol UCIEnumeration: FieldValues, RawRepresentable, Hashable, CustomStringConvertible
where RawValue == UInt8 {
  /// Any byte, named or not.
  init(rawValue: UInt8)
  /// The names of the values that have one, in the order of the table.
  static var names: KeyValuePairs<UInt8, String> { get }
  /// The name that the vendor of `dialect` gives the value; nil for one that has none.
  func knownName(in dialect: UCIDialect) -> String?
}

extension UCIEnumeration {
  /// All named values.
  public static var known: [Self] { values.map(Self.init(rawValue:)) }

  /// The name of the value; nil for one that has none.
  public var knownName: String? { Self.names.first { $0.key == rawValue }?.value }

  /// The name of the value, or its number as `0x77`.
  public var name: String { knownName ?? hexadecimal(rawValue) }

  /// The name as the vendor of `dialect` has it, or the number as `0x77`.
  public func name(in dialect: UCIDialect) -> String {
    knownName(in: dialect) ?? hexadecimal(rawValue)
  }

  /// The name of the value; nil for one that has none.
  public func knownName(in dialect: UCIDialect) -> String? { knownName }

  /// The name of the value, or its number.
  public var description: String { name }

  /// All named values, as bytes.
  public static var values: [UInt8] { names.map(\.key) }

  /// The name that the vendor of `dialect` gives a value; nil for one that has none.
  public static func name(of value: UInt8, in dialect: UCIDialect) -> String? {
    Self(rawValue: value).knownName(in: dialect)
  }
}

func hexadecimal(_ byte: UInt8) -> String { "0x" + Hexadecimal.encode([byte]).uppercased() }
