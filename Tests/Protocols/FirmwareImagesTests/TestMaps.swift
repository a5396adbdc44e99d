import FirmwareImages

extension FlashMap {
  /// The Qorvo CLI and its relatives on the DWM3001CDK, without a bootloader (Qorvo SDK, linker
  /// macros of the project).
  static let qorvoCLI = FlashMap(
    name: "Qorvo firmware on DWM3001CDK", chip: .nRF52833,
    areas: [Area("FCONFIG", 0x1_E000..<0x1_F000, .preserved)])

  /// Zephyr with MCUboot on the DWM3001CDK (Zephyr, device tree of the board).
  static let zephyrDWM3001CDK = FlashMap(
    name: "Zephyr on DWM3001CDK", chip: .nRF52833,
    areas: [
      Area("mcuboot", 0..<0xC000, .bootloader), Area("slot0", 0xC000..<0x4_4000, .slot),
      Area("slot1", 0x4_4000..<0x7_A000, .slot), Area("storage", 0x7_A000..<0x8_0000, .storage),
    ])
}
