/// How the flash of a board is shared out.
public struct FlashMap: Equatable, Sendable {
  /// What an area is for.
  public enum Purpose: String, Sendable, CaseIterable {
    case bootloader
    /// Pages in which a bootloader keeps what it knows of the images.
    case bootloaderSettings = "bootloader-settings"
    case application
    /// A slot of MCUboot: an image with a header.
    case slot
    /// What the board has written itself and nobody can build again: calibration, keys, settings.
    case preserved
    /// A file system or the like, which the application fills again.
    case storage
  }

  /// A part of the flash.
  public struct Area: Equatable, Sendable {
    /// Its name in the sources of the firmware, such as `FCONFIG`.
    public var name: String
    /// Addresses of the area.
    public var range: Range<Int>
    /// What the area is for.
    public var purpose: Purpose

    /// A part of the flash.
    public init(_ name: String, _ range: Range<Int>, _ purpose: Purpose) {
      self.name = name
      self.range = range
      self.purpose = purpose
    }
  }

  /// The firmware whose map it is, for sentences.
  public var name: String
  /// The chip's own memories.
  public var chip: ChipMemory
  /// What the flash is divided into, as the board's profile says.
  public var areas: [Area]

  /// A map of areas.
  public init(name: String, chip: ChipMemory, areas: [Area] = []) {
    self.name = name
    self.chip = chip
    self.areas = areas
  }

  /// The areas of a purpose, in order.
  public func areas(_ purpose: Purpose) -> [Area] { areas.filter { $0.purpose == purpose } }

  /// Where the application of a file without addresses goes: the first slot or application area,
  /// otherwise the start of the flash.
  public var applicationBase: Int {
    (areas(.slot) + areas(.application)).map(\.range.lowerBound).min() ?? chip.flash.lowerBound
  }

  /// The Qorvo CLI and its relatives on the DWM3001CDK, without a bootloader (Qorvo SDK, linker
  /// macros of the project).
  public static let qorvoCLI = FlashMap(
    name: "Qorvo firmware on DWM3001CDK", chip: .nRF52833,
    areas: [Area("FCONFIG", 0x1_E000..<0x1_F000, .preserved)])

  /// Zephyr with MCUboot on the DWM3001CDK (Zephyr, device tree of the board).
  public static let zephyrDWM3001CDK = FlashMap(
    name: "Zephyr on DWM3001CDK", chip: .nRF52833,
    areas: [
      Area("mcuboot", 0..<0xC000, .bootloader), Area("slot0", 0xC000..<0x4_4000, .slot),
      Area("slot1", 0x4_4000..<0x7_A000, .slot), Area("storage", 0x7_A000..<0x8_0000, .storage),
    ])

  /// Zephyr with MCUboot on the DWM1001-DEV (Zephyr, device tree of the board).
  public static let zephyrDWM1001 = FlashMap(
    name: "Zephyr on DWM1001-DEV", chip: .nRF52832,
    areas: [
      Area("mcuboot", 0..<0xC000, .bootloader), Area("slot0", 0xC000..<0x3_E000, .slot),
      Area("slot1", 0x3_E000..<0x7_0000, .slot), Area("scratch", 0x7_0000..<0x7_A000, .storage),
      Area("storage", 0x7_A000..<0x8_0000, .storage),
    ])

  /// An nRF52 with Nordic's Secure DFU bootloader.
  ///
  /// - Parameter start: Where the bootloader begins: UICR.NRFFW[0] at 0x10001014.
  public static func nordicBootloader(_ chip: ChipMemory, start: UInt32) -> FlashMap {
    // The last page is the settings', the one before it their copy (nRF5 SDK, `bl_dfu_sett`).
    let settings = chip.flash.upperBound - 2 * chip.pageSize
    let begin = min(max(Int(start), chip.flash.lowerBound + chip.pageSize), settings)
    return FlashMap(
      name: "Secure DFU on \(chip.name)", chip: chip,
      areas: [
        Area("MBR", chip.flash.lowerBound..<(chip.flash.lowerBound + chip.pageSize), .bootloader),
        Area("bootloader", begin..<settings, .bootloader),
        Area("bootloader settings", settings..<chip.flash.upperBound, .bootloaderSettings),
      ])
  }
}
