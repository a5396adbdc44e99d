import LabRuntime
import Links
import RigFile
import VirtualBoards

/// The power of a virtual board: on, until it is cut for a while.
final class VirtualPower: Sendable {
  private let lab: Lab
  private let name: String
  private let cuts: LabChannel<Cut>

  /// A requested cut; its requester may be gone when the power comes back.
  private struct Cut: Sendable {
    let duration: Duration
    let restored: LabGate
  }

  init(_ lab: Lab, name: String) {
    self.lab = lab
    self.name = name
    cuts = LabChannel(lab, label: "a power cut of \(name)")
  }

  /// Takes the power away, and returns when it has come back.
  func cut(for duration: Duration) async throws {
    let cut = Cut(duration: duration, restored: LabGate(lab, label: "the power of \(name)"))
    cuts.send(cut)
    try await cut.restored.wait()
  }

  /// Lets a board live, again after each cut; connections to a dead one are closed.
  func run(_ board: any VirtualBoard, on port: any LinkListener) async {
    while let cut = await life(of: board, on: port) {
      let end = lab.now.advanced(by: cut.duration)
      while let link = try? await port.connections.receive(until: end) { link.close() }
      cut.restored.open()
    }
  }

  /// One life of the board; nil when it is over for good.
  private func life(
    of board: any VirtualBoard, on port: any LinkListener
  ) async -> Cut? {
    await withTaskGroup(of: Cut?.self) { group in
      group.addTask {
        await board.serve(port)
        return nil
      }
      group.addTask { try? await self.cuts.receive() }
      let first = await group.next() ?? nil
      group.cancelAll()
      await group.waitForAll()
      return first
    }
  }
}
