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
  func header(of message: MessageDefinition) -> [FieldDefinition]
  /// The value of such a field.
  func headerValue(_ name: String, _ frames: [[UInt8]]) -> [UInt8]?
  /// The frames with another value of such a field.
  func setting(_ name: String, to value: UInt8, in frames: [[UInt8]]) -> [[UInt8]]
}

/// One message of an accessory is one frame, whose first byte says which.
struct AccessoryFraming: MessageFraming {
  let messages: [MessageDefinition]

  func message(_ frames: [[UInt8]]) -> MessageDefinition? {
    guard let first = frames.first?.first else { return nil }
    return messages.first { $0.id == [Int64(first)] }
  }

  func payload(_ frames: [[UInt8]]) -> [UInt8] { frames.first ?? [] }
  func replacing(_ payload: [UInt8], in frames: [[UInt8]]) -> [[UInt8]] { [payload] }
  func header(of message: MessageDefinition) -> [FieldDefinition] { [] }
  func headerValue(_ name: String, _ frames: [[UInt8]]) -> [UInt8]? { nil }
  func setting(_ name: String, to value: UInt8, in frames: [[UInt8]]) -> [[UInt8]] { frames }
}

/// A UCI message is a number of segments, each with a header of four bytes.
struct UCIFraming: MessageFraming {
  private let byKey: [Int: MessageDefinition]
  private let refusal: MessageDefinition
  private let header: [FieldDefinition]

  /// - Parameters:
  ///   - messages: those that have a name.
  ///   - refusal: stands for the responses to all other commands.
  init(
    _ messages: [MessageDefinition], refusal: MessageDefinition, enumerations: [String: [Int64]]
  ) {
    var byKey: [Int: MessageDefinition] = [:]
    for message in messages {
      let type: UCIMessageType =
        switch message.direction {
        case .rsp: .response
        case .ntf: .notification
        case .payload, .message: .data
        }
      let id = message.id.map { Int(truncatingIfNeeded: $0) }
      byKey[Self.key(Int(type.rawValue), id.first ?? 0, id.count > 1 ? id[1] : 0)] = message
    }
    self.byKey = byKey
    self.refusal = refusal
    header = [
      FieldDefinition("mt", kind: .enumeration(enumerations["mt"] ?? []), bits: 3),
      FieldDefinition("pbf", kind: .unsigned, bits: 1),
      FieldDefinition("gid", kind: .enumeration(enumerations["gid"] ?? []), bits: 4),
      FieldDefinition("oid", kind: .unsigned, bits: 6),
      FieldDefinition("length", kind: .unsigned, bits: 8),
    ]
  }

  private static func key(_ type: Int, _ gid: Int, _ oid: Int) -> Int {
    type << 16 | gid << 8 | oid
  }

  func message(_ frames: [[UInt8]]) -> MessageDefinition? {
    guard let first = frames.first, first.count >= UCIHeader.size else { return nil }
    let (type, gid, oid) = (Int(first[0] >> 5), Int(first[0] & 15), Int(first[1] & 63))
    if type == Int(UCIMessageType.data.rawValue) { return byKey[Self.key(type, gid, 0)] }
    if let message = byKey[Self.key(type, gid, oid)] { return message }
    return type == Int(UCIMessageType.response.rawValue) ? refusal : nil
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

  func header(of message: MessageDefinition) -> [FieldDefinition] {
    // A data message has no opcode, and its group is its format.
    message.direction == .payload ? header.filter { $0.name != "oid" } : header
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
