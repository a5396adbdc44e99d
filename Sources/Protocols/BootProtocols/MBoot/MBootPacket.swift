internal import WireFormat

/// The commands of NXP's MCU bootloader.
public enum MBootCommand: UInt8, Sendable, CaseIterable {
  case flashEraseAll = 0x01
  case flashEraseRegion = 0x02
  case readMemory = 0x03
  case writeMemory = 0x04
  case fillMemory = 0x05
  case flashSecurityDisable = 0x06
  case getProperty = 0x07
  case receiveSecureBinary = 0x08
  case execute = 0x09
  case call = 0x0A
  case reset = 0x0B
  case setProperty = 0x0C
  case flashEraseAllUnsecure = 0x0D
  case configureMemory = 0x11
  case fuseRead = 0x17
}

/// A property of a board.
public enum MBootProperty: UInt32, Sendable, CaseIterable {
  case currentVersion = 1
  case availablePeripherals = 2
  case flashStart = 3
  case flashSize = 4
  case flashSectorSize = 5
  case flashBlockCount = 6
  case availableCommands = 7
  case maximumPacketSize = 11
  case reservedRegions = 12
  case ramStart = 14
  case ramSize = 15
  case systemIdentifier = 16
  case securityState = 17
  case uniqueIdentifier = 18
  case targetVersion = 24
}

/// The status of a command in its response.
public enum MBootStatus: UInt32, Sendable, CaseIterable {
  case success = 0
  case fail = 1
  case outOfRange = 3
  case invalidArgument = 4
  case flashAlignment = 101
  case flashAddress = 102
  case flashCommandFailure = 105
  case unknownCommand = 10_000
  case securityViolation = 10_001
  case abortDataPhase = 10_002
  case memoryRangeInvalid = 10_200
  case memoryWriteFailed = 10_202
  case memoryCumulativeWrite = 10_203
  case memoryNotConfigured = 10_205
  case unknownProperty = 10_300

  /// In words, also for numbers that have no name.
  public static func words(_ status: UInt32) -> String {
    switch MBootStatus(rawValue: status) {
    case .success: "success"
    case .fail: "it failed"
    case .outOfRange: "a value is out of range"
    case .invalidArgument: "an argument is invalid"
    case .flashAlignment: "the address or length does not fit the flash's sectors"
    case .flashAddress: "the address is outside the flash"
    case .flashCommandFailure: "the flash controller reports a failure"
    case .unknownCommand: "the command is not known"
    case .securityViolation: "the chip is secured"
    case .abortDataPhase: "the data phase was aborted"
    case .memoryRangeInvalid: "the range is not in one memory"
    case .memoryWriteFailed: "writing failed"
    case .memoryCumulativeWrite: "what is written was not erased before"
    case .memoryNotConfigured: "the external memory is not configured"
    case .unknownProperty: "the property is not known"
    case nil: "status \(status)"
    }
  }
}

/// A frame on the line: start byte 0x5A, a type, and for packets a length, a CRC-16 of all the
/// rest, and the payload.
public enum MBootFrame: Equatable, Sendable {
  case acknowledge
  case refuse
  case abort
  case ping
  /// Version as a number (bugfix in the lowest byte, then minor, major and 'P'), and options.
  case pingResponse(version: UInt32, options: UInt16)
  case command([UInt8])
  case data([UInt8])

  /// The bytes on the line.
  public var stream: [UInt8] {
    switch self {
    case .acknowledge: [0x5A, 0xA1]
    case .refuse: [0x5A, 0xA2]
    case .abort: [0x5A, 0xA3]
    case .ping: [0x5A, 0xA6]
    case .pingResponse(let version, let options):
      Self.checked([0x5A, 0xA7] + BootWords.bytes(version) + LittleEndian.bytes(options), [])
    case .command(let payload): Self.packet(0xA4, payload)
    case .data(let payload): Self.packet(0xA5, payload)
    }
  }

  private static func packet(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    checked([0x5A, type] + LittleEndian.bytes(UInt16(truncatingIfNeeded: payload.count)), payload)
  }

  /// The check stands between head and payload and covers both.
  private static func checked(_ head: [UInt8], _ payload: [UInt8]) -> [UInt8] {
    head + LittleEndian.bytes(CRC16.xmodem(head + payload)) + payload
  }
}

/// Cuts frames out of a line.
public struct MBootDecoder: Sendable {
  /// An item of the stream.
  public enum Item: Equatable, Sendable {
    case frame(MBootFrame)
    /// A whole packet whose check is wrong.
    case damaged
  }

  /// The longest payload that is taken; loaders announce 512 bytes, and none more than this.
  static let limit = 1024
  private var held: [UInt8] = []

  /// A decoder that has seen nothing.
  public init() {}

