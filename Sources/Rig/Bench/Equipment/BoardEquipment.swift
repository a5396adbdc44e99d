public import Boards
public import Errors
import FirmwareImages
import Flashing
import FoundationEssentials
public import LabRuntime
import Links
public import RigFile

/// The debug probe that leads to a board.
public struct BoardProbe: Sendable {
  /// `probe 683298616`
  public let name: String
  let target: ProbeTarget

  /// The probe that a rig file names; nil where it names none, or the board's profile does not say
  /// which chip is behind it.
  init?(of board: RigBoard, profiles: ProfileLibrary?) {
    guard let serial = board.probe,
      let profile = board.profile.flatMap({ profiles?.profile(named: $0) }),
      let chip = ChipMemory.known.first(where: { profile.chip.mcu.value.hasPrefix($0.name) }),
      chip.configuration != nil
    else { return nil }
    name = "probe \(serial)"
    target = ProbeTarget(
      serial: serial, chip: chip, device: profile.chip.target?.value ?? chip.name + "_xxAA")
  }
}

/// What the bench has around a board: the switch of its power, its debug probe, programs that reset
/// it.
public struct BoardEquipment: Sendable {
  /// What switches the board's power; nil where nothing does.
  public let power: PowerSwitch?
  /// What resets its chip; nil where nothing does.
  public let probe: BoardProbe?
  private let board: RigBoard
  private let file: RigFile
  private let lab: Lab
  private let control: PowerControl
  private let tree: USBTree

  /// The equipment of one board of a rig.
  ///
  /// - Parameter profiles: what is known of the chips behind debug probes.
  public init(
    of board: RigBoard, in file: RigFile, lab: Lab, profiles: ProfileLibrary? = nil,
    tree: USBTree = .system
  ) {
    self.board = board
    self.file = file
    self.lab = lab
    self.tree = tree
    control = PowerControl(lab, tree: PowerTree(root: tree.roots.sys + "/bus/usb/devices"))
    probe = BoardProbe(of: board, profiles: profiles)
    switch board.power {
    case .virtual, .none: power = nil
    case .hub(let path, let port): power = .hub(HubPort(hub: path, number: port))
    case .ykush(let serial, let port):
      power = .ykush(
        YKUSH(serial: serial), port: port,
        devicePath: Self.devicePath(of: board, in: file, tree.snapshot()))
    case .command(let cut, let restore, let limit):
      power = .programs(cut: cut, restore: restore, directory: file.directory, limit: limit)
    }
  }

  /// The USB devices of this rig's boards, where they hang now: what may lose its power.
  var devices: [(board: String, path: String)] {
    let inventory = tree.snapshot()
    return file.boards.flatMap { board in
      let probe = board.probe.flatMap { try? inventory.device(.serial($0)) }
      let paths = [Self.devicePath(of: board, in: file, inventory), probe?.path]
      return paths.compactMap { path in path.map { (board.name, $0) } }
    }
  }

  /// The other boards on the port that feeds this one, by name.
  public var sharingPower: [String] {
    guard case .hub(let port)? = power else { return [] }
    let names = devices.filter { $0.board != board.name && port.carries($0.path) }.map(\.board)
    return file.boards.map(\.name).filter(names.contains)
  }

  /// Takes the power away.
  ///
  /// - Parameter force: also where the port feeds what the rig file does not have.
  public func cut(force: Bool = false) async throws(RigError) {
    guard let power else { return }
    let devices = devices
    try await control.cut(power) { device in
      // A board may hang on the port through a hub of its own, which goes with it. What else hangs
      // on that hub is asked for by itself.
      force || devices.contains { $0.path == device || $0.path.hasPrefix(device + ".") }
    }
  }

  /// Gives the power back.
  public func restore() async throws(RigError) {
    guard let power else { return }
    try await control.restore(power)
  }

  /// Makes the board's USB device start anew, its power on; how it was done.
  public func restart() async throws(RigError) -> RestartMethod {
    guard let path = Self.devicePath(of: board, in: file, tree.snapshot()) else {
      throw RigError(
        .notFound, board.name, reason: "it is behind no USB device of this machine",
        advice: "Is it plugged in? `uwbrig boards` lists what is attached")
    }
    return try await control.restart(path)
  }

  /// What is known of the power; nil where nothing switches it.
  public func status() async throws(RigError) -> PowerStatus? {
    guard let power else { return nil }
    return try await control.status(power)
  }

  /// Runs a program of the rig file, in its folder.
  func run(_ command: String) async throws(RigError) {
    let program = PowerSwitch.programs(
      cut: command, restore: command, directory: file.directory, limit: .seconds(10))
    do throws(RigError) { try await control.restore(program) } catch {
      throw RigError(
        .failed, board.name, reason: "its reset failed: \(error.reason)", advice: error.advice)
    }
  }

  func resetByProbe() async throws(RigError) {
    guard let probe else {
      throw RigError(
        .failed, board.name,
        reason: "the rig file names no debug probe for it, or no profile that says which chip is "
          + "behind it",
        advice: "Give the board probe: and profile: in the rig file")
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    do throws(FlashError) {
      try await ProbeReset.perform(probe.target, searchPath: path, lab)
    } catch {
      let code: RigError.Code = error.code == .interrupted ? .cancelled : .failed
      throw RigError(
        code, board.name, reason: "its reset by \(probe.name) failed: \(error.message)",
        advice: error.advice)
    }
  }

  private static func devicePath(
    of board: RigBoard, in file: RigFile, _ inventory: USBInventory
  ) -> String? {
    inventory.device(behind: board.link.relative(to: file.directory))?.path
  }
}
