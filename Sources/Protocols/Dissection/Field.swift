/// One named part of a packet, for a person: what it is called, what it says, where it stands.
///
/// All texts are printable: what a board has sent stands in them as numbers, names of tables, or
/// hexadecimal.
public struct Field: Hashable, Sendable {
  /// The name, as the tables of the protocol have it.
  public var name: String
  /// The value in words; empty for a field that is only a place for its children.
  public var value: String
  /// The unit of the value, such as `m`.
  public var unit: String?
  /// The number on the wire, where the field is one.
  public var number: Int64?
  /// Bytes from the start of the packet.
  public var offset: Int
  /// Bytes that the field takes.
  public var length: Int
  /// The parts of the field.
  public var children: [Field]
  /// A remark.
  public var note: String?

  /// A field.
  public init(
    _ name: String, _ value: String, unit: String? = nil, number: Int64? = nil, offset: Int,
    length: Int, children: [Field] = [], note: String? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.number = number
    self.offset = offset
    self.length = length
    self.children = children
    self.note = note
  }

  /// The value with its unit.
  public var text: String { unit.map { "\(value) \($0)" } ?? value }

  /// The first child with a name.
  public subscript(name: String) -> Field? { children.first { $0.name == name } }

  func moved(_ place: (Int) -> Int) -> Field {
    var copy = self
    copy.offset = place(offset)
    copy.children = children.map { $0.moved(place) }
    return copy
  }
}

/// A packet or blob as named fields.
public struct DissectedPacket: Hashable, Sendable {
  /// The name, such as `SESSION_INFO_NTF`.
  public var name: String
  /// The packet in one line.
  public var summary: String
  /// Its parts, in the order of the bytes.
  public var fields: [Field]
  /// Why it does not hold what its layout says; nil for a good one.
  public var error: String?
  /// Whether decoding and encoding gives the same bytes.
  public var reencodes: Bool
  /// The bytes that were looked at.
  public var bytes: [UInt8]

  /// The first field with a name.
  public subscript(name: String) -> Field? { fields.first { $0.name == name } }

  /// The fields as indented lines, with their offsets.
  public var lines: [String] {
    var lines = [summary]
    func add(_ fields: [Field], _ indent: String) {
      for field in fields {
        let note = field.note.map { "  (\($0))" } ?? ""
        let place = "[\(field.offset)+\(field.length)]"
        let text = field.text.isEmpty ? field.name : "\(field.name): \(field.text)"
        lines.append("\(indent)\(text)\(note)  \(place)")
        add(field.children, indent + "  ")
      }
    }
    add(fields, "  ")
    if let error { lines.append("  error: \(error)") }
    return lines
  }
}

/// Bytes to named fields with units, for a person.
public enum Dissection {}