  /// Forgets what is not whole.
  public mutating func reset() { held.removeAll() }

  /// Takes bytes of the line and gives what ends in them.
  public mutating func feed(_ bytes: [UInt8]) -> [Item] {
    held += bytes
    var items: [Item] = []
    var start = 0
    while held.count - start >= 2 {
      guard held[start] == 0x5A else {
        start += 1
        continue
      }
      guard let (item, length) = cut(at: start) else { break }
      // What cannot be a frame is noise, of which the start byte is dropped.
      if let item { items.append(item) }
      start += length
    }
    held.removeFirst(start)
    return items
  }

  /// The frame that begins here and its length, or nil while it is not whole.
  private func cut(at start: Int) -> (Item?, Int)? {
    let left = held.count - start
    switch held[start + 1] {
    case 0xA1: return (.frame(.acknowledge), 2)
    case 0xA2: return (.frame(.refuse), 2)
    case 0xA3: return (.frame(.abort), 2)
    case 0xA6: return (.frame(.ping), 2)
    case 0xA7:
      guard left >= 10 else { return nil }
      let bytes = Array(held[start..<(start + 10)])
      guard CRC16.xmodem(bytes.prefix(8)) == Self.half(bytes, 8) else { return (.damaged, 10) }
      let version = BootWords.at(2, of: bytes) ?? 0
      return (.frame(.pingResponse(version: version, options: Self.half(bytes, 6))), 10)
    case 0xA4, 0xA5:
      guard left >= 6 else { return nil }
      let head = Array(held[start..<(start + 6)])
      let length = Int(Self.half(head, 2))
      guard length <= Self.limit else { return (nil, 1) }
      guard left >= 6 + length else { return nil }
      let payload = Array(held[(start + 6)..<(start + 6 + length)])
      guard CRC16.xmodem(head.prefix(4) + payload) == Self.half(head, 4) else {
        return (.damaged, 6 + length)
      }
      return (.frame(head[1] == 0xA4 ? .command(payload) : .data(payload)), 6 + length)
    default: return (nil, 1)
    }
  }

  private static func half(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    bytes.wireBytes.integer(at: offset)
  }
}

/// A command or a response: a tag, flags, and parameters of four bytes.
public struct MBootMessage: Equatable, Sendable {
  /// The number of the command or of the kind of response.
  public var tag: UInt8
  /// A data phase follows.
  public var hasData: Bool
  /// Little-endian on the line.
  public var parameters: [UInt32]

  /// A response or an unknown command, by its number.
  public init(tag: UInt8, hasData: Bool = false, parameters: [UInt32]) {
    self.tag = tag
    self.hasData = hasData
    self.parameters = parameters
  }

  /// A command.
  public init(_ command: MBootCommand, hasData: Bool = false, _ parameters: [UInt32] = []) {
    self.init(tag: command.rawValue, hasData: hasData, parameters: parameters)
  }

  /// From a command packet, or nil where it is none.
  public init?(payload: [UInt8]) {
    guard payload.count >= 4,
      let parameters = BootWords.read(payload.dropFirst(4), count: Int(payload[3]))
    else { return nil }
    self.init(tag: payload[0], hasData: payload[1] & 1 != 0, parameters: parameters)
  }

  /// The command packet's payload.
  public var payload: [UInt8] {
    [tag, hasData ? 1 : 0, 0, UInt8(truncatingIfNeeded: parameters.count)]
      + BootWords.bytes(of: parameters)
  }

  static let genericResponse: UInt8 = 0xA0
  static let readResponse: UInt8 = 0xA3
  static let propertyResponse: UInt8 = 0xA7
}

/// The identity of a board whose bootloader has answered.
public struct MBootIdentity: Equatable, Sendable {
  /// The version of the serial protocol, such as "P1.2.0".
  public var protocolVersion: String?
  /// The bootloader's own version, such as "K3.0.0".
  public var version: String?
  /// Which chip.
  public var systemIdentifier: UInt32?
  /// Which of its kind, at most eight words.
  public var uniqueIdentifier: [UInt32] = []
  /// The largest data packet that it takes.
  public var packetSize: Int?
  /// The first address of its internal flash.
  public var flashStart: UInt32?
  /// The bytes of its internal flash.
  public var flashSize: UInt32?
  /// The unit of erasing.
  public var sectorSize: UInt32?

  /// A name in the highest byte, then major, minor and bugfix.
  static func version(_ word: UInt32) -> String {
    let name = UInt8(truncatingIfNeeded: word >> 24)
    return BootText.printable(name == 0 ? [] : [name])
      + "\(word >> 16 & 0xFF).\(word >> 8 & 0xFF).\(word & 0xFF)"
  }
}
