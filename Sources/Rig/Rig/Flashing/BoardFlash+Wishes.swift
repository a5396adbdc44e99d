import Boards
import BootProtocols
import Flashing

extension BoardFlash {
  /// Refuses what the method has no use for: whoever asks for it believes that it is done.
  static func check(_ wish: Wish, _ way: Way, _ board: RigBoard) throws(FlashError) {
    let method =
      switch way {
      case .serial(let plan): plan.method.title
      case .probe(let plans): plans.first?.tool.title ?? "a debug probe"
      case .found(let plan, _): plan.tool.title
      case .dfu: "USB DFU"
      case .volume: "UF2 by copy"
      }
    func refuse(_ option: String, _ why: String) throws(FlashError) {
      throw FlashError(
        .refused, "\(board.name): \(option) \(why), and the board is flashed by \(method)",
        advice: "Leave \(option) out, or choose another way with --method.", imageTouched: false)
    }
    var isProbe = false
    var isSMP = false
    var isVolume = false
    switch way {
    case .serial(let plan): isSMP = plan.method == .mcubootSMP
    case .probe, .found: isProbe = true
    case .volume: isVolume = true
    case .dfu: break
    }
    if !isProbe {
      if wish.recovers { try refuse("--recover", "opens a chip through a debug probe") }
      if wish.erase == .all { try refuse("--erase all", "goes through a debug probe") }
      if wish.probe != nil { try refuse("--probe", "names a debug probe") }
    } else if let entry = wish.entry, entry != .byHand {
      try refuse("--enter", "leads into a bootloader")
    }
    if !wish.confirms, !isSMP { try refuse("--test", "tries an MCUboot image over SMP") }
    if wish.volume != nil, !isVolume {
      try refuse("--volume", "names the drive of a UF2 bootloader")
    }
  }
}
