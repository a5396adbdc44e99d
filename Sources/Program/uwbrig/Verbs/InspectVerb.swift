import ArgumentParser
import LabRuntime
import Notation

/// `inspect`: what a board says of itself.
struct InspectVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a board says of itself, on every channel that is safe to read.",
    discussion: """
      USB descriptors; the debug probe's firmware and voltages; the chip behind it, its address, its \
      protection and its MCUboot images, read by OpenOCD without halting it; the bootloader's chip \
      and image slots (Secure DFU, SMP, the loaders of ESP and NXP chips); the UWB subsystem's \
      versions and capabilities; the accessory's configuration data; identity and configuration of \
      Qorvo's command line and of the DWM1001 shell. Nothing is written and nothing is reset: an \
      accessory is told to stop again after it has said its configuration.

      BOARD is a name of the rig file, or serial=… or path=… of an attached board. Of an attached \
      board only the ports are asked that its profile allows; what speaks there is found out first \
      and remembered. A chip that tells its address through the probe tells which other USB device \
      is the same board, and that is remembered too.

      Status 1 when --diff finds a difference, 3 when the board, or one of its channels, does not \
      answer.
      """)

  @Argument(help: ArgumentHelp("The board; two with --diff.", valueName: "board"))
  var boards: [String] = []

  @Flag(help: "Compare two boards, and show only what they say differently.")
  var diff = false

  @Flag(
    name: .customLong("passive"),
    help: "Open no serial port and do not touch the chip: descriptors and probes alone.")
  var isPassive = false

  @Option(
    help: ArgumentHelp(
      "The serial number of the debug probe that leads to the board; by default the board's own.",
      valueName: "serial"), transform: Self.probe)
  var probe: String?

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if diff, boards.count != 2 { throw ValidationError("With --diff, give two boards.") }
    if !diff, boards.count != 1 { throw ValidationError("Give one board; --diff takes two.") }
    if diff, probe != nil { throw ValidationError("--probe leads to one board; leave --diff out.") }
  }

  /// It goes into a command line.
  private static func probe(_ text: String) throws -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isPlain, (1...64).contains(text.utf8.count) else {
      throw ValidationError(
        "found \(PrintableText.quoted(text, limit: 60)), allowed letters and digits")
    }
    return text
  }

  mutating func run() throws {
    LabSignal.block()
    throw try InspectSession(self).perform()
  }
}
