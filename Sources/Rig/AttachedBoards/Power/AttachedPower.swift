package import Boards
import Errors
import Journal
package import LabRuntime
package import Links
import Notation

/// A board that is attached by USB and stands in no rig file: it is switched at the port of the hub
/// that it hangs on. Nothing but this board counts as named.
package struct AttachedPower: PoweredBoard {
  package let name: String
  /// The device that was named; nil where nothing is plugged into a port that was.
  private let device: USBDevice?
  /// The device and the other socket of the same board, where that is known.
  private let parts: [USBDevice]
  private let ports: [HubPort]
  /// Whether the device is anything that a rig has to do with.
  private let isBoard: Bool
  private let inventory: USBInventory
  private let control: PowerControl
  private let tree: USBTree

  /// The board of an address.
  ///
  /// - Parameters:
  ///   - mayBeOff: whether a port that nothing is plugged into will do: what is off is not seen.
  ///   - sources: what is a board, and which probes and ports are known to be one.
  package init(
    _ selector: DeviceSelector, mayBeOff: Bool, sources: BoardSources, lab: Lab,
    tree: USBTree = .system
  ) throws {
    self.tree = tree
    name = PrintableText.escaped("\(selector)", limit: 80)
    control = PowerControl(lab, tree: PowerTree(root: tree.roots.sys + "/bus/usb/devices"))
    inventory = tree.snapshot()
    do {
      let device = try inventory.device(selector)
      guard !device.isHub else {
        throw Failure(
          .usage, "\(name) is a hub: name the board that hangs on it, such as path=\(device.path).1"
        )
      }
      self.device = device
      isBoard = sources.library.recognize(device, evidence: sources.evidence) != nil
      parts = [device] + Self.otherSockets(of: device, sources.memory, inventory)
      ports = parts.compactMap { HubPort(of: $0.path) }
    } catch let error as RigError where error.code == .notFound && mayBeOff {
      (device, parts, isBoard) = (nil, [], true)
      guard case .path(let path) = selector, Self.isPath(path), let port = HubPort(of: path) else {
        throw RigError(
          .notFound, reason: error.reason,
          advice: "What is switched off is not seen: name its port, path=…. \(error.advice)")
      }
      ports = [port]
    }
  }

  package var switchName: String { ports.map(\.description).joined(separator: " and ") }

  package var terminals: [(node: DeviceNode, device: USBDevice)] {
    parts.flatMap { part in part.interfaces.flatMap(\.terminals).map { ($0, part) } }
  }

  package func take() throws -> () -> Void {
    let claim = try BoardClaim(
      parts.map { inventory.lockKey(of: $0) }, named: name, for: "uwbrig power")
    return { claim.release() }
  }

  package func cut(force: Bool) async throws {
    if !force, !isBoard, let device {
      throw RigError(
        .failed, name, reason: "no board is known there, but \(device.summary)",
        advice: "Is that what you mean? Then say --force")
    }
    if !force, let port = ports.first(where: \.isOfRootHub) {
      throw RigError(
        .failed, name,
        reason: "\(port) is one of the computer's own, which seldom switch the supply of a board",
        advice: "Hang the board on a hub that switches its ports, or say --force")
    }
    // Who it is is read again before anything is done to it.
    for part in parts {
      _ = try tree.verifyIdentity(DeviceIdentity(part), askedFor: .path(part.path))
    }
    let paths = parts.map(\.path)
    for (index, port) in ports.enumerated() {
      do {
        try await control.cut(.hub(port)) { force || paths.contains($0) }
      } catch {
        // Half of a board that is off is of no use.
        for port in ports.prefix(index) { try? await control.restore(.hub(port)) }
        throw error
      }
    }
  }

  package func restore() async throws {
    for port in ports { try await control.restore(.hub(port)) }
  }

  package func restart() async throws -> RestartMethod {
    guard let device else { throw RigError(.notFound, reason: "nothing is plugged into \(name)") }
    _ = try tree.verifyIdentity(DeviceIdentity(device), askedFor: .path(device.path))
    return try await control.restart(device.path)
  }

  package func status() async throws -> PowerStatus? {
    var states: [PowerStatus] = []
    for port in ports { states.append(try await control.status(.hub(port))) }
    guard var status = states.first else { return nil }
    status.devices = states.flatMap(\.devices)
    // Either socket feeds a board; it is off when both are.
    status.isOn =
      states.contains { $0.isOn == true }
      ? true : states.allSatisfy { $0.isOn == false } ? false : nil
    // A board is as far off as the worst of its switches.
    for other in states where other.switching != .perPort { status.switching = other.switching }
    return status
  }

  package var remarksAfterOff: [String] {
    let board = inventory.boards(ProfileLibrary([])).first { board in
      board.parts.contains { $0.device == device }
    }
    var remarks: [String] = []
    if parts.count == 1, board?.undecided.isEmpty == false {
      remarks.append(
        "Note: a board with a second plug may still have its supply; `uwbrig boards --chips` finds "
          + "out which is its other one")
    }
    if let device, name != "path=\(device.path)" {
      remarks.append(
        "Note: what is off is not seen: it comes back with uwbrig power path=\(device.path) on")
    }
    return remarks
  }

  /// The other device of the same board, where its chip's address has proved it.
  private static func otherSockets(
    of device: USBDevice, _ memory: ProbeMemory, _ inventory: USBInventory
  ) -> [USBDevice] {
    for pair in memory.pairs(in: inventory) {
      let both = [pair.probe(in: inventory), pair.port(in: inventory)].compactMap(\.self)
      if both.contains(device) { return both.filter { $0 != device } }
    }
    return []
  }

  /// A path of the kernel's, such as `1-1.4`; it becomes the name of a folder.
  private static func isPath(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{1,3}-[0-9]{1,3}(?:\.[0-9]{1,3}){0,6}/) != nil
  }
}
