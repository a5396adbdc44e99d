import Boards
import Notation

/// Finds the drive of one board among all that are mounted.
struct VolumeSearch: Sendable {
  /// Whose drive it is; without one only the path says which drive is meant.
  let device: USBDevice?
  /// The path that was asked for.
  let asked: String?
  var roots = SystemRoots.system

  /// The drive.
  ///
  /// - Throws: ``FlashError`` `line` while it is not there, `refused` for one that is another board's
  ///   or no bootloader's.
  func find(_ table: MountTable, board: String) throws(FlashError) -> UF2Volume {
    guard let device else {
      guard let asked else {
        throw FlashError(
          .refused, "\(board): which drive is the board's is not known",
          advice: "Give the board a link by its serial number in the rig file, or say where its "
            + "drive is mounted: --volume /media/…")
      }
      return try UF2Volume(at: asked)
    }
    let blocks = device.blockDevices(roots)
    let paths = blocks.flatMap { table.paths(of: $0) }
    if let asked {
      guard paths.contains(asked) else {
        throw FlashError(
          paths.isEmpty ? .line : .refused,
          "\(PrintableText.escaped(asked)) is not the drive of \(device.summary)",
          advice: "Nothing was written to it."
            + (paths.first.map { " The board's is at \(PrintableText.escaped($0))." } ?? ""))
      }
      return try UF2Volume(at: asked)
    }
    guard let path = paths.first else {
      let block = blocks.first
      throw FlashError(
        .line,
        block.map { "the drive \($0) of \(device.summary) is not mounted" }
          ?? "\(device.summary) has no drive",
        advice: block.map { "Mount it: udisksctl mount -b \($0)." }
          ?? "Bring the board into its bootloader: often by pressing its reset button twice.")
    }
    guard paths.count == 1 else {
      throw FlashError(
        .refused,
        "the board has several drives: "
          + paths.prefix(8).map { PrintableText.escaped($0) }.joined(separator: ", "),
        advice: "Say which: --volume PATH.")
    }
    return try UF2Volume(at: path)
  }
}
