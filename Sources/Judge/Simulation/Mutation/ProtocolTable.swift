import Notation

/// What can be sent, as a table of the protocol says it: the messages and their fields.
///
/// Read are the keys that say what stands where; the others are for people and for other programs.
struct ProtocolTable: Sendable {
  /// The values of each enumeration and of each table of identifiers, in ascending order.
  let enumerations: [String: [Int64]]
  /// The fields of each record.
  let records: [String: [FieldDefinition]]
  /// The messages that a board sends, in the order of the table.
  let messages: [MessageDefinition]

  /// Reads a table.
  ///
  /// - Parameter choices: the record that a board sends where the table leaves a choice.
  init?(_ text: String, choices: [String: String] = [:]) {
    guard let root = YAMLTree(text) else { return nil }
    var enumerations: [String: [Int64]] = [:]
    for (name, entry) in root["enums"]?.entries ?? [] {
      enumerations[name] = (entry["values"]?.entries ?? []).compactMap { Self.number($0.value) }
        .sorted()
    }
    for (name, entries) in root["tables"]?.entries ?? [] {
      enumerations[name + "_id"] = entries.items.compactMap { $0["id"].flatMap(Self.number) }
        .sorted()
    }
    func fields(_ list: YAMLTree?) -> [FieldDefinition] {
      (list?.items ?? []).compactMap { item in
        guard let (name, line) = item.entries.first, let text = line.word else { return nil }
        return FieldDefinition(name, text, enumerations)
      }
    }
    var records: [String: [FieldDefinition]] = [:]
    for (name, entry) in root["records"]?.entries ?? [] { records[name] = fields(entry["fields"]) }
    for choice in choices.keys.sorted() {
      records[choice] = choices[choice].flatMap { records[$0] }
    }
    var messages: [MessageDefinition] = []
    for entry in (root["messages"]?.items ?? []) + (root["data_messages"]?.items ?? []) {
      let name = entry["name"]?.word ?? ""
      let id =
        entry["id"]?.items.compactMap { Self.number($0) }
        ?? entry["dpf"].flatMap(Self.number).map { [$0] } ?? []
      for direction in MessageDefinition.Direction.allCases {
        guard let list = entry[direction.rawValue] else { continue }
        messages.append(
          MessageDefinition(
            name: name + direction.suffix, direction: direction, id: id, fields: fields(list)))
      }
    }
    self.enumerations = enumerations
    self.records = records
    self.messages = messages
  }

  static func number(_ tree: YAMLTree) -> Int64? { tree.word.flatMap { number($0) } }

  static func number(_ text: some StringProtocol) -> Int64? {
    text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
  }
}

/// A message of a table that a board may send.
struct MessageDefinition: Hashable, Sendable {
  /// Under which key a table has its fields.
  enum Direction: String, CaseIterable, Sendable {
    case rsp
    case ntf
    case payload
    case message

    /// What the name of such a message ends in.
    var suffix: String {
      switch self {
      case .rsp: "_RSP"
      case .ntf: "_NTF"
      case .payload, .message: ""
      }
    }
  }

  let name: String
  let direction: Direction
  /// What tells it from others.
  let id: [Int64]
  let fields: [FieldDefinition]
}

/// A field of a message, as one line of a table has it: `distance: u16 unit=cm invalid=0xFFFF`.
struct FieldDefinition: Hashable, Sendable {
  /// What a field holds.
  enum Kind: Hashable, Sendable {
    case unsigned
    case signed
    /// A byte with these values.
    case enumeration([Int64])
    /// Bytes without a meaning as a number.
    case bytes
    /// So many of a record.
    case list(String)
  }

  /// How long a field is, or how many elements a list has.
  enum Size: Hashable, Sendable {
    case bytes(Int)
    /// The value of an earlier field.
    case field(String)
    /// All that is left.
    case rest
  }

  let name: String
  let kind: Kind
  let size: Size
  /// The least and the greatest value that means something, where it is not the type's.
  let least: Int64?
  let most: Int64?
  /// The value for "none".
  let none: Int64?
  /// Bits, where a byte has room for more.
  let bits: Int64?

  init(_ name: String, kind: Kind, bits: Int64) {
    self.name = name
    self.kind = kind
    self.bits = bits
    size = .bytes(1)
    least = nil
    most = nil
    none = nil
  }

  init?(_ name: String, _ line: String, _ enumerations: [String: [Int64]]) {
    // Only a list has a space within its type.
    let isList = line.hasPrefix("list(")
    let end = isList ? line.firstIndex(of: ")").map { line.index(after: $0) } : nil
    let type = String(line[..<(end ?? line.firstIndex(of: " ") ?? line.endIndex)])
    var attributes: [String: Int64] = [:]
    for word in line.dropFirst(type.count).split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2, let number = ProtocolTable.number(parts[1]) {
        attributes[String(parts[0])] = number
      }
    }
    self.name = name
    least = attributes["min"]
    most = attributes["max"]
    none = attributes["invalid"]
    bits = nil
    if let digits = Int(type.dropFirst()), let letter = type.first, letter == "u" || letter == "i" {
      kind = letter == "u" ? .unsigned : .signed
      size = .bytes(digits / 8)
    } else if let values = enumerations[type] {
      kind = .enumeration(values)
      size = .bytes(1)
    } else if let open = type.firstIndex(of: "("), type.hasSuffix(")") {
      let inner = type[type.index(after: open)...].dropLast()
      let words = inner.split(separator: ",").map { $0.filter { $0 != " " } }
      guard let first = words.first, let last = words.last else { return nil }
      let what = type[..<open]
      kind = what == "list" ? .list(first) : what == "uint" ? .unsigned : .bytes
      size = last == "*" ? .rest : Int(last).map { .bytes($0) } ?? .field(last)
    } else {
      return nil
    }
  }
}
