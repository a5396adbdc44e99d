internal import WireFormat

/// The description of an image: sections of fields, for a page or for a program.
public struct ImageDescription: Equatable, Sendable {
  /// A value with its kind, so that a program gets a number where a person gets words.
  public enum Value: Equatable, Sendable {
    case text(String)
    case number(Int)
    /// Bytes of memory or of a file.
    case size(Int)
    case address(Int)
    case bytes([UInt8])
    case flag(Bool)

    /// The value as a person reads it.
    public var words: String {
      switch self {
      case .text(let text): text
      case .number(let number): "\(number)"
      case .size(let count): Words.size(count)
      case .address(let address): Words.address(address)
      case .bytes(let bytes): printable(Hexadecimal.encode(bytes).utf8, most: 256)
      case .flag(let flag): flag ? "yes" : "no"
      }
    }
  }

  /// One line.
  public struct Field: Equatable, Sendable {
    /// The word for programs, in lower case with hyphens; unique in its section.
    public var key: String
    /// The value, with its kind.
    public var value: Value

    /// The key as a person reads it.
    public var label: String { String(key.map { $0 == "-" ? " " : $0 }) }
  }

  /// Fields about one thing.
  public struct Section: Equatable, Sendable {
    /// The word for programs: `file`, `segment`, `mcuboot`. Several sections may have the same.
    public var key: String
    /// The lines of the section.
    public var fields: [Field]
  }

  /// The sections, in the order of reading.
  public internal(set) var sections: [Section] = []

  mutating func add(_ key: String, _ fields: [(String, Value?)]) {
    sections.append(
      Section(
        key: key,
        fields: fields.compactMap { name, value in value.map { Field(key: name, value: $0) } }))
  }
}
