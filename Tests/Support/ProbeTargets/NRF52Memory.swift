public import BootProtocols

/// Everything of an nRF52 that has an address: flash, RAM, FICR, UICR and the flash controller
/// (Nordic, product specification: memory map, NVMC, FICR, UICR).
public struct NRF52Memory: Equatable, Sendable {
  /// Which chip it is.
  public struct Chip: Equatable, Sendable {
    /// What people call it: `nrf52833`.
    public var name: String
    /// FICR.INFO.PART.
    public var part: UInt32
    /// FICR.INFO.VARIANT: four letters, the first in the highest byte.
    public var variant: UInt32
    /// FICR.INFO.PACKAGE.
    public var package: UInt32
    /// Flash in KiB.
    public var flash: Int
    /// RAM in KiB.
    public var ram: Int

    /// An nRF52833 of a revision that does not lock itself at every reset.
    public static let nRF52833 = Chip(
      name: "nrf52833", part: 0x52833, variant: 0x4141_4131, package: 0x2004, flash: 512, ram: 128)
    /// An nRF52840 of a revision that does not lock itself at every reset.
    public static let nRF52840 = Chip(
      name: "nrf52840", part: 0x52840, variant: 0x4141_4330, package: 0x2004, flash: 1024, ram: 256)
    /// Those that can be had.
    public static let all = [nRF52833, nRF52840]
  }

  /// Which chip it is.
  public let chip: Chip
  /// The flash, from address 0.
  public var flash: FlashMemory
  /// The user's configuration registers, from 0x10001000.
  public var uicr: FlashMemory
  /// The device address in FICR, 48 bits.
  public let deviceAddress: UInt64
  private var ram: [UInt8]
  private var ficr: [UInt8]
  /// NVMC.CONFIG: 0 reads, 1 writes, 2 erases.
  private var mode: UInt32 = 0

  static let ficrBase: UInt32 = 0x1000_0000
  static let uicrBase: UInt32 = 0x1000_1000
  static let ramBase: UInt32 = 0x2000_0000
  static let controller: UInt32 = 0x4001_E000
  static let pageSize = 4096
  static let accessPortProtection: UInt32 = 0x208

  /// A chip as it leaves the factory.
  ///
  /// - Parameter serial: tells it from others: the device id and address are made of it.
  public init(_ chip: Chip, serial: UInt32) {
    self.chip = chip
    flash = FlashMemory(size: chip.flash << 10, pageSize: Self.pageSize)
    uicr = FlashMemory(base: Self.uicrBase, size: Self.pageSize, pageSize: Self.pageSize)
    ram = [UInt8](repeating: 0, count: chip.ram << 10)
    ficr = [UInt8](repeating: 0xFF, count: 0x400)
    let mixed = (UInt64(serial) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    deviceAddress = mixed & 0xFFFF_FFFF_FFFF
    let words: [(Int, UInt32)] = [
      (0x010, UInt32(Self.pageSize)), (0x014, UInt32(chip.flash / 4)),
      (0x060, UInt32(truncatingIfNeeded: mixed >> 32)), (0x064, serial),
      (0x0A0, 0xFFFF_FFFF), (0x0A4, UInt32(truncatingIfNeeded: deviceAddress)),
      (0x0A8, 0xFFFF_0000 | UInt32(truncatingIfNeeded: deviceAddress >> 32)),
      (0x100, chip.part), (0x104, chip.variant), (0x108, chip.package),
      (0x10C, UInt32(chip.ram)), (0x110, UInt32(chip.flash)),
    ]
    for (offset, word) in words {
      for byte in 0..<4 { ficr[offset + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
    }
  }

  /// Erases flash and UICR, as CTRL-AP and NVMC do; RAM is lost too.
  mutating func eraseAll() {
    _ = flash.erase(0, count: flash.bytes.count)
    _ = uicr.erase(Self.uicrBase, count: Self.pageSize)
    for index in ram.indices { ram[index] = 0 }
  }

  /// Whether UICR locks the debug port at the next reset.
  var locksItself: Bool { uicr.bytes[Int(Self.accessPortProtection)] == 0x00 }

  mutating func reset() { mode = 0 }

  // MARK: The bus

  /// Little-endian bytes at a place that is known to be inside.
  private static func word(_ bytes: [UInt8], _ at: Int, _ size: Int) -> UInt32? {
    guard at &+ size <= bytes.count else { return nil }
    switch size {
    case 1: return UInt32(bytes[at])
    case 2: return UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) << 8
    default:
      return UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) << 8 | UInt32(bytes[at &+ 2]) << 16
        | UInt32(bytes[at &+ 3]) << 24
    }
  }

  private func register(_ offset: UInt32) -> UInt32 {
    switch offset {
    case 0x400, 0x408: 1  // READY, READYNEXT: what it does takes no time
    case 0x504: mode
    default: 0
    }
  }

  private mutating func writeRegister(_ offset: UInt32, _ value: UInt32) {
    switch offset {
    case 0x504: mode = value & 3
    case 0x508 where mode == 2, 0x510 where mode == 2:
      if value < UInt32(flash.bytes.count) { _ = flash.erase(value, count: 1) }
    case 0x50C where mode == 2 && value & 1 != 0: eraseAll()
    case 0x514 where mode == 2 && value & 1 != 0:
      _ = uicr.erase(Self.uicrBase, count: Self.pageSize)
    default: break
    }
  }

  /// Whole words, while the controller allows it; anything else is a bus fault.
  private mutating func program(_ value: UInt32, at address: UInt32, _ size: Int) -> Bool {
    guard mode == 1, size == 4, address & 3 == 0 else { return false }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return address < Self.uicrBase
      ? flash.write(bytes, at: address) : uicr.write(bytes, at: address)
  }
}

extension NRF52Memory: ThumbMemory {
  mutating func load(_ address: UInt32, size: Int) -> UInt32? {
    switch address >> 28 {
    case 0: return Self.word(flash.bytes, Int(address), size)
    case 1 where address >= Self.uicrBase:
      return Self.word(uicr.bytes, Int(address - Self.uicrBase), size)
    case 1: return Self.word(ficr, Int(address - Self.ficrBase), size)
    case 2: return Self.word(ram, Int(address - Self.ramBase), size)
    case 4, 5:
      let offset = address &- Self.controller
      return offset < 0x1000 ? register(offset) : 0
    default: return nil
    }
  }

  mutating func store(_ value: UInt32, at address: UInt32, size: Int) -> Bool {
    switch address >> 28 {
    case 0: return program(value, at: address, size)
    case 1 where address >= Self.uicrBase: return program(value, at: address, size)
    case 2:
      let start = Int(address - Self.ramBase)
      guard start &+ size <= ram.count else { return false }
      for byte in 0..<size {
        ram[start &+ byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
      }
      return true
    case 4, 5:
      let offset = address &- Self.controller
      if offset < 0x1000 { writeRegister(offset, value) }
      return true
    default: return false
    }
  }
}
