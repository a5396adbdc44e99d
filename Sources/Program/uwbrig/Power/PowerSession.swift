import Bench
import Boards
import Glibc
import Journal
import LabRuntime
import Links
import Notation
import RigFile

/// One switching of one board.
struct PowerSession {
  private static let schema = "uwbrig.power/1"
  private let verb: PowerVerb
  private let lab: Lab
  private let board: any PoweredBoard

  init(_ verb: PowerVerb) throws {
    self.verb = verb
    lab = Lab.live(seed: 0)
    if verb.rig == nil, let selector = DeviceSelector(verb.board) {
      board = try AttachedPower(
        selector, mayBeOff: verb.action == .on || verb.action == .status,
        sources: .standard(try ProfileLibrary.usual()), lab: lab)
    } else {
      board = try Self.board(verb, lab)
    }
  }

  private static func board(_ verb: PowerVerb, _ lab: Lab) throws -> RigPower {
    let file = try RigSource.open(verb.rig)
    let board = try RigSource.board(verb.board, in: file, orAttached: verb.rig == nil)
    guard file.time == .real, board.power != .virtual else {
      throw Failure(
        .usage,
        "\(board.name) is a virtual board: its power is switched inside a run, by cases and "
          + "scenarios")
    }
    guard board.power != .none || verb.action == .reset else {
      throw Failure(
        .usage,
        "the rig file does not say how \(board.name) is powered. Give it power: hub:<path>:<port>, "
          + "ykush:<serial>:<port> or {command: …}" + (socket(of: board) ?? ""))
    }
    return RigPower(
      board: board, file: file, equipment: BoardEquipment(of: board, in: file, lab: lab))
  }

  /// The words of the hub's port that the board hangs on now.
  private static func socket(of board: RigBoard) -> String? {
    guard case .usb(let selector, _, _) = board.link,
      let device = try? USBTree.system.snapshot().device(selector),
      let port = HubPort(of: device.path)
    else { return nil }
    return
      "; it hangs on hub:\(port.hub):\(port.number) now, and `uwbrig power path=\(device.path) "
      + "status` as root tells what that hub switches"
  }

  func perform() throws -> ExitStatus {
    let done = EndOfService(lab)
    SignalDesk(lab).listen { signal in done.open(ExitStatus(signal.exitStatus)) }
    let (lab, board) = (lab, board)
    let (action, off, force) = (verb.action, verb.off, verb.force)
    let common = verb.common
    // A board that is off is nobody's, and looking at one takes it from nobody.
    var giveBack: () -> Void = {}
    if !force, action != .status, action != .on {
      giveBack = try board.take()
      try board.refuseIfOpen()
    }
    defer { giveBack() }
    let status = try lab.run {
      switch action {
      case .off: try await board.cut(force: force)
      case .on: try await board.restore()
      case .cycle:
        try await board.cut(force: force)
        common.remark("\(board.name) is off")
        // Whoever is impatient gets the board back at once; a dark one is left to nobody.
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await lab.sleep(for: off, label: "the power of \(board.name)") }
          group.addTask { await done.wait() }
          await group.next()
          group.cancelAll()
        }
        try await board.restore()
      case .reset:
        common.remark("\(board.name) has started anew: \(try await board.restart().rawValue)")
      case .status: break
      }
      return try await board.status()
    }
    show(status)
    return done.status
  }

  private func show(_ status: PowerStatus?) {
    // What programs did cannot be seen; then it is what was asked for.
    let isOn = status?.isOn ?? (verb.action == .status ? nil : verb.action != .off)
    let devices = status?.devices ?? []
    let switchName =
      board.switchName.isEmpty && verb.action == .reset ? "its USB port" : board.switchName
    if verb.common.json {
      let document = JSONValue.object([
        .init("schema", .string(Self.schema)), .init("board", .string(board.name)),
        .init("switch", .string(switchName)),
        .init("action", .string(verb.action.rawValue)),
        .init("on", isOn.map { .bool($0) } ?? .null),
        .init("switching", status?.switching.map { .string($0.rawValue) } ?? .null),
        .init("devices", .array(devices.map { .string($0) })),
      ])
      return Output.result(document.indented)
    }
    let word = isOn.map { $0 ? "on" : "off" } ?? "in a state that cannot be seen"
    Output.result("\(board.name) is \(word) (\(PrintableText.escaped(switchName)))")
    if isOn == false, let switching = status?.switching, switching != .perPort {
      verb.common.remark(
        "Note: \(board.name) is off the bus, but its hub says that it "
          + (switching == .ganged ? "switches all its ports at once" : "switches no power")
          + ": the board may still have its supply")
    }
    if verb.action == .off {
      for remark in board.remarks(afterOff: status) { verb.common.remark(remark) }
    }
    guard !verb.common.quiet, verb.action == .status else { return }
    if let switching = status?.switching {
      Output.result("  the hub says that it switches: \(switching.rawValue)")
    } else if board.switchName.contains("hub") {
      verb.common.remark(
        "Note: the hub could not be asked what it switches" + (geteuid() == 0 ? "" : "; root may"))
    }
    if !devices.isEmpty { Output.result("  devices on it: \(devices.joined(separator: ", "))") }
  }
}
