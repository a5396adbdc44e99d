import ArgumentParser
import Bench
import BootProtocols
import CRigShims
import Console
import Errors
import Journal
import LabRuntime
import Links
import Printing
import RigFile
import Runs
import Terminal
import UCIHost

/// `console`: talks to one board.
struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Talks to a board: packets in hexadecimal or by name, answers raw and decoded.",
    discussion: """
      Reads commands from standard input, one per line, and prints all packets in both directions, \
      notifications included. A line is a packet in hexadecimal, or a command by name with its fields, \
      such as SESSION_INIT_CMD session_id=42. `wait 500ms` lets time pass (in simulated time nothing else \
      does), `break 250ms` holds a serial line low, `help` lists the names, `quit` ends. On a terminal, \
      Tab completes names and the arrow keys recall earlier lines. Blank lines and lines that begin with \
      # are ignored. It ends with the input, after the outstanding answers.

      An attached board needs no rig file once it is known which firmware it runs: `uwbrig boards --probe` \
      asks and remembers.

      Status 1 when a line was not a command, or a command had no answer.
      """)

  @Argument(
    help: "A name of the rig file, serial=… or path=… of an attached board, or a ble: link.",
    completion: Completions.boards)
  var board: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Flag(help: "Print the bytes only, nothing decoded.")
  var raw = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    let file = try RigSource.open(rig, boards: [board])
    let board = try RigSource.board(board, in: file, orAttached: rig == nil)
    guard [.uci, .niAccessory, .rangingOOB].contains(board.firmware) else {
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
    let limits = UCIHost.Limits(
      response: isUCI ? file.limits.uciResponse : file.limits.accessoryAnswer,
      reopen: file.limits.reopen)
    let status = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: .none(lab)) { bench in
        guard let opened = bench.board(named: board.name) else { return ExitStatus.internalError }
        let frames = try await opened.session.open()
        common.remark(
          "\(board.name) is open\(isUCI ? ", dialect \(printer.dialect)" : ""). "
            + "Type a packet in hexadecimal or a command by its name; help lists the commands.")
        defer {
          if let words = (try? opened.session.current())?.line?.lineErrors?.words {
            common.remark("Note: on the serial line of \(board.name): \(words)")
          }
        }
        let lines = ConsoleLines(lab, board: board.name, plain: common.json)
        defer { lines.close() }
        let talk = ConsoleTalk(
          lab, board: board.name, board.firmware,
          speaksBoth: board.firmware == .niAccessory && board.speaks(.rangingOOB), on: frames,
          limits: limits, printer
        ) { () async throws(RigError) in try await opened.session.reopen() }
        let read: @Sendable () async throws -> ConsoleInput? = {
          lines.offer(talk.words)
          return try await lines.next()
        }
        return try await talk.perform(input: read, until: end.wait)
      }
    }
    return .strongest([status, end.status])
  }
}
