import Bench
import Boards
import BootProtocols
import Errors
import Inspection
import LabRuntime
import Links
import RigFile

/// A serial port of an attached board, opened as the board's profile says.
final class KnownPort: Sendable {
  let device: USBDevice
  let interface: Int
  let node: DeviceNode
  let settings: LineSettings?
  /// What may be asked here, in order.
  let questions: [Firmware]

  init?(_ port: MatchedPort, of match: BoardMatch, _ library: ProfileLibrary) {
    guard let node = port.terminal else { return nil }
    self.node = node
    device = port.device
    interface = port.interface
    questions = match.questions(for: port)
    // Framing and rate of UCI count where nothing else may speak here.
    settings = library.lineSettings(
      of: port.device, interface: port.interface, firmware: questions == [.uci] ? .uci : nil)
  }

  /// The same port with its board locked against other programs.
  ///
  /// - Throws: ``RigError`` `busy` when another program has the board.
  func claim(_ program: String, in tree: USBTree) throws(RigError) -> BoardClaim {
    try BoardClaim([tree.snapshot().lockKey(of: device)], named: node.path, for: program)
  }

  func open(_ lab: Lab, tree: USBTree) async throws(RigError) -> any Link {
    let now: USBDevice
    do throws(RigError) {
      now = try tree.verifyIdentity(DeviceIdentity(device), askedFor: .path(device.path))
    } catch {
      throw error.at(node.path)
    }
    let parameters = settings?.parameters ?? .standard
    let port = USBPort(
      lab, selector: .path(now.path), interface: interface,
      parameters: parameters.filled(from: .standard), tree: tree)
    let link = try await port.open()
    guard settings?.framing != nil else { return link }
    return try await PnPLink.begin(over: link, lab: lab)
  }

  func ask(_ lab: Lab, tree: USBTree) async throws(RigError) -> ProbeResult {
    try await PortProbe.ask(
      questions, on: try await open(lab, tree: tree), settle: settings?.settle, lab: lab)
  }
}
