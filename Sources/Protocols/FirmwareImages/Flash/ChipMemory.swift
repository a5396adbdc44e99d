/// The memory of a chip that an image can go to.
public struct ChipMemory: Equatable, Sendable {
  /// The chip's name, such as `nRF52833`.
  public var name: String
  /// Addresses of the flash.
  public var flash: Range<Int>
  /// The unit of erasing, in bytes.
  public var pageSize: Int
  /// Addresses of the main memory.
  public var ram: Range<Int>
  /// Registers of configuration that survive a reset and lie outside of the flash (nRF52 UICR).
  public var configuration: Range<Int>?
  /// The processor in an ELF file for it.
  public var machine = ELFFile.Machine.arm
  /// Its family in a UF2 file.
  public var uf2Family: UInt32?
  /// Its number in an ESP image.
  public var espChip: UInt16?

  /// nRF52832 with 512 KiB (Nordic, product specification).
  public static let nRF52832 = nRF52("nRF52832", flash: 512, ram: 64, family: 0x1B57_745F)
  /// nRF52833: the DWM3001C.
  public static let nRF52833 = nRF52("nRF52833", flash: 512, ram: 128, family: 0x621E_937A)
  /// nRF52840.
  public static let nRF52840 = nRF52("nRF52840", flash: 1024, ram: 256, family: 0xADA5_2840)
  /// QN9090 (NXP, linker file of the SDK: the program ends below the last pages).
  public static let qn9090 = ChipMemory(
    name: "QN9090", flash: 0..<0x9_FEC0, pageSize: 512, ram: 0x2000_0000..<0x2002_6000)

  /// The chips whose whole memory is known by their name.
  public static let known = [nRF52832, nRF52833, nRF52840, qn9090]

  private static func nRF52(
    _ name: String, flash: Int, ram: Int, family: UInt32
  ) -> ChipMemory {
    ChipMemory(
      name: name, flash: 0..<(flash << 10), pageSize: 4096,
      ram: 0x2000_0000..<(0x2000_0000 + ram << 10), configuration: 0x1000_1000..<0x1000_2000,
      uf2Family: family)
  }
}

/// Registers of the nRF52's UICR that decide whether a board can be reached after a flash.
enum UICR {
  /// `APPROTECT`: 0x00 in its low byte locks the debug port.
  static let accessPortProtection = 0x1000_1208
}
