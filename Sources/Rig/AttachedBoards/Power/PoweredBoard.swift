import Bench
package import Boards
package import Errors
package import LabRuntime
import Links
package import RigFile

/// A board whose power is switched, however it was named.
package protocol PoweredBoard: Sendable {
  var name: String { get }
  /// What switches its power, in words; empty where nothing does.
  var switchName: String { get }
  var terminals: [(node: DeviceNode, device: USBDevice)] { get }

  /// Locks the board, so that no other program loses it meanwhile; the value returned unlocks it.
  func take() throws -> () -> Void
  func cut(force: Bool) async throws
  func restore() async throws
  /// Makes it start anew with its power on.
  func restart() async throws -> RestartMethod
  /// What is known of its power; nil where nothing switches it.
  func status() async throws -> PowerStatus?
  /// What a person should know of a board that was just switched off.
  var remarksAfterOff: [String] { get }
}

extension PoweredBoard {
  /// Refuses a board one of whose terminals another program has open, which no lock tells.
  package func refuseIfOpen() throws(RigError) {
    let found = terminals
    let check = AccessCheck(USBInventory(found.map(\.device)))
    for (node, device) in found {
      guard let holder = check.terminal(node, of: device).holders.first else { continue }
      throw RigError(
        .busy, node.path, reason: "\(holder) has it open",
        advice: "End that program, or say --force")
    }
  }

  package var remarksAfterOff: [String] { [] }
}

/// A board of a rig file, switched as the file says.
package struct RigPower: PoweredBoard {
  private let board: RigBoard
  private let file: RigFile
  private let equipment: BoardEquipment

  package init(_ board: RigBoard, of file: RigFile, lab: Lab) {
    self.board = board
    self.file = file
    equipment = BoardEquipment(of: board, in: file, lab: lab)
  }

  /// The hub's port that the board hangs on now, and how to look at it; nil where that is not
  /// known.
  package static func socket(of board: RigBoard) -> String? {
    guard case .usb(let selector, _, _) = board.link,
      let device = try? USBTree.system.snapshot().device(selector),
      let port = HubPort(of: device.path)
    else { return nil }
    return
      "; it hangs on hub:\(port.hub):\(port.number) now, and `uwbrig power path=\(device.path) "
      + "status` as root tells what that hub switches"
  }

  package var name: String { board.name }
  package var switchName: String { equipment.power?.name ?? "" }

  package var terminals: [(node: DeviceNode, device: USBDevice)] {
    let names = [name] + equipment.sharingPower
    let inventory = USBTree.system.snapshot()
    return inventory.devices.flatMap { device in
      device.interfaces.flatMap { interface in
        interface.terminals.filter {
          file.board(at: $0, of: device, interface: interface.number, in: inventory)
            .map(names.contains) ?? false
        }.map { ($0, device) }
      }
    }
  }

  package func take() throws -> () -> Void {
    let claims = try BoardClaim(
      file, boards: [name] + equipment.sharingPower,
      holder: .ourselves(program: "uwbrig power", run: nil))
    return { claims.release() }
  }

  package func cut(force: Bool) async throws { try await equipment.cut(force: force) }
  package func restore() async throws { try await equipment.restore() }
  package func restart() async throws -> RestartMethod { try await equipment.restart() }
  package func status() async throws -> PowerStatus? { try await equipment.status() }
}
