import BootProtocols
import FirmwareImages
import WireFormat

/// What a loader that writes to addresses can be given at all, whichever board it is on: by the chips
/// that have it.
struct LoaderReach {
  /// The chips' loader, as a sentence calls it.
  private let title: String
  private let machines: [ELFFile.Machine]
  /// Where a family of UF2 files begins that it is for; nil for none that is known.
  private let family: String?
  private let memory: Range<Int>

  /// Where memories end: behind it, the chips of kits have registers of the core and nothing else.
  static let endOfMemories = 0xE000_0000

  /// The reach of a method; nil where the bootloader chooses the place itself.
  init?(_ method: BootProtocol) {
    switch method {
    case .secureDFU, .mcubootSMP: return nil
    case .espROM:
      (title, machines, family) = ("ESP ROM loader", [.xtensa, .riscV], "ESP")
      memory = 0..<ChipMemory.mostESPFlash
    case .nxpDK6:
      (title, machines, family) = ("DK6 loader", [.arm], nil)
      // 640 KiB in all chips that have it; their last pages are not for programs.
      memory = 0..<0xA_0000
    case .nxpMboot:
      (title, machines, family) = ("mboot loader", [.arm], nil)
      memory = 0..<Self.endOfMemories
    }
  }

  /// Why the method cannot write an image; nil where nothing speaks against it.
  func obstacle(to image: FirmwareImage) -> (why: String, advice: String)? {
    if let other = otherChip(image) {
      return (
        "it is for \(other), and the \(title) is in chips of another kind",
        "Build for this board, or choose the board that the file is for."
      )
    }
    guard let outside = image.contents.removing(memory).segments.first else { return nil }
    let end = "0x" + String(memory.upperBound, radix: 16)
    let isESPProgram = family != nil && image.format == .elf
    return (
      "0x\(String(outside.address, radix: 16)) is in no memory of a chip with the \(title): they end "
        + "before \(end)",
      isESPProgram
        ? "Take the image that the build, or esptool elf2image, makes of the ELF file."
        : "Check the base address, and that the file is for this chip."
    )
  }

  private func otherChip(_ image: FirmwareImage) -> String? {
    switch image.detail {
    case .elf(let file):
      return machines.contains(file.machine) ? nil : file.machine.name
    case .uf2(let file):
      let names = file.families.compactMap(\.name)
      guard !names.isEmpty, names.count == file.families.count,
        !names.contains(where: { name in family.map { name.hasPrefix($0) } ?? false })
      else { return nil }
      return names.joined(separator: ", ")
    default: return nil
    }
  }
}
