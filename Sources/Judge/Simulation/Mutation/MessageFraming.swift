import UCI

/// How the messages of a protocol are told apart, and what stands before their fields.
protocol MessageFraming: Sendable {
  /// The message that frames are; nil for one that the table does not have.
  func message(_ frames: [[UInt8]]) -> MessageDefinition?
  /// The bytes that hold the fields of the table.
  func payload(_ frames: [[UInt8]]) -> [UInt8]
  /// The frames with other bytes of the same number in that place.
  func replacing(_ payload: [UInt8], in frames: [[UInt8]]) -> [[UInt8]]
  /// Fields that stand before those of the table.
  func header(of message: MessageDefinition) -> [FieldDescription]
  func headerValue(_ name: String, _ frames: [[UInt8]]) -> [UInt8]?
  /// The frames with another value of such a field.
  func setting(_ name: String, to value: UInt8, in frames: [[UInt8]]) -> [[UInt8]]
}

/// One message of an accessory is one frame, of which one byte says which.
struct AccessoryFraming: MessageFraming {
  let messages: [MessageDefinition]
  /// Where that byte is.
  var place = 0

  func message(_ frames: [[UInt8]]) -> MessageDefinition? {
    guard let id = frames.first?.dropFirst(place).first else { return nil }
    return messages.first { $0.id == [id] }
  }

  func payload(_ frames: [[UInt8]]) -> [UInt8] { frames.first ?? [] }
  func replacing(_ payload: [UInt8], in frames: [[UInt8]]) -> [[UInt8]] { [payload] }
  func header(of message: MessageDefinition) -> [FieldDescription] { [] }
  func headerValue(_ name: String, _ frames: [[UInt8]]) -> [UInt8]? { nil }
  func setting(_ name: String, to value: UInt8, in frames: [[UInt8]]) -> [[UInt8]] { frames }
}

/// A UCI message is a number of segments, each with a header of four bytes.
struct UCIFraming: MessageFraming {
  private let byID: [[UInt8]: MessageDefinition]
  private let refusal: MessageDefinition

  private static let header: [FieldDescription] = [
    .init("mt", .enumeration, .bytes(1), values: UCIMessageType.self, bits: 3),
    .init("pbf", .unsigned, .bytes(1), bits: 1),
    .init("gid", .enumeration, .bytes(1), values: UCIGroup.self, bits: 4),
    .init("oid", .unsigned, .bytes(1), bits: 6),
    .init("length", .unsigned, .bytes(1), bits: 8),
  ]

  /// - Parameters:
  ///   - messages: those that have a name, by type, group and opcode.
  ///   - refusal: stands for the responses to all other commands.
  init(_ messages: [MessageDefinition], refusal: MessageDefinition) {
    byID = Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
    self.refusal = refusal
  }

  func message(_ frames: [[UInt8]]) -> MessageDefinition? {
    guard let first = frames.first, first.count >= UCIHeader.size else { return nil }
    let (type, gid, oid) = (first[0] >> 5, first[0] & 15, first[1] & 63)
    if type == UCIMessageType.data.rawValue { return byID[[type, gid, 0]] }
    if let message = byID[[type, gid, oid]] { return message }
    return type == UCIMessageType.response.rawValue ? refusal : nil
  }

  func payload(_ frames: [[UInt8]]) -> [UInt8] { frames.flatMap { $0.dropFirst(UCIHeader.size) } }

  func replacing(_ payload: [UInt8], in frames: [[UInt8]]) -> [[UInt8]] {
    var rest = payload[...]
    return frames.map { frame in
      let part = rest.prefix(max(0, frame.count - UCIHeader.size))
      rest = rest.dropFirst(part.count)
      return Array(frame.prefix(UCIHeader.size) + part)
    }
  }

  func header(of message: MessageDefinition) -> [FieldDescription] {
    // A data message has no opcode, and its group is its format.
    message.id.first == UCIMessageType.data.rawValue
      ? Self.header.filter { $0.name != "oid" } : Self.header
  }

  /// Where a field of the header stands: the byte, how far to the left, and its bits.
  private static func place(
    _ name: String, _ frames: [[UInt8]]
  ) -> (byte: Int, shift: UInt8, mask: UInt8)? {
    guard let frame = frames.first, frame.count >= UCIHeader.size else { return nil }
    // The length of a data message has two bytes, the low one first.
    let isData = frame[0] >> 5 == UCIMessageType.data.rawValue
    return switch name {
    case "mt": (0, 5, 7)
    case "pbf": (0, 4, 1)
    case "gid": (0, 0, 15)
    case "oid": (1, 0, 63)
    case "length": (isData ? 2 : 3, 0, 255)
    default: nil
    }
  }

  func headerValue(_ name: String, _ frames: [[UInt8]]) -> [UInt8]? {
    guard let place = Self.place(name, frames), let frame = frames.first else { return nil }
    return [frame[place.byte] >> place.shift & place.mask]
  }

  func setting(_ name: String, to value: UInt8, in frames: [[UInt8]]) -> [[UInt8]] {
    guard let place = Self.place(name, frames), let frame = frames.first else { return frames }
    var result = frames
    result[0][place.byte] =
      frame[place.byte] & ~(place.mask << place.shift) | (value & place.mask) << place.shift
    return result
  }
}
