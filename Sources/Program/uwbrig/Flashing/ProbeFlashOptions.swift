import ArgumentParser
import Flashing
import Notation

/// What is asked for a flash through a debug probe.
struct ProbeFlashOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The serial number of the debug probe; by default that of the board's link.",
      valueName: "serial"))
  var probe: String?

  @Option(
    help: ArgumentHelp(
      "Through a debug probe: sectors erases what the image touches, all the whole chip with its "
        + "calibration and configuration, of which a copy is kept first.", valueName: "what"),
    transform: Self.erase)
  var erase = ProbeErase.sectors

  @Flag(
    help:
      "Through a debug probe: open a locked nRF, which erases everything on it and cannot be undone."
  )
  var recover = false

  @Option(
    help: ArgumentHelp("Where copies of preserved pages are kept.", valueName: "folder"))
  var backup = "."

  private static func erase(_ text: String) throws -> ProbeErase {
    guard let erase = ProbeErase(rawValue: text) else {
      throw ValidationError(expected: "sectors or all", got: ValidationError.shown(text))
    }
    return erase
  }
}
