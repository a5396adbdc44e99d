import ArgumentParser
import Boards
import BootProtocols
import Flashing
import LabRuntime
import Notation
import RigFile
import Runs

/// `flash`: writes an image to a board, or to several at once.
struct FlashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flash",
    abstract:
      "Writes an image to a board through its bootloader or a debug probe, and verifies it.",
    discussion: """
      The plan is shown first: what goes where, by which method, and what stays. The board is the \
      one that the rig file names or, without a rig file, serial=… or path=… of an attached one. It is \
      found by its USB serial number each time its port is opened; nothing else is written to. Repeat the \
      command after an interruption: the flash resumes where the protocol allows it.

      A Bluetooth LE device is flashed over its own services by mcuboot-smp or secure-dfu, also by its \
      link alone: ble:name=Lock,service=smp, or service=dfu of a bootloader that advertises.

      An attached board's profile is never guessed: where several fit that differ in chip, memory, \
      preserved pages or methods, --profile says which one it is.

      Methods: secure-dfu takes a DFU package; mcuboot-smp takes a signed MCUboot image; esp-rom, nxp-dk6, \
      nxp-mboot and usb-dfu take HEX, ELF, UF2, or raw bytes with --base; uf2 copies to the \
      bootloader's drive. Through a debug probe, with a program installed on this machine: nrfutil (7 or \
      later), jlink, openocd, pyocd, probe-rs. A board that runs its application is brought into its \
      bootloader as its profile says, and found there by its serial number or its port. Status 1 when \
      what is on the board is not what was sent, 3 when the board does not answer.
      """)

  @Argument(
    help: ArgumentHelp(
      "The board (a name of the rig file, or serial=… or path=… of an attached one), then the image; "
        + "with --all or --match the image alone.",
      valueName: "board> <image"), completion: Completions.boardsAndImages)
  var words: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Flag(
    help:
      "Flash every board of the rig that waits in a bootloader or has a known debug probe, all at once."
  )
  var all = false

  @Option(
    help: ArgumentHelp(
      "Flash only the boards whose names match, such as 'anchor-*'.", valueName: "pattern"))
  var match: String?

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "How to flash. (default: what speaks on the board's link, else the first installed program of "
        + "the board's profile)", valueName: "method"),
    completion: .list(FlashMethod.supported.map(\.rawValue)),
    transform: { text in
      let method = FlashMethod.supported.first { $0.rawValue == text }
      return try ValidationError.checked(
        method, of: text, among: FlashMethod.supported.map(\.rawValue))
    })
  var methodName: FlashMethod?

  @Option(
    name: .customLong("enter"),
    help: ArgumentHelp(
      "How the board gets into its bootloader: by-hand, touch-1200, bridge-lines, built-in-lines, "
        + "smp-reset, usb-detach, or command:TEXT. (default: as its profile says)", valueName: "how"
    ),
    completion: .list(BootloaderEntry.names),
    transform: { text in
      let names = BootloaderEntry.names + ["command:TEXT"]
      return try ValidationError.checked(BootloaderEntry(named: text), of: text, among: names)
    })
  var entry: BootloaderEntry?

  @Option(
    help: ArgumentHelp(
      "Where the bootloader's drive is mounted (uf2). (default: the drive of the board's USB device)",
      valueName: "folder"), completion: .directory)
  var volume: String?

  @Option(
    help: ArgumentHelp(
      "The address of the first byte of a raw image, such as 0x10000.", valueName: "address"),
    transform: FlashAddress.parse)
  var base: UInt32?

  @Flag(help: "Only try the image: the next reset reverts it unless it is confirmed (SMP).")
  var test = false

  @Flag(
    name: .customLong("no-verify"),
    help: "Skip verification, where the method allows it.")
  var noVerify = false

  @Flag(name: .customLong("plan"), help: "Show the plan and do nothing.")
  var planOnly = false

  @Option(
    help: ArgumentHelp(
      "What an attached board is, where USB does not identify it: one of the profiles that fit.",
      valueName: "name"))
  var profile: String?

  @OptionGroup var profiles: ProfileOptions

  @OptionGroup(title: "Through a debug probe") var probeOptions: ProbeFlashOptions

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    let isSeveral = all || match != nil
    let expected = isSeveral ? 1 : 2
    guard words.count == expected else {
      throw ValidationError(
        isSeveral ? "With --all or --match, give the image alone." : "Give a board and an image.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    let command = self
    let order = FlashOrder(
      board: all || match != nil ? nil : words[0], match: match, image: words.last ?? "",
      base: base, rig: rig, profile: profile, request: request,
      profiles: try profiles.library(), planOnly: planOnly, presentation: common,
      again: { board in command.command(for: board) })
    throw try FlashSession(order).perform()
  }
}

extension FlashCommand {
  private var request: FlashRequest {
    var request = FlashRequest()
    request.method = methodName
    request.entry = entry
    request.verifies = !noVerify
    request.confirms = !test
    request.probe = probeOptions.probe
    request.erase = probeOptions.erase
    request.recovers = probeOptions.recover
    request.backupFolder = probeOptions.backup
    request.volume = volume
    return request
  }

  /// The command that flashes one of the boards again, as it was asked for.
  private func command(for board: String) -> String {
    var words = ["uwbrig", "flash", board, words.last ?? ""]
    func add(_ option: String, _ value: String?) {
      if let value { words += [option, value] }
    }
    add("--rig", rig)
    add("--profile", profile)
    add("--method", methodName?.rawValue)
    add("--enter", entry?.word)
    add("--volume", volume)
    add("--base", base.map { "0x" + String($0, radix: 16) })
    add("--probe", probeOptions.probe)
    if probeOptions.erase == .all { add("--erase", "all") }
    if probeOptions.backup != "." { add("--backup", probeOptions.backup) }
    for folder in profiles.directories { add("--profiles", folder) }
    let flags = [
      (probeOptions.recover, "--recover"), (test, "--test"), (noVerify, "--no-verify"),
    ]
    words += flags.compactMap { $0.0 ? $0.1 : nil }
    return words.map(ToolCommand.quoted).joined(separator: " ")
  }
}

extension BootloaderEntry {
  /// The word that stands for it on the command line.
  fileprivate var word: String {
    if case .command(let text) = self { return "command:" + text.filter { !$0.isNewline } }
    return Self.names.first { Self(named: $0) == self } ?? "by-hand"
  }
}

extension ValidationError {
  /// A value that was read from a text, or the refusal of the text with the names that there are.
  fileprivate static func checked<Value>(
    _ value: Value?, of text: String, among names: [String]
  ) throws -> Value {
    guard let value else {
      throw ValidationError(NearestName.refusal(of: text, expected: names))
    }
    return value
  }
}

enum FlashAddress {
  /// Reads `0x…` or a decimal number.
  static func parse(_ text: String) throws -> UInt32 {
    let address =
      text.lowercased().hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let address else {
      throw ValidationError(
        expected: "an address such as 0x10000", got: ValidationError.shown(text))
    }
    return address
  }
}
