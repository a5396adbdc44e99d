/// The identifier byte of a parameter; one that is not known is kept as it is.
public protocol ParameterIdentifier: FieldValues, RawRepresentable, Hashable, Comparable,
  CustomStringConvertible
where RawValue == UInt8 {
  /// Any byte, known or not.
  init(rawValue: UInt8)
  /// All known parameters, in the order of their identifiers.
  static var definitions: [ParameterDefinition] { get }
  /// The definition of the parameter; nil for an unknown one.
  var definition: ParameterDefinition? { get }
  /// The definition that holds for a dialect.
  func definition(in dialect: UCIDialect) -> ParameterDefinition?
}

extension ParameterIdentifier {
  /// The name of the parameter, or its number as `0x77`.
  public var name: String { definition?.name ?? hexadecimal(rawValue) }

  /// The definition of the table: the same for all dialects.
  public func definition(in dialect: UCIDialect) -> ParameterDefinition? { definition }

  /// The name of the parameter, or its number.
  public var description: String { name }

  /// The identifiers that are known.
  public static var values: [UInt8] { definitions.map(\.id) }

  /// The name of the parameter with an identifier; nil for one that is not known.
  public static func name(of value: UInt8, in dialect: UCIDialect) -> String? {
    Self(rawValue: value).definition(in: dialect)?.name
  }

  /// The order of the numbers.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The parameter with a name or an alias, capitals or not; nil for a name that is not known.
  public init?(name: String) {
    let wanted = name.uppercased()
    let found = Self.definitions.first { $0.name == wanted || $0.aliases.contains(wanted) }
    guard let found else { return nil }
    self.init(rawValue: found.id)
  }
}

/// Definitions by identifier.
struct ParameterIndex: Sendable {
  private let table: [ParameterDefinition?]

  init(_ definitions: [ParameterDefinition]) {
    var table = [ParameterDefinition?](repeating: nil, count: 256)
    for definition in definitions { table[Int(definition.id)] = definition }
    self.table = table
  }

  subscript(id: UInt8) -> ParameterDefinition? { table[Int(id)] }
}
