import Bench
package import Boards
import BootProtocols
package import Errors
package import Links
package import RigFile

/// The boards of this computer with everything that `boards` says of them.
package struct BoardsView {
  package struct Port {
    package var interface: Int
    package var role: String?
    package var node: DeviceNode
    package var access: NodeAccess
    package var rigBoard: String?
    /// What was last found to speak here; nil where it was not asked.
    package var speaks: ProbeResult?
  }

  package struct Part {
    package var device: USBDevice
    package var recognition: BoardRecognition
    package var address: DeviceSelector
    package var ports: [Port]
    /// The ports that it ought to have and that no driver has made.
    package var missing: [MissingPort] = []
    /// Whether the device's own node can be opened; nil where that is not needed.
    package var access: NodeAccess?
    package var probe: Result<JLinkInformation, RigError>?
    package var holder: String?

    /// What its ports were found to speak; nil where they were not asked.
    package var firmware: String? {
      let known = ports.compactMap { $0.speaks?.words }
      return known.isEmpty ? nil : known.joined(separator: ", ")
    }
  }

  package struct Entry {
    package var board: Board
    package var parts: [Part]
    /// How it is known that its devices are one board; nil for one device.
    package var pairing: Pairing?
  }

  /// How it is known that two devices are one board.
  package enum Pairing: String, Codable, CaseIterable {
    /// The chip's address was read through the probe just now.
    case read
    case remembered
  }

  package let entries: [Entry]
  package let source: USBTree.Source

  /// Everything about the boards among these devices.
  ///
  /// - Parameter asksProbes: whether debug probes are asked what they are.
  package init(
    _ inventory: USBInventory, source: USBTree.Source, sources: BoardSources, rig: RigFile?,
    asksProbes: Bool
  ) {
    self.source = source
    let boards = inventory.boards(sources.library, evidence: sources.evidence) { device in
      sources.chips[device.path]
    }
    let shown = USBInventory(boards.flatMap { $0.parts.map(\.device) })
    let check = sources.access(shown)
    entries = boards.map { board in
      let parts = board.parts.map { part in
        let device = part.device
        return Part(
          device: device, recognition: part.recognition,
          address: inventory.selector(of: device),
          ports: Self.ports(part, check, rig, inventory, sources),
          missing: MissingPort.ports(of: part),
          access: Self.needsNode(device)
            ? device.node.map { sources.mendable(check.device($0), device) } : nil,
          probe: asksProbes && device.isProbe ? Self.ask(device) : nil,
          holder: sources.holder(device, inventory))
      }
      let isRemembered = parts.contains { sources.remembered.contains($0.device.path) }
      return Entry(
        board: board, parts: parts,
        pairing: parts.count < 2 ? nil : isRemembered ? .remembered : .read)
    }
  }

  package func entry(with path: String) -> Entry? {
    entries.first { $0.parts.contains { $0.device.path == path } }
  }

  /// A probe, and a board that is no terminal, are talked to through the device's own node.
  private static func needsNode(_ device: USBDevice) -> Bool {
    device.isProbe || device.interfaces.allSatisfy { $0.terminals.isEmpty }
  }

  private static func ports(
    _ part: Board.Part, _ check: any AccessJudge, _ rig: RigFile?, _ inventory: USBInventory,
    _ sources: BoardSources
  ) -> [Port] {
    part.device.interfaces.flatMap { interface in
      interface.terminals.map { node in
        Port(
          interface: interface.number, role: part.recognition.role(ofInterface: interface.number),
          node: node,
          access: sources.mendable(check.terminal(node, of: part.device), part.device),
          rigBoard: rig?.board(
            at: node, of: part.device, interface: interface.number, in: inventory),
          speaks: sources.memory.recall(part.device, interface: interface.number))
      }
    }
  }

  private static func ask(_ device: USBDevice) -> Result<JLinkInformation, RigError> {
    do throws(RigError) { return .success(try JLinkReader.read(device)) } catch {
      return .failure(error)
    }
  }
}

extension ProbeResult {
  /// What speaks, and what it says of itself; nil where nothing is known.
  var words: String? {
    firmware.map { detail.isEmpty ? $0.rawValue : "\($0.rawValue) (\(detail))" }
  }
}

extension RigFile {
  /// The board of the file that is reached at a terminal.
  package func board(
    at node: DeviceNode, of device: USBDevice, interface: Int, in inventory: USBInventory
  ) -> String? {
    boards.first { board in
      switch board.link {
      case .serial(let path, _): node.path == path || node.links.contains(path)
      case .usb(let selector, interface, _):
        (try? inventory.device(selector))?.path == device.path
      default: false
      }
    }?.name
  }
}
