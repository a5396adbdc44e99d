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
  /// - Parameter profile: what fills in the parameters that are left open.
  public init(
    _ lab: Lab, selector: DeviceSelector, interface: Int, parameters: SerialParameters,
    profile: PortProfile? = nil, tree: USBTree = .system
  ) {
    self.profile = profile
    self.lab = lab
    name = "usb:\(selector),interface=\(interface)"
    self.selector = selector
    self.interface = interface
    self.parameters = parameters
    self.tree = tree
    identity = Mutex(nil)
  }

  private init(
    _ lab: Lab, pinned device: USBDevice, interface: Int, parameters: SerialParameters,
    tree: USBTree
  ) {
    // What the device has become says how its port wants to be opened.
    profile = nil
    self.lab = lab
    name = "usb:path=\(device.path),interface=\(interface)"
    selector = .path(device.path)
    self.interface = interface
    self.parameters = parameters
    self.tree = tree
    identity = Mutex(DeviceIdentity(device))
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
    return USBPort(
      lab, pinned: device, interface: interface ?? self.interface, parameters: parameters,
      tree: tree)
  }

  /// The device, whatever its interfaces are.
  ///
  /// - Throws: ``RigError`` as ``locate()`` does.
  public func device() throws(RigError) -> USBDevice {
    do throws(RigError) {
      let device: USBDevice
      if let identity = identity.withLock({ $0 }) {
        device = try tree.verifyIdentity(identity, askedFor: selector)
      } else {
        device = try tree.snapshot().device(selector)
        identity.withLock { $0 = DeviceIdentity(device) }
      }
      return device
    } catch {
      throw error.at(PrintableText.escaped(name))
    }
  }

  /// The node that the port has at this moment.
  ///
  /// - Throws: ``RigError`` `notFound` with what is attached, `ambiguous` with the candidates.
  public func locate() throws(RigError) -> DeviceNode { try find().node }

  private func find() throws(RigError) -> (device: USBDevice, node: DeviceNode) {
    do throws(RigError) {
      let device: USBDevice
      if let identity = identity.withLock({ $0 }) {
        device = try tree.verifyIdentity(identity, askedFor: selector)
      } else {
        device = try tree.snapshot().device(selector)
      }
      let node = try device.terminal(interface: interface)
      identity.withLock { $0 = DeviceIdentity(device) }
      return (device, node)
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
    let (device, node) = try find()
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
