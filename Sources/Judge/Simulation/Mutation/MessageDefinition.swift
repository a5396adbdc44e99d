import UCI

/// A message that a board may send, and its fields.
struct MessageDefinition: Sendable {
  /// One occurrence of a field; an element of a list has the name of its list before its own.
  struct Place: Hashable, Sendable {
    let name: String
    let offset: Int
    let length: Int
  }

  let name: String
  let id: [UInt8]
  let fields: [FieldDescription]
  /// Whether the other side waits for it: else it may be left out, and come late or twice.
  var isAwaited = true
  /// Where the fields stand, where that depends on what is in the message.
  var walk: (@Sendable ([UInt8]) -> [Place])?
  /// Fields that say what the board is, and stay as they are.
  let lasting: [String]

  init(_ name: String, id: [UInt8], _ fields: [FieldDescription], lasting: [String] = []) {
    self.name = name
    self.id = id
    self.fields = fields
    self.lasting = lasting
  }

  /// Every field with the name that it is called by; a list's are those of an element.
  var allFields: [(name: String, field: FieldDescription)] { Self.all(fields, prefix: "") }

  /// Where the fields stand in the bytes of a message, as far as its definition fits them.
  func places(in bytes: [UInt8]) -> [Place] {
    walk?(bytes) ?? Self.places(fields.places(in: bytes), prefix: "")
  }

  private static func all(
    _ fields: [FieldDescription], prefix: String
  ) -> [(name: String, field: FieldDescription)] {
    fields.flatMap { field -> [(name: String, field: FieldDescription)] in
      switch field.kind {
      case .list(let element): all([element], prefix: prefix + field.name + ".")
      case .record(let fields): all(fields, prefix: prefix)
      // The reference boards send the first.
      case .choice(let choice): all(choice.cases.first?.fields ?? [], prefix: prefix)
      default: [(prefix + field.name, field)]
      }
    }
  }

  private static func places(_ placed: [PlacedField], prefix: String) -> [Place] {
    placed.flatMap { one -> [Place] in
      switch one.field.kind {
      case .list: places(one.parts, prefix: prefix + one.field.name + ".")
      case .record: places(one.parts, prefix: prefix)
      default:
        one.isCut
          ? [] : [Place(name: prefix + one.field.name, offset: one.offset, length: one.length)]
      }
    }
  }
}
