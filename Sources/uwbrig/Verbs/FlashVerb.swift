import ArgumentParser
import Flashing
import LabRuntime
import Notation

/// `flash`: writes an image to a board, or to several at once.
struct FlashVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flash",
    abstract: "Writes an image to a board through its bootloader, and proves that it is there.",
    discussion: """
      The plan is shown first: what goes where, by which method, and what stays. The board is the \
      one that the rig file names, found by its USB serial number each time its line is opened; \
      nothing else is written to. A flash that was interrupted goes on where the protocol allows, \
      when the command is given again.

      Methods: secure-dfu takes a DFU package, mcuboot-smp a signed MCUboot image, esp-rom, nxp-dk6 \
      and nxp-mboot take HEX, ELF, UF2, or raw bytes with --base. Status 1 when what is on the \
      board is not what was sent, 3 when the board does not answer.
      """)

  @Argument(
    help: ArgumentHelp(
      "The board, then the image; with --all the image alone.", valueName: "board> <image"))
  var words: [String] = []

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Flag(help: "Flash every board of the rig that waits in a bootloader, all at once.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "How; by default what speaks on the board's link.", valueName: "method"),
    transform: FlashMethodArgument.parse)
  var method: SerialMethod?

  @Option(
    help: ArgumentHelp("Where the first byte goes, for raw bytes: 0x10000.", valueName: "address"),
    transform: FlashAddress.parse)
  var base: UInt32?

  @Flag(help: "Only try the image: it goes back at the next reset unless it is confirmed (SMP).")
  var test = false

  @Flag(
    name: .customLong("no-verify"), help: "Do not prove the outcome, where that can be left out.")
  var noVerify = false

  @Flag(name: .customLong("plan"), help: "Show the plan and do nothing.")
  var planOnly = false

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    let expected = all ? 1 : 2
    guard words.count == expected else {
      throw ValidationError(
        all ? "With --all, give the image alone." : "Give a board and an image.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    throw try FlashSession(self).perform()
  }
}

/// A method on the command line.
enum FlashMethodArgument {
  /// Reads a method by its name.
  static func parse(_ text: String) throws -> SerialMethod {
    if let method = SerialMethod(rawValue: text) { return method }
    let names = SerialMethod.allCases.map(\.rawValue)
    let hint = NearestName.nearest(to: text, among: names).map { "; did you mean \"\($0)\"?" }
    throw ValidationError(
      "found \(PrintableText.quoted(text, limit: 60)), allowed "
        + names.joined(separator: ", ") + (hint ?? ""))
  }
}

/// An address on the command line.
enum FlashAddress {
  /// Reads `0x…` or a decimal number.
  static func parse(_ text: String) throws -> UInt32 {
    let address =
      text.lowercased().hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let address else {
      throw ValidationError("found \"\(text.prefix(20))\", allowed an address such as 0x10000")
    }
    return address
  }
}
