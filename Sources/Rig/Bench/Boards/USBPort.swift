public import Boards
public import Errors
public import Flashing
public import LabRuntime
public import Links
import Notation
import RigFile
import Synchronization

/// A terminal device that is found by its USB identity each time it is opened: after a plug it may
/// have another number, and another board may hang in its place.
public final class USBPort: BoardPort, IdentifiedPort {
  /// `usb:serial=…,interface=…`
  public let name: String
  private let lab: Lab
  private let selector: DeviceSelector
  private let interface: Int
  private let parameters: SerialParameters
  private let profile: PortProfile?
  /// Where the device is looked for.
  public let tree: USBTree
  private let identity: Mutex<DeviceIdentity?>
  private let found = Mutex<LineSettings?>(nil)

  /// A port by how a rig file names it.
  ///
  /// - Parameters:
  ///   - profile: what fills in the parameters that are left open.
  ///   - identity: the one device that may be opened; nil for the first that is found.
  public init(
    _ lab: Lab, selector: DeviceSelector, interface: Int, parameters: SerialParameters,
    profile: PortProfile? = nil, tree: USBTree = .system, identity: DeviceIdentity? = nil
  ) {
    self.profile = profile
    self.lab = lab
    name = "usb:\(selector),interface=\(interface)"
    self.selector = selector
    self.interface = interface
    self.parameters = parameters
    self.tree = tree
    self.identity = Mutex(identity)
  }

  /// The port of what the board has become: only that device is ever opened by it.
  public func following(
    _ device: USBDevice, interface: Int?, _ port: BoardProfile.Port?
  ) -> USBPort {
    var parameters = parameters
    if let port {
      if let baud = port.baud { parameters.baud = baud.value }
      parameters.dtr = port.dtr
      parameters.rts = port.rts
    }
    // What the device has become says how its port wants to be opened: no profile.
    return USBPort(
      lab, selector: .path(device.path), interface: interface ?? self.interface,
      parameters: parameters, tree: tree, identity: DeviceIdentity(device))
  }

  /// The device, whatever its interfaces are.
  ///
  /// - Throws: ``RigError`` as ``locate()`` does.
  public func device() throws(RigError) -> USBDevice { try find { $0 } }

  /// The node that the port has at this moment.
  ///
  /// - Throws: ``RigError`` `notFound` with what is attached, `ambiguous` with the candidates.
  public func locate() throws(RigError) -> DeviceNode { try find(terminal) }

  private func terminal(of device: USBDevice) throws(RigError) -> DeviceNode {
    try device.terminal(interface: interface)
  }

  /// What is wanted of the device; one that has it is the only one from then on.
  private func find<Wanted>(
    _ wanted: (USBDevice) throws(RigError) -> Wanted
  ) throws(RigError) -> Wanted {
    do throws(RigError) {
      let device =
        if let identity = identity.withLock({ $0 }) {
          try tree.verifyIdentity(identity, askedFor: selector)
        } else {
          try tree.snapshot().device(selector)
        }
      let found = try wanted(device)
      identity.withLock { $0 = DeviceIdentity(device) }
      return found
    } catch {
      throw error.at(PrintableText.escaped(name))
    }
  }

  /// Finds the port and opens it.
  public func open() async throws(RigError) -> any Link { try await open { _ in } }

  var settings: LineSettings? { found.withLock { $0 } }

  func open(
    changing change: (inout SerialParameters) -> Void
  ) async throws(RigError) -> any Link {
    let (device, node) = try find { device throws(RigError) in
      (device, try terminal(of: device))
    }
    let settings = profile?.settings(of: device, interface: interface)
    found.withLock { $0 = settings }
    var parameters = parameters.filled(from: settings)
    change(&parameters)
    do throws(RigError) {
      return try await SerialPort(lab, path: node.path, parameters: parameters).open()
    } catch {
      throw explained(error, node)
    }
  }

  /// Says who has the port, or why this user may not open it, and what mends that.
  private func explained(_ error: RigError, _ node: DeviceNode) -> RigError {
    var (reason, advice) = (error.reason, error.advice)
    if error.code == .busy || error.code == .notPermitted,
      let device = try? tree.snapshot().device(selector)
    {
      let access = AccessCheck(USBInventory([device]), roots: tree.roots).terminal(node, of: device)
      if !access.reason.isEmpty { reason = access.reason }
      if !access.remedy.isEmpty { advice = "Fix it with: \(access.remedy)" }
    }
    return RigError(
      error.code, "\(PrintableText.escaped(name)) at \(node.path)", reason: reason, advice: advice)
  }
}

extension RigFile {
  /// Throws unless every board on a USB link is there, alone, and on a terminal of its own.
  static func checkAttached(_ boards: [BenchBoard]) throws(RigError) {
    var taken: [(node: String, board: String)] = []
    for board in boards {
      let nodes: [String]
      if let port = board.usbPort {
        let node = try port.locate()
        nodes = [node.path] + node.links
      } else if case .serial(let path, _) = board.description.link {
        nodes = [path]
      } else {
        continue
      }
      if let other = taken.first(where: { nodes.contains($0.node) }) {
        throw RigError(
          .failed, PrintableText.escaped(board.description.link.description),
          reason:
            "the boards \(other.board) and \(board.name) are on one serial port, \(other.node)",
          advice: "Give each board a serial port of its own")
      }
      taken += nodes.map { ($0, board.name) }
    }
  }
}
