import Boards
import BootProtocols
public import FirmwareImages
import WireFormat

/// Which J-Link is meant, and what hangs on it.
public struct ProbeTarget: Equatable, Sendable {
  /// Its serial number; of a J-Link without leading zeros.
  public var serial: String
  /// The chip's memory, which names it.
  public var chip: ChipMemory
  /// The chip's name for debug probes, such as `nRF52833_xxAA`.
  public var device: String
  /// Kilohertz of SWD.
  public var speed = 4000

  /// A chip behind a probe.
  public init(serial: String, chip: ChipMemory, device: String) {
    self.serial = SerialNumber.normalized(serial, vendor: SerialNumber.segger)
    self.chip = chip
    self.device = device
  }
}

/// The range that is erased before a flash.
public enum ProbeErase: String, Sendable, CaseIterable {
  case sectors
  /// Everything, UICR too.
  case all
}

/// What is going to be done to one chip through a debug probe, before anything is touched.
struct ProbePlan: Sendable {
  let target: ProbeTarget
  let tool: ProbeTool
  let image: FirmwareImage
  let options: FlashRequest
  /// Areas that must not be lost: calibration, configuration.
  let preserved: [FlashMap.Area]

  /// Plans to write an image.
  ///
  /// - Parameter areas: the areas of the board's flash; those that are preserved count.
  /// - Throws: ``FlashError`` `image` for an image that cannot be written this way, `refused` for an
  ///   option that the program does not have.
  init(
    _ image: FirmwareImage, to target: ProbeTarget, by tool: ProbeTool,
    areas: [FlashMap.Area] = [], options: FlashRequest = FlashRequest()
  ) throws(FlashError) {
    self.image = image
    self.target = target
    self.tool = tool
    self.options = options
    preserved = areas.filter { $0.purpose == .preserved }
    func unsuitable(_ why: String, _ advice: String) -> FlashError {
      FlashError(
        .image, "\(image.name) (\(image.format.name)) cannot be written: \(why)", advice: advice,
        by: .probe)
    }
    guard !image.contents.isEmpty else {
      throw unsuitable(
        "there is nothing in it that has an address",
        "Give the HEX or ELF file of the build; a DFU package goes through the bootloader.")
    }
    guard !image.baseIsAssumed else {
      throw unsuitable("the file does not say where it goes", "Give the address: --base 0x10000.")
    }
    for segment in image.contents.segments {
      let fits = [target.chip.flash, target.chip.configuration].compactMap(\.self).contains {
        $0.lowerBound <= segment.range.lowerBound && segment.range.upperBound <= $0.upperBound
      }
      guard fits else {
        throw unsuitable(
          "0x\(String(segment.address, radix: 16)) (\(Self.words(segment.bytes.count))) is not in "
            + "the flash of an \(target.chip.name)", "Is it for this board?")
      }
    }
    let needed = lost.filter { !$0.isProgram(in: image.contents) }
    if !needed.isEmpty, !tool.readsBack {
      throw FlashError(
        .refused,
        "\(needed.map(\.name).joined(separator: ", ")) would be lost, and \(tool.title) is not "
          + "known to read it out before",
        advice: "Flash with --method openocd, which keeps a copy in a file.", by: .probe)
    }
    if options.recovers, !tool.recovers {
      throw FlashError(
        .refused, "\(tool.title) is not asked to recover a chip",
        advice: "Recover with --method openocd or nrfutil.", by: .probe)
    }
  }

  private static func words(_ count: Int) -> String { "\(count) byte" + (count == 1 ? "" : "s") }

  /// Whole pages of flash that the image touches, as runs.
  var pages: [Range<Int>] {
    let written = image.contents.segments.filter {
      target.chip.flash.contains($0.range.lowerBound)
    }
    return ImageSegment.pages(of: written, from: 0, size: UInt64(target.chip.pageSize)).map {
      Int($0.lowerBound)..<Int($0.upperBound)
    }
  }

  /// The preserved pages that the plan erases: a copy of them is kept first, where the chip can still
  /// be read.
  var lost: [FlashMap.Area] {
    guard options.erase == .sectors, !options.recovers else { return preserved }
    return preserved.filter { area in pages.contains { $0.overlaps(area.range) } }
  }

  /// Whether preserved pages are written back after everything was erased; what the image writes is
  /// the image's.
  func restores(_ area: FlashMap.Area) -> Bool {
    options.erase == .all && tool.readsBack && !pages.contains { $0.overlaps(area.range) }
  }

  var bytes: Int { image.contents.byteCount }

  /// The part that stays on the board, in a phrase.
  var preserves: String {
    if options.recovers { return "nothing if the chip is locked: recovering erases all of it" }
    if options.erase == .all {
      let names = preserved.filter(restores).map(\.name).joined(separator: ", ")
      return names.isEmpty
        ? "nothing" : "nothing but \(names), which is read out, kept in a file and written back"
    }
    let lost = lost.map(\.name).joined(separator: ", ")
    let kept = preserved.filter { !self.lost.contains($0) }.map { area in
      "\(area.name) at 0x\(String(area.range.lowerBound, radix: 16)), "
    }
    return kept.joined() + (kept.isEmpty ? "" : "and ") + "every page that the image does not touch"
      + (lost.isEmpty ? "" : "; of \(lost), which it does, a copy in a file")
  }

  /// The erased range, in a sentence, for a person who has to agree.
  var warning: String? {
    if options.recovers {
      return "If the chip is locked, --recover erases everything on it: application, bootloader, "
        + "calibration, configuration and UICR. A locked chip cannot be read out before."
    }
    return options.erase == .all
      ? "--erase all erases the whole flash and UICR: application, bootloader and configuration. "
        + "Calibration is read out first and written back where its place is known." : nil
  }
}
