/// Where the fields of a message stand in its bytes.
struct FieldPlaces {
  /// One occurrence of a field; an element of a list has the name of its list before its own.
  struct Place: Hashable, Sendable {
    let name: String
    let offset: Int
    let length: Int
  }

  private let table: ProtocolTable
  private let bytes: [UInt8]
  private var offset = 0
  private(set) var places: [Place] = []
  private var isOver = false

  /// Goes through the bytes of a message as far as its definition fits them.
  static func places(
    of message: MessageDefinition, in bytes: [UInt8], _ table: ProtocolTable
  ) -> [Place] {
    var walk = FieldPlaces(table: table, bytes: bytes)
    walk.pass(message.fields, prefix: "")
    return walk.places
  }

  private init(table: ProtocolTable, bytes: [UInt8]) {
    self.table = table
    self.bytes = bytes
  }

  private mutating func pass(_ fields: [FieldDefinition], prefix: String) {
    var numbers: [String: Int] = [:]
    for field in fields where !isOver {
      let amount: Int? =
        switch field.size {
        case .bytes(let count): count
        case .field(let name): numbers[name]
        case .rest: bytes.count - offset
        }
      guard let amount, amount >= 0 else {
        isOver = true
        return
      }
      if case .list(let element) = field.kind {
        list(element, amount, prefix: prefix + field.name + ".")
        continue
      }
      guard amount <= bytes.count - offset else {
        isOver = true
        return
      }
      places.append(Place(name: prefix + field.name, offset: offset, length: amount))
      numbers[field.name] = bytes[offset..<offset + min(amount, 4)].reversed()
        .reduce(0) { $0 << 8 | Int($1) }
      offset += amount
    }
  }

  private mutating func list(_ element: String, _ count: Int, prefix: String) {
    guard let fields = table.fields(ofElement: element) else {
      isOver = true
      return
    }
    for _ in 0..<count where !isOver && offset < bytes.count { pass(fields, prefix: prefix) }
  }
}

extension ProtocolTable {
  /// The fields of an element of a list: those of a record, or the one of a plain value.
  func fields(ofElement element: String) -> [FieldDefinition]? {
    records[element] ?? FieldDefinition("element", element, enumerations).map { [$0] }
  }

  /// Every field of a message with the name that it is called by; a list's are those of an element.
  func flattened(_ fields: [FieldDefinition], prefix: String = "") -> [(String, FieldDefinition)] {
    fields.flatMap { field -> [(String, FieldDefinition)] in
      guard case .list(let element) = field.kind else { return [(prefix + field.name, field)] }
      return flattened(fields: element, prefix: prefix + field.name + ".")
    }
  }

  private func flattened(fields element: String, prefix: String) -> [(String, FieldDefinition)] {
    flattened(self.fields(ofElement: element) ?? [], prefix: prefix)
  }
}
