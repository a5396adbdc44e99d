internal import WireFormat

/// The commands of the loader in the ROM of ESP chips.
public enum ESPCommand: UInt8, Sendable, CaseIterable {
  case flashBegin = 0x02
  case flashData = 0x03
  case flashEnd = 0x04
  case memoryBegin = 0x05
  case memoryEnd = 0x06
  case memoryData = 0x07
  case sync = 0x08
  case writeRegister = 0x09
  case readRegister = 0x0A
  case setFlashParameters = 0x0B
  case attachFlash = 0x0D
  /// Up to 64 bytes of flash, in the ROM of the ESP32 only.
  case readFlashSlow = 0x0E
  case changeRate = 0x0F
  case flashMD5 = 0x13
  case securityInfo = 0x14
}

/// One packet to the loader: direction 0, command, length, checksum, payload.
public struct ESPRequest: Equatable, Sendable, LoaderRequest {
  /// A byte, for a ROM is asked what it does not know.
  public var command: UInt8
  /// XOR of the data from 0xEF; 0 for commands without data.
  public var checksum: UInt32
  /// Little-endian words, and for data commands the data.
  public var payload: [UInt8]

  /// A request; the checksum is for commands with data.
  public init(_ command: ESPCommand, payload: [UInt8] = [], checksum: UInt32 = 0) {
    self.command = command.rawValue
    self.payload = payload
    self.checksum = checksum
  }

  /// The packet inside a SLIP frame, or nil where it is none.
  public init?(frame: [UInt8]) {
    guard let checksum = ESPFraming.word(of: frame, direction: 0) else { return nil }
    self.command = frame[1]
    self.checksum = checksum
    self.payload = Array(frame.dropFirst(8))
  }

  /// With SLIP's END at both ends.
  public var stream: [UInt8] {
    ESPFraming.stream([0, command], payload, word: checksum)
  }
}

/// One packet from the loader: direction 1, command, length, a value, and the payload whose last
/// bytes are the status (four in the ROMs here).
public struct ESPReply: Equatable, Sendable {
  /// The number of the request, or another for one that is not known.
  public var command: UInt8
  /// The value of a register; otherwise of no meaning.
  public var value: UInt32
  /// Data, then the status: 0, or 1 and a reason.
  public var payload: [UInt8]

  /// A reply with a status of success, or the reason of a refusal.
  public init(command: UInt8, value: UInt32 = 0, data: [UInt8] = [], failure: ESPFailure? = nil) {
    self.command = command
    self.value = value
    self.payload =
      failure.map { [1, $0.rawValue, 0, 0] } ?? data + [0, 0, 0, 0]
  }

  /// The packet inside a SLIP frame, or nil where it is none.
  public init?(frame: [UInt8]) {
    guard frame.count >= 10, let value = ESPFraming.word(of: frame, direction: 1) else {
      return nil
    }
    self.command = frame[1]
    self.value = value
    self.payload = Array(frame.dropFirst(8))
  }

  /// With SLIP's END at both ends.
  public var stream: [UInt8] {
    ESPFraming.stream([1, command], payload, word: value)
  }

  /// The reason when the loader refused; data of `expecting` bytes precede the status, and a refusal
  /// comes without them.
  public func refusal(expecting count: Int = 0) -> UInt8? {
    let status = payload.count >= count + 2 ? payload.dropFirst(count) : payload[...]
    guard let first = status.first else { return 0 }
    return first == 0 && payload.count >= count + 2 ? nil : status.dropFirst().first ?? 0
  }
}

/// Why the ROM refuses a command.
public enum ESPFailure: UInt8, Sendable, CaseIterable {
  case invalidMessage = 0x05
  case failedToAct = 0x06
  case invalidChecksum = 0x07
  case flashWrite = 0x08
  case flashRead = 0x09
  case flashReadLength = 0x0A
  case deflate = 0x0B

  /// In words, also for reasons that have no name.
  public static func words(_ reason: UInt8) -> String {
    switch ESPFailure(rawValue: reason) {
    case .invalidMessage: "the message is invalid or unknown"
    case .failedToAct: "it failed to act on it"
    case .invalidChecksum: "the checksum is wrong"
    case .flashWrite: "writing the flash failed"
    case .flashRead: "reading the flash failed"
    case .flashReadLength: "the length to read is wrong"
    case .deflate: "decompression failed"
    case nil: "reason \(BootText.hex(reason, digits: 2))"
    }
  }
}

enum ESPFraming {
  /// The longest packet: a block to memory of 0x1800 bytes and its headers.
  static let limit = 0x1800 + 64
  /// A block of flash as the ROM takes it.
  static let block = 0x400
  static let synchronisation: [UInt8] =
    [0x07, 0x07, 0x12, 0x20] + Array(repeating: 0x55, count: 32)

  static func checksum(_ data: some Sequence<UInt8>) -> UInt32 {
    UInt32(data.reduce(0xEF) { $0 ^ $1 })
  }

  /// The word in the head of a packet; nil where the frame is none of that direction.
  static func word(of frame: [UInt8], direction: UInt8) -> UInt32? {
    guard frame.count >= 8, frame[0] == direction,
      frame.count - 8 == Int(frame[2]) | Int(frame[3]) << 8
    else { return nil }
    return BootWords.at(4, of: frame)
  }

  static func stream(_ head: [UInt8], _ payload: [UInt8], word: UInt32) -> [UInt8] {
    let length = UInt16(truncatingIfNeeded: payload.count)
    let counted = [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
    let packet = head + counted + BootWords.bytes(word) + payload
    // SLIP has no length that could be too long, so this never throws.
    return (try? StreamFraming.slip.encode(packet)) ?? []
  }
}
