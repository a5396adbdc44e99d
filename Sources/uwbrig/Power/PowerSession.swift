import Boards
import Journal
import LabRuntime
import Links
import Rig

/// One switching of one board.
struct PowerSession {
  private static let schema = "uwbrig.power/1"
  private let verb: PowerVerb
  private let file: RigFile
  private let board: RigBoard
  private let off: Duration

  init(_ verb: PowerVerb) throws {
    self.verb = verb
    file = try RigSource.open(verb.rig)
    board = try RigSource.board(verb.board, in: file)
    off = verb.off
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
          + "ykush:<serial>:<port> or {command: …}" + (Self.socket(of: board) ?? ""))
    }
  }

  /// The words of the hub's port that the board hangs on now.
  private static func socket(of board: RigBoard) -> String? {
    guard case .usb(let selector, _, _) = board.link,
      let device = try? USBTree.system.snapshot().device(selector.device),
      let port = HubPort(of: device.path)
    else { return nil }
    return "; it hangs on hub:\(port.hub):\(port.number) now, and `uwbrig doctor` as root tells "
      + "what that hub switches"
  }

  func perform() throws -> ExitStatus {
    let lab = Lab.live(seed: 0)
    let equipment = BoardEquipment(of: board, in: file, lab: lab)
    let done = EndOfService(lab)
    SignalDesk(lab).listen { signal in done.open(ExitStatus(signal.exitStatus)) }
    let (action, off, force, name) = (verb.action, off, verb.force, board.name)
    let common = verb.common
    // A board that is off is nobody's, and looking at one takes it from nobody.
    let claims =
      force || action == .status || action == .on
      ? nil
      : try BoardClaims(
        file, boards: [name] + equipment.sharingPower,
        holder: .ourselves(program: "uwbrig power", run: nil))
    defer { claims?.release() }
    let status = try lab.run {
      switch action {
      case .off: try await equipment.cut(force: force)
      case .on: try await equipment.restore()
      case .cycle:
        try await equipment.cut(force: force)
        common.remark("\(name) is off")
        // Whoever is impatient gets the board back at once; a dark one is left to nobody.
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await lab.sleep(for: off, label: "the power of \(name)") }
          group.addTask { await done.wait() }
          await group.next()
          group.cancelAll()
        }
        try await equipment.restore()
      case .reset:
        common.remark("\(name) has started anew: \(try await equipment.restart().rawValue)")
      case .status: break
      }
      return try await equipment.status()
    }
    show(status, switchName: equipment.power?.name ?? (action == .reset ? "its USB port" : ""))
    return done.status
  }

  private func show(_ status: PowerStatus?, switchName: String) {
    // What programs did cannot be seen; then it is what was asked for.
    let isOn = status?.isOn ?? (verb.action == .status ? nil : verb.action != .off)
    let devices = status?.devices ?? []
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
    guard !verb.common.quiet, verb.action == .status else { return }
    if let switching = status?.switching {
      Output.result("  the hub says that it switches: \(switching.rawValue)")
    }
    if !devices.isEmpty { Output.result("  devices on it: \(devices.joined(separator: ", "))") }
  }
}
