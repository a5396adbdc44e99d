import ArgumentParser
import AttachedBoards
import Bench
import Boards
import Glibc
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import RigFile
import Runs
import Settings
import Terminal

/// `power`: switches a board off and on, and says what is known of it.
struct PowerCommand: ParsableCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable, Codable {
    case off, on, cycle, status, reset
  }

  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Cuts and restores the power of a board.",
    discussion: """
      The rig file says how a board is powered (power: hub:1-1.4:2, ykush:SERIAL:PORT, or \
      programs). Without a rig file, serial=… or path=… is an attached board, and the port of the hub \
      that it is plugged into is switched; status shows what that hub says it can switch. A board that is \
      off has no serial number: name it by path=….

      `off` ends when the board has disappeared, `on` when it is back: a switch that reports success \
      without effect is an error, status 3. A port that also powers a device that was not named is refused, \
      and so is a board that another program is using and, without a rig file, a port of the computer \
      itself.

      `reset` needs no switch: the board's USB port is reset with its power on or, where that is not \
      possible, the kernel detaches the board and attaches it again.
      """)

  @Argument(
    help: "A name of the rig file, or serial=… or path=… of an attached board.",
    completion: Completions.boards)
  var board: String

  @Argument(help: "What to do.")
  var action: Action

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(
    help: ArgumentHelp(
      "How long the power stays off in a cycle. (default: 1s)", valueName: "duration"),
    transform: DurationArgument.parse)
  var off = Duration.seconds(1)

  @Flag(help: "Cut the power even if other devices lose theirs or a program is using the board.")
  var force = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    let lab = Lab.live(seed: 0)
    let board: any PoweredBoard =
      if rig == nil, let selector = DeviceSelector(self.board) {
        try AttachedPower(
          selector, mayBeOff: action == .on || action == .status,
          sources: BoardSources(try ProfileLibrary.usual()), lab: lab)
      } else {
        try boardOfRig(lab)
      }
    let end = EndOfService(lab)
    end.openAtSignal()
    // A board that is off has no user, and looking at one disturbs none.
    var giveBack: () -> Void = {}
    if !force, action != .status, action != .on {
      giveBack = try board.take()
      try board.refuseIfOpen()
    }
    defer { giveBack() }
    let (action, off, force, common) = (action, off, force, common)
    let status = try lab.run {
      switch action {
      case .off: try await board.cut(force: force)
      case .on: try await board.restore()
      case .cycle:
        try await board.cut(force: force)
        common.remark("\(board.name) is off")
        // Interrupted, it gets its power back at once: a board that is left off is of no use.
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await lab.sleep(for: off, label: "the power of \(board.name)") }
          group.addTask { await end.wait() }
          await group.next()
          group.cancelAll()
        }
        try await board.restore()
      case .reset:
        common.remark("\(board.name) has restarted: \(try await board.restart().rawValue)")
      case .status: break
      }
      return try await board.status()
    }
    show(status, of: board)
    throw end.status
  }

  private func boardOfRig(_ lab: Lab) throws -> RigPower {
    let file = try RigSource.open(rig ?? ProjectSettings.current.rig)
    let board = try RigSource.board(board, in: file, orAttached: rig == nil)
    guard file.time == .real, board.power != .virtual else {
      throw Failure(
        .usage,
        "\(board.name) is a virtual board: its power is switched inside a run, by cases and "
          + "scenarios")
    }
    guard board.power != .none || action == .reset else {
      throw Failure(
        .usage,
        "the rig file does not say how \(board.name) is powered. Give it power: hub:<path>:<port>, "
          + "ykush:<serial>:<port> or {command: …}" + (RigPower.socket(of: board) ?? ""))
    }
    return RigPower(board, of: file, lab: lab)
  }

  private func show(_ status: PowerStatus?, of board: any PoweredBoard) {
    // What programs did cannot be seen; then it is what was asked for.
    let isOn = status?.isOn ?? (action == .status ? nil : action != .off)
    let devices = status?.devices ?? []
    let switchName =
      board.switchName.isEmpty && action == .reset ? "its USB port" : board.switchName
    if common.json {
      return PowerDocument(
        board: board.name, switch: switchName, action: action, on: isOn,
        switching: status?.switching, devices: devices
      ).print()
    }
    let word = isOn.map { $0 ? "on" : "off" } ?? "in a state that cannot be seen"
    Output.result("\(board.name) is \(word) (\(PrintableText.escaped(switchName)))")
    if isOn == false, let switching = status?.switching, switching != .perPort {
      common.remark(
        "Note: \(board.name) is off the bus, but its hub says that it "
          + (switching == .ganged ? "switches all its ports at once" : "switches no power")
          + ": the board may still have its supply")
    }
    if action == .off {
      for remark in board.remarksAfterOff { common.remark(remark) }
    }
    guard !common.quiet, action == .status else { return }
    if let switching = status?.switching {
      Output.result("  the hub says that it switches: \(switching.rawValue)")
    } else if board.switchName.contains("hub") {
      common.remark(
        "Note: the hub could not be asked what it switches" + (geteuid() == 0 ? "" : "; root may"))
    }
    if !devices.isEmpty { Output.result("  devices on it: \(devices.joined(separator: ", "))") }
  }
}

struct PowerDocument: Document {
  static let schema = "uwbrig.power/1"
  static let about = "What `uwbrig power --json` prints."

  var board: String
  var `switch`: String
  var action: PowerCommand.Action
  var on: Bool?
  var switching: HubDescriptor.Switching?
  var devices: [String]
}

extension HubDescriptor.Switching: Codable {}
