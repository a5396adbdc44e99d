import ArgumentParser
import Flashing
import Notation

/// What is asked for a flash through a debug probe.
struct ProbeFlashOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The serial number of the debug probe. (default: that of the board's link)",
      valueName: "serial"))
  var probe: String?

  @Option(
    help: ArgumentHelp(
      "What to erase: sectors (those that the image touches) or all (the whole chip with its "
        + "calibration and configuration; a copy is kept first).", valueName: "what"),
    completion: .list(["sectors", "all"]),
    transform: Self.erase)
  var erase = ProbeErase.sectors

  @Flag(
    help:
      "Unlock a locked nRF. This erases everything on it and cannot be undone."
  )
  var recover = false

  @Option(
    help: ArgumentHelp("Where copies of preserved pages are kept.", valueName: "folder"),
    completion: .directory)
  var backup = "."

  private static func erase(_ text: String) throws -> ProbeErase {
    guard let erase = ProbeErase(rawValue: text) else {
      throw ValidationError(expected: "sectors or all", got: ValidationError.shown(text))
    }
    return erase
  }
}
