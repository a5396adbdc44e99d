import Bench
import Boards
import LabRuntime
import Links
import RigFile

/// A board whose power is switched, however it was named.
protocol PoweredBoard: Sendable {
  /// What messages call it.
  var name: String { get }
  /// What switches its power, in words; empty where nothing does.
  var switchName: String { get }
  /// The terminals that lose their board with the power.
  var terminals: [(node: DeviceNode, device: USBDevice)] { get }

  /// Takes the board, so that nobody loses it in mid-sentence; what is returned gives it back.
  func take() throws -> () -> Void
  /// Takes the power away, and returns when the board is gone.
  func cut(force: Bool) async throws
  /// Gives the power back, and returns when the board is there.
  func restore() async throws
  /// Makes it start anew with its power on.
  func restart() async throws -> RestartMethod
  /// What is known of its power; nil where nothing switches it.
  func status() async throws -> PowerStatus?
  /// What a person should know of a board that was just switched off.
  func remarks(afterOff status: PowerStatus?) -> [String]
}

extension PoweredBoard {
  /// Refuses a board one of whose terminals somebody has open: no lock says so of other programs.
  func refuseIfOpen() throws(LinkError) {
    let found = terminals
    let check = AccessCheck(USBInventory(found.map(\.device)))
    for (node, device) in found {
      guard let holder = check.terminal(node, of: device).holders.first else { continue }
      throw LinkError(
        .busy, link: node.path, reason: "\(holder) has it open",
        advice: "End that program, or say --force")
    }
  }

  func remarks(afterOff status: PowerStatus?) -> [String] { [] }
}

/// A board of a rig file, switched as the file says.
struct RigPower: PoweredBoard {
  let board: RigBoard
  let file: RigFile
  let equipment: BoardEquipment

  var name: String { board.name }
  var switchName: String { equipment.power?.name ?? "" }

  var terminals: [(node: DeviceNode, device: USBDevice)] {
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

  func take() throws -> () -> Void {
    let claims = try BoardClaims(
      file, boards: [name] + equipment.sharingPower,
      holder: .ourselves(program: "uwbrig power", run: nil))
    return { claims.release() }
  }

  func cut(force: Bool) async throws { try await equipment.cut(force: force) }
  func restore() async throws { try await equipment.restore() }
  func restart() async throws -> RestartMethod { try await equipment.restart() }
  func status() async throws -> PowerStatus? { try await equipment.status() }
}
