import AttachedBoards
package import Boards
package import Flashing
import Journal
import Links
import Notation
import RigFile
package import Terminal

/// What is asked of `flash`.
package struct FlashOrder {
  /// The board, as a word of the command line names it; nil for several.
  package var board: String?
  /// The pattern of the names of several boards; nil for all that are ready, and for one board.
  package var match: String?
  /// The file of the image.
  package var image: String
  /// The address of the first byte of a raw image.
  package var base: UInt32?
  /// The rig file; nil where none is named.
  package var rig: String?
  /// The profile of an attached board.
  package var profile: String?
  package var request: FlashRequest
  package var profiles: ProfileLibrary
  /// Whether the plan is shown and nothing done.
  package var planOnly: Bool
  package var presentation: any Presentation
  /// The command that flashes a board again.
  package var again: @Sendable (String) -> String

  package init(
    board: String?, match: String?, image: String, base: UInt32?, rig: String?, profile: String?,
    request: FlashRequest, profiles: ProfileLibrary, planOnly: Bool, presentation: any Presentation,
    again: @escaping @Sendable (String) -> String
  ) {
    self.board = board
    self.match = match
    self.image = image
    self.base = base
    self.rig = rig
    self.profile = profile
    self.request = request
    self.profiles = profiles
    self.planOnly = planOnly
    self.presentation = presentation
    self.again = again
  }

  /// The board of `serial=…` or `path=…` where no rig file is named; nil for boards of a rig.
  func attachedTarget() throws -> AttachedTarget? {
    if rig == nil, let board, let selector = DeviceSelector(board) {
      return try AttachedTarget(
        selector, request, profile: profile, profiles, memory: FirmwareMemory.load())
    }
    guard profile == nil else {
      throw Failure(
        .usage,
        "--profile says what an attached board is, named by serial=… or path=… and without --rig; "
          + "the board of a rig has its profile from the rig file (profile:)")
    }
    return nil
  }

  /// The boards of a rig that are meant.
  func targets(in file: RigFile) throws -> [FlashTarget] {
    if let board {
      let board = try RigSource.board(board, in: file, orAttached: rig == nil)
      return [board.flashTarget(profiles)]
    }
    if request.probe != nil || request.volume != nil {
      throw Failure(
        .usage, "--probe and --volume are about one board: give its name, and no --all or --match")
    }
    let pattern = Glob(match ?? "*")
    let targets = file.boards.filter { pattern.matches($0.name) }.map { $0.flashTarget(profiles) }
      .filter { $0.isReadyToFlash || request.method != nil }
    guard !targets.isEmpty else {
      throw Failure(
        .bench,
        "no board of the rig \(PrintableText.escaped(file.name)) "
          + (match.map { "whose name is like \(PrintableText.quoted($0, limit: 60)) " } ?? "")
          + "waits in a bootloader or is known to have a debug probe")
    }
    return targets
  }
}
