import Boards
import BootProtocols
import FirmwareImages

extension FlashMap {
  /// What a board's flash is divided into, as far as its profile and the method tell; nil for a chip
  /// whose memory is not known here.
  ///
  /// A serial loader shares the flash with its own bootloader: where that lies is said by the profile.
  /// A Secure DFU bootloader chooses the place itself.
  init?(profile: BoardProfile, method: BootProtocol?) {
    let flash = profile.memory.first { $0.name.lowercased() == "flash" && $0.start == 0 }
    guard let chip = ChipMemory.named(profile.chip.mcu.value, flashSize: flash?.size) else {
      return nil
    }
    if method == .mcubootSMP, let layout = profile.mcuboot {
      self.init(name: layout.name, chip: chip, areas: layout.areas)
      return
    }
    self.init(
      name: profile.title, chip: chip,
      areas: profile.preserved.compactMap { pages in
        let end = pages.start.addingReportingOverflow(pages.size)
        guard pages.start >= 0, pages.size > 0, !end.overflow else { return nil }
        return Area(
          pages.name, pages.start..<end.partialValue, .preserved, layout: pages.layout)
      })
  }
}

extension FlashPlan {
  /// Findings about the image before the board is touched, errors first.
  func findings(on map: FlashMap) -> [ImageFinding] {
    var placed = image
    // SMP writes to a slot, whatever address the file leaves open.
    if boot == .mcubootSMP, image.baseIsAssumed, let slot = map.areas(.slot).first,
      let base = UInt32(exactly: slot.range.lowerBound), let there = try? image.placed(at: base)
    {
      placed = there
    }
    return placed.findings(for: FlashJob(map: map, method: method))
  }
}
