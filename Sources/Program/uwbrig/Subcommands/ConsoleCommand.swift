import ArgumentParser
import Bench
import BootProtocols
import CRigShims
import Console
import Journal
import LabRuntime
import Links
import RigFile

/// `console`: talks to one board.
struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Talks to a board: packets in hexadecimal or by name, answers raw and decoded.",
    discussion: """
      Reads commands from standard input, one a line, and prints everything that goes and comes, \
      what the board says by itself too. A line is a packet in hexadecimal, or a command by its \
      name with its fields, such as SESSION_INIT_CMD session_id=42; wait 500ms lets time pass (in \
      virtual time nothing else does), break 250ms holds a serial line low, help lists the names, \
      quit ends. Blank lines and lines that begin with # are passed over. Ends with the input, after \
      the answers that are outstanding.

      An attached board needs no rig file once it is known what it speaks: boards --probe asks that, \
      and remembers.

      Status 1 when a line was no command, or a command had no answer.
      """)

  @Argument(help: "A name of the rig file, or serial=… or path=… of an attached board.")
  var board: String

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Flag(help: "Print the bytes alone, nothing decoded.")
  var raw = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    let file = try RigSource.open(rig, boards: [board])
    let board = try RigSource.board(board, in: file, orAttached: rig == nil)
    guard board.firmware == .uci || board.firmware == .niAccessory else {
      throw Failure.notAvailable("a console for boards that speak \(board.firmware.rawValue)")
    }
    throw try talk(to: board, of: file)
  }

  private func talk(to board: RigBoard, of file: RigFile) throws -> ExitStatus {
    let lab = file.time == .virtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let end = EndOfService(lab)
    if lab.isSimulated {
      // The lab stands still while a person thinks, and nothing outside of it has to be tidied up.
      LabSignal.listen { signal in
        if case .status = signal { return }
        rig_exit_now(signal.exitStatus)
      }
    } else {
      end.openAtSignal()
    }
    let isUCI = board.firmware == .uci
    let printer = ConsolePrinter(board: board, options: common, isRaw: raw)
    let limit = isUCI ? file.limits.uciResponse : file.limits.accessoryAnswer
    let status = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: .none(lab)) { bench in
        guard let opened = bench.board(named: board.name) else { return ExitStatus.internalError }
        let frames = try await opened.session.open()
        common.remark(
          "\(board.name) is open\(isUCI ? ", dialect \(printer.dialect)" : ""). "
            + "Type a packet in hexadecimal or a command by its name; help lists the commands.")
        defer {
          if let words = frames.line?.lineErrors?.words {
            common.remark("Note: on the serial line of \(board.name): \(words)")
          }
        }
        let lines = ConsoleLines(lab)
        return try await ConsoleTalk(
          lab, board: board.name, board.firmware, on: frames, limit: limit, printer
        ).perform(input: lines.next, until: end.wait)
      }
    }
    return .strongest([status, end.status])
  }
}
