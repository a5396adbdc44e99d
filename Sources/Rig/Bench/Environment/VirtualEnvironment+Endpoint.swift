import LabRuntime
public import Links
import RigFile
public import VirtualBoards

extension VirtualEnvironment {
  /// Where a board can be reached.
  public struct Endpoint: Sendable {
    /// The name of the rig file.
    public let name: String
    let board: any VirtualBoard
    /// Where connections appear for the board; a Bluetooth LE device is not connected to there.
    let port: any LinkListener
    /// Where its link is opened.
    public let source: any LinkSource
    let carriers: [any PumpedSource]
    let power: VirtualPower

    /// - Parameter faults: what goes wrong on the link by the rig file; a recording has had its
    ///   own.
    init(
      _ description: RigBoard, _ board: any VirtualBoard, faults: FaultPlan, lab: Lab,
      overMemory: Bool
    ) throws {
      let label = "virtual:\(description.name)"
      let power = VirtualPower(lab, name: label)
      name = description.name
      self.board = board
      self.power = power
      func faulty(_ source: any LinkSource, preservesMessages: Bool = false) -> FaultySource {
        FaultySource(
          source, plan: faults, board: description.name, lab: lab,
          preservesMessages: preservesMessages, cutPower: { try? await power.cut(for: $0) })
      }
      if let device = board as? any VirtualDevice {
        let channel = GATTLinkSource(
          lab, peripheral: device.central(BenchBoard.ownCentral), channel: device.dataChannel,
          envelope: description.findHub)
        let faulty = faulty(channel, preservesMessages: true)
        (source, carriers) = (faulty, [channel, faulty])
        port = MemoryPort(lab, name: label)
      } else if board is RecordedBoard {
        let memory = MemoryPort(lab, name: description.link.description)
        (source, carriers, port) = (memory, [], memory)
      } else if overMemory {
        let memory = MemoryPort(lab, name: label)
        let faulty = faulty(memory)
        (source, carriers, port) = (faulty, [faulty], memory)
      } else {
        let terminal = try PtyListener(lab, name: label)
        let faulty = faulty(SerialPort(lab, path: terminal.path, parameters: .standard))
        (source, carriers, port) = (faulty, [faulty], terminal)
      }
    }

    /// The terminal's path; nil over memory.
    public var path: String? { (port as? PtyListener)?.path }
    /// The Bluetooth LE device; nil for a board on a byte stream.
    public var device: (any VirtualDevice)? { board as? any VirtualDevice }
    /// The recording that is played; nil for a board that lives.
    var recorded: RecordedBoard? { board as? RecordedBoard }
    var faulty: FaultySource? { source as? FaultySource }
  }
}
