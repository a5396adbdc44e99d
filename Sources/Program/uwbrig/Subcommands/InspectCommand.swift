import ArgumentParser
import AttachedBoards
import Bench
import Boards
import Inspection
import Journal
import LabRuntime
import Links
import Notation
import Printing
import RigFile
import Runs
import Terminal

/// `inspect`: what a board says of itself.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a board reports about itself, on every channel that is safe to read.",
    discussion: """
      USB descriptors; the debug probe's firmware and voltages; the chip behind it, its address, its \
      protection and its MCUboot images, read by OpenOCD without halting it; the bootloader's chip \
      and image slots (Secure DFU, SMP, the loaders of ESP and NXP chips); the UWB subsystem's \
      versions and capabilities; the accessory's configuration data; identity and configuration of \
      Qorvo's command line and of the DWM1001 shell. Nothing is written and nothing is reset: an \
      accessory that reported its configuration is stopped again.

      Of a Bluetooth LE device: its services, characteristics and the security that each asks for, \
      found out by reading; the stock firmware that has such services, and the ways to flash it.

      BOARD is a name of the rig file, serial=… or path=… of an attached board, or the link of a \
      Bluetooth LE device, such as ble:name=Lock,service=nus (`uwbrig scan ble`). Of an attached \
      board only the ports that its profile allows are asked; which firmware speaks there is found out \
      first and remembered. When a chip reports its address through the probe, the other USB device \
      of the same board is known by it, and that is remembered too.

      Status 1 when --diff finds a difference, 3 when the board, or one of its channels, does not \
      answer.
      """)

  @Argument(
    help: ArgumentHelp("The board; two with --diff.", valueName: "board"),
    completion: Completions.boards)
  var boards: [String] = []

  @Flag(help: "Compare two boards, and show only the differences.")
  var diff = false

  @Flag(
    name: .customLong("passive"),
    help: "Open no serial port and do not touch the chip: read descriptors and probes only.")
  var isPassive = false

  @Option(
    help: ArgumentHelp(
      "The serial number of the debug probe that leads to the board. (default: the board's own)",
      valueName: "serial"), transform: Self.probe)
  var probe: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @OptionGroup var programs: ProgramOptions
  @OptionGroup var profiles: ProfileOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if diff, boards.count != 2 { throw ValidationError("With --diff, give two boards.") }
    if !diff, boards.count != 1 { throw ValidationError("Give one board; --diff takes two.") }
    if diff, probe != nil { throw ValidationError("--probe leads to one board; leave --diff out.") }
  }

  private static func probe(_ text: String) throws -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isPlain, (1...64).contains(text.utf8.count) else {
      throw ValidationError(expected: "letters and digits", got: ValidationError.shown(text))
    }
    return text
  }

  mutating func run() throws {
    LabSignal.block()
    let library = try profiles.library()
    let (subjects, file) = try subjects()
    let isVirtual = file?.time == .virtual && subjects.allSatisfy(\.isOfRig)
    let lab = isVirtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let end = EndOfService(lab)
    end.openAtSignal()
    let inspection = BoardInspection(
      lab: lab, library: library, tree: .system, isPassive: isPassive, probe: probe,
      remark: common.remark)
    let boards = try lab.run {
      try await withThrowingTaskGroup(of: [InspectedBoard]?.self) { group in
        group.addTask {
          guard let file else { return await inspection.inspect(subjects, on: nil) }
          return try await Bench.withBench(
            file, lab: lab, journal: .none(lab),
            holder: .ourselves(program: "uwbrig inspect", run: nil), profiles: library
          ) { await inspection.inspect(subjects, on: $0) }
        }
        group.addTask {
          await end.wait()
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
    guard let boards else { throw end.status }
    let comparison = diff ? BoardComparison(boards[0].channels, boards[1].channels) : nil
    InspectPrinter(common: common).show(boards, comparison)
    let isSilent = boards.contains(where: \.isSilent)
    let differs = comparison?.differences.isEmpty == false
    throw ExitStatus.strongest([end.status, isSilent ? .bench : .done, differs ? .no : .done])
  }

  /// The boards that are named, and as much of the rig file as they need; nil where none is in it.
  private func subjects() throws -> ([InspectionSubject], RigFile?) {
    let usesRig = rig != nil || boards.contains { DeviceSelector($0) == nil }
    let devices = rig == nil ? try AttachedRig.bluetooth(boards) : nil
    let file = usesRig ? try devices ?? RigSource.reach(rig) : nil
    try file.map(programs.check)
    let inventory = USBTree.system.snapshot()
    var names: [String] = []
    var subjects: [InspectionSubject] = []
    for word in boards {
      if rig == nil, let selector = DeviceSelector(word) {
        guard !programs.virtualOnly else {
          throw Failure(
            .usage,
            "--virtual-only: expected a board of a rig file, got \(PrintableText.quoted(word, limit: 60)), "
              + "an attached one")
        }
        subjects.append(.attached(try inventory.device(selector), name: word))
      } else if let file {
        let board = try RigSource.board(word, in: file, orAttached: rig == nil)
        if isPassive {
          guard case .usb(let selector, _, _) = board.link else {
            throw Failure(
              .usage,
              "--passive opens no line, and the rig file leads to \(board.name) by "
                + "\(PrintableText.escaped("\(board.link)")) alone: leave --passive out, or name the "
                + "attached board with serial=… or path=…")
          }
          subjects.append(.attached(try inventory.device(selector), name: board.name))
          continue
        }
        names.append(board.name)
        subjects.append(.rig(board.name))
      }
    }
    return (subjects, names.isEmpty ? nil : file?.keeping(only: names))
  }
}
