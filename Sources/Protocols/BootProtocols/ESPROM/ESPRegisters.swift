/// The registers of an ESP chip that tools read before they trust it, and the SPI controller as far
/// as it takes to ask the flash chip for its number.
struct ESPRegisters: Sendable {
  private let chip: ESPChip
  private let controller: ESPChip.FlashController
  private let flashIdentifier: UInt32
  /// The values burnt in; looked up, never walked through.
  private let fixed: [UInt32: UInt32]
  /// The values written since the reset.
  private var written: [UInt32: UInt32] = [:]

  /// Registers that are remembered; a loader has far fewer writes to do.
  private static let limit = 256

  init(chip: ESPChip, flashBytes: Int) {
    self.chip = chip
    self.controller = chip.flashController
    let capacity = max(0, flashBytes.bitWidth - 1 - max(1, flashBytes).leadingZeroBitCount)
    self.flashIdentifier = UInt32(capacity) << 16 | 0x40EF
    var fixed: [UInt32: UInt32] = [:]
    fixed[ESPChip.magicAddress] = chip.magics.first
    // The address 24:0A:C4:12:34:56, big-endian in two words, the upper half of the second being a check.
    fixed[chip.addressFuses[0]] = 0xC412_3456
    fixed[chip.addressFuses[1]] = 0x240A
    if chip == .esp32 {
      // Revision 3 of the D0WDQ6 die; the divider of 115200 from 40 MHz, and the calibration that
      // says the same of the crystal.
      fixed[0x3FF5_A00C] = 1 << 15
      fixed[0x3FF5_A010] = 128
      fixed[0x3FF5_A014] = 1 << 20
      fixed[0x3FF6_607C] = 1 << 31
      fixed[0x3FF4_0014] = 347
      fixed[0x3FF5_F06C] = 800 << 7
    } else {
      fixed[0x6000_0014] = 347
    }
    self.fixed = fixed
  }

  mutating func reset() { written.removeAll() }

  func read(_ address: UInt32) -> UInt32 { written[address] ?? fixed[address] ?? 0 }

  mutating func write(_ address: UInt32, value: UInt32, mask: UInt32) {
    let result = read(address) & ~mask | value & mask
    guard written.count < Self.limit || written[address] != nil else { return }
    written[address] = result
    guard address == controller.command, result & ChipController.start != 0 else { return }
    // The transfer is over before it can be observed.
    written[address] = 0
    if read(controller.user2) & 0xFF == ChipController.readIdentifier & 0xFF {
      written[controller.data] = flashIdentifier
    }
  }

  private typealias ChipController = ESPChip.FlashController
}
