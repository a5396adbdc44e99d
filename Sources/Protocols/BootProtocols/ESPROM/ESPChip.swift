/// The ESP chips on UWB kits that the ROM loader is spoken with.
public enum ESPChip: String, Sendable, CaseIterable {
  case esp32
  case esp32s3
  case esp32c3

  /// As its maker writes it.
  public var name: String {
    switch self {
    case .esp32: "ESP32"
    case .esp32s3: "ESP32-S3"
    case .esp32c3: "ESP32-C3"
    }
  }

  /// The word at `magicAddress` of the ROM; the C3 has one for each revision.
  public var magics: [UInt32] {
    switch self {
    case .esp32: [0x00F0_1D83]
    case .esp32s3: [0x0000_0009]
    case .esp32c3: [0x6921_506F, 0x1B31_506F, 0x4881_606F, 0x4361_606F]
    }
  }

  /// The chip's number in image headers and in the security information, which the ESP32 lacks.
  public var identifier: UInt32? {
    switch self {
    case .esp32: nil
    case .esp32s3: 9
    case .esp32c3: 5
    }
  }

  /// A word of the ROM that tells the chips apart.
  public static let magicAddress: UInt32 = 0x4000_1000

  /// The chip with this word in its ROM.
  public init?(magic: UInt32) {
    guard let chip = Self.allCases.first(where: { $0.magics.contains(magic) }) else { return nil }
    self = chip
  }

  /// The chip with this number.
  public init?(identifier: UInt32) {
    guard let chip = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
    self = chip
  }

  /// Low word, then high word, of the address burnt in.
  var addressFuses: [UInt32] {
    switch self {
    case .esp32: [0x3FF5_A004, 0x3FF5_A008]
    case .esp32s3: [0x6000_7044, 0x6000_7048]
    case .esp32c3: [0x6000_8844, 0x6000_8848]
    }
  }

  /// FLASH_BEGIN of all ROMs after the ESP32's has a fifth word: whether to encrypt.
  var beginsWithEncryption: Bool { self != .esp32 }

  /// The registers of the SPI controller that the flash hangs on.
  var flashController: FlashController {
    self == .esp32
      ? FlashController(base: 0x3FF4_2000, user: 0x1C, user2: 0x24, inLength: 0x2C, data: 0x80)
      : FlashController(base: 0x6000_2000, user: 0x18, user2: 0x20, inLength: 0x28, data: 0x58)
  }

  struct FlashController: Sendable {
    var command: UInt32
    var user: UInt32
    var user2: UInt32
    var inLength: UInt32
    var data: UInt32

    init(base: UInt32, user: UInt32, user2: UInt32, inLength: UInt32, data: UInt32) {
      self.command = base
      self.user = base + user
      self.user2 = base + user2
      self.inLength = base + inLength
      self.data = base + data
    }

    /// In `user`: a command leaves, data come back.
    static let commandAndInput: UInt32 = 1 << 31 | 1 << 28
    /// In `command`: go.
    static let start: UInt32 = 1 << 18
    /// In `user2`: eight bits of command, and the command that asks a flash chip who it is.
    static let readIdentifier: UInt32 = 7 << 28 | 0x9F
  }
}

/// The identity of a board whose loader has answered.
public struct ESPIdentity: Equatable, Sendable {
  /// Which chip, by its number or its ROM.
  public var chip: ESPChip?
  /// Six bytes in the order in which they are written.
  public var address: [UInt8] = []
  /// Manufacturer, type and capacity of the flash chip.
  public var flashIdentifier: UInt32?
  /// The flags of the security information, where the ROM knows it.
  public var securityFlags: UInt32?

  /// Bytes of flash by the capacity byte, or nil for one that is unknown.
  public var flashSize: Int? {
    guard let capacity = flashIdentifier.map({ $0 >> 16 & 0xFF }) else { return nil }
    switch capacity {
    case 0x12...0x1C: return 1 << Int(capacity)
    case 0x32...0x3A: return 1 << Int(capacity - 0x20)
    default: return nil
    }
  }

  /// Only FLASH commands are allowed; registers cannot be read.
  public var isSecureDownload: Bool { securityFlags.map { $0 & 4 != 0 } ?? false }
}
