public import Boards
public import LabRuntime
public import Links

/// What the bench has around a board: the switch of its power, programs that reset it.
public struct BoardEquipment: Sendable {
  /// What switches the board's power; nil where nothing does.
  public let power: PowerSwitch?
  private let control: PowerControl
  private let directory: String
  /// The USB devices of this rig's boards: what may lose its power.
  private let devices: [String]

  /// The equipment of one board of a rig.
  public init(of board: RigBoard, in file: RigFile, lab: Lab) {
    control = PowerControl(lab)
    directory = file.directory
    devices = file.boards.compactMap { BoardEquipment.devicePath(of: $0, in: file) }
    switch board.power {
    case .virtual, .none: power = nil
    case .hub(let path, let port): power = .hub(HubPort(hub: path, number: port))
    case .ykush(let serial, let port):
      power = .ykush(
        YKUSH(serial: serial), port: port,
        devicePath: BoardEquipment.devicePath(of: board, in: file))
    case .command(let cut, let restore, let limit):
      power = .programs(cut: cut, restore: restore, directory: file.directory, limit: limit)
    }
  }

  /// Takes the power away.
  ///
  /// - Parameter force: also where the port feeds what the rig file does not have.
  public func cut(force: Bool = false) async throws(LinkError) {
    guard let power else { return }
    do throws(PowerError) {
      try await control.cut(power) { device in
        force || devices.contains { HubPort(of: $0)?.carries(device) == true }
      }
    } catch { throw BoardEquipment.linkError(error) }
  }

  /// Gives the power back.
  public func restore() async throws(LinkError) {
    guard let power else { return }
    do throws(PowerError) { try await control.restore(power) } catch {
      throw BoardEquipment.linkError(error)
    }
  }

  /// What is known of the power; nil where nothing switches it.
  public func status() async throws(LinkError) -> PowerStatus? {
    guard let power else { return nil }
    do throws(PowerError) { return try await control.status(power) } catch {
      throw BoardEquipment.linkError(error)
    }
  }

  /// Runs a program of the rig file, in its folder.
  func run(_ command: String, for board: String) async throws(LinkError) {
    let program = PowerSwitch.programs(
      cut: command, restore: command, directory: directory, limit: .seconds(10))
    do throws(PowerError) { try await control.restore(program) } catch {
      throw LinkError(
        .failed, link: board, reason: "its reset failed: \(error.reason)", advice: error.advice)
    }
  }

  private static func devicePath(of board: RigBoard, in file: RigFile) -> String? {
    switch board.link.relative(to: file.directory) {
    case .serial(let path, _): TerminalPlace(of: path)?.devicePath
    case .usb(.path(let path), _, _): path
    default: nil
    }
  }

  private static func linkError(_ error: PowerError) -> LinkError {
    let code: LinkError.Code =
      switch error.code {
      case .notFound: .notFound
      case .notPermitted: .notPermitted
      case .cancelled: .cancelled
      case .carriesOthers, .noEffect, .refused: .failed
      }
    return LinkError(code, link: error.what, reason: error.reason, advice: error.advice)
  }
}
