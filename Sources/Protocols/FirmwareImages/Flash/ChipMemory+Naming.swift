extension ChipMemory {
  /// The most bytes of flash that the ROM of an ESP chip writes: its commands to the flash chip have
  /// addresses of three bytes.
  public static let mostESPFlash = 16 << 20

  /// The chip that a name begins with, such as `nRF52833` or `ESP32-WROVER`; nil for one of which
  /// nothing is known here.
  ///
  /// - Parameter flashSize: bytes of the flash chip beside an ESP chip; nil where it is not known.
  public static func named(_ name: String, flashSize: Int? = nil) -> ChipMemory? {
    if let chip = (known + [rw612]).first(where: { name.hasPrefix($0.name) }) { return chip }
    guard let family = espressif(name) else { return nil }
    let size = flashSize.map { (1...mostESPFlash).contains($0) ? $0 : mostESPFlash }
    return esp32(family, flashSize: size ?? mostESPFlash)
  }

  /// An ESP chip with a flash chip of `flashSize` bytes; addresses are those of the flash chip.
  public static func esp32(_ name: String = "ESP32", flashSize: Int) -> ChipMemory {
    let chip = espressifChips.first { $0.name == name }
    return ChipMemory(
      name: name, flash: 0..<max(0, flashSize), pageSize: 4096, ram: 0x3FF0_0000..<0x4000_0000,
      machine: chip?.machine ?? .xtensa, uf2Family: chip?.family, espChip: chip?.number ?? 0)
  }

  /// RW612 (NXP): its flash hangs on FlexSPI, and how much there is, is the board's affair. From
  /// 0xE0000000 on, a Cortex-M has nothing but its own registers.
  static let rw612 = ChipMemory(
    name: "RW612", flash: 0..<0xE000_0000, pageSize: 4096, ram: 0x2000_0000..<0x2013_0000)

  /// Names, processors, families in UF2 files and numbers in images (Espressif, ESP-IDF and esptool).
  static let espressifChips:
    [(name: String, machine: ELFFile.Machine, family: UInt32?, number: UInt16)] = [
      ("ESP32-S2", .xtensa, 0xBFDD_4EEE, 2), ("ESP32-S3", .xtensa, 0xC47E_5767, 9),
      ("ESP32-C2", .riscV, nil, 12), ("ESP32-C3", .riscV, 0xD42B_A06C, 5),
      ("ESP32-C6", .riscV, nil, 13), ("ESP32-H2", .riscV, nil, 16),
      ("ESP32", .xtensa, 0x1C5F_21B0, 0),
    ]

  /// The ESP chip of a name, also of a module's.
  private static func espressif(_ name: String) -> String? {
    func plain(_ name: String) -> String { name.uppercased().filter { $0 != "-" } }
    let asked = plain(name)
    guard let chip = espressifChips.first(where: { asked.hasPrefix(plain($0.name)) }) else {
      return nil
    }
    guard chip.name == "ESP32" else { return chip.name }
    // One that came later and is none of these is no ESP32.
    let rest = Array(asked.dropFirst(5).prefix(2))
    let isLater = rest.count == 2 && "CHPS".contains(rest[0]) && rest[1].isNumber
    return isLater ? nil : chip.name
  }
}
