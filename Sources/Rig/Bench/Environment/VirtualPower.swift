import LabRuntime
import Links
import RigFile
import VirtualBoards

/// The power of a virtual board: on, until it is cut for a while.
final class VirtualPower: Sendable {
  private let lab: Lab
  private let name: String
  private let cuts: LabChannel<Duration>
  private let restored: LabChannel<Void>

  init(_ lab: Lab, name: String) {
    self.lab = lab
    self.name = name
    cuts = LabChannel(lab, label: "a power cut of \(name)")
    restored = LabChannel(lab, label: "the power of \(name)")
  }

  /// Takes the power away, and returns when it has come back.
  func cut(for duration: Duration) async throws {
    cuts.send(duration)
    _ = try await restored.receive()
  }

  /// Lets a board live, again after each cut; connections to a dead one are closed.
  func run(_ board: any VirtualBoard, on port: any LinkListener) async {
    while let cut = await life(of: board, on: port) {
      let end = lab.now.advanced(by: cut)
      while let link = try? await port.connections.receive(until: end) { link.close() }
      restored.send(())
    }
  }

  /// One life of the board; nil when it is over for good.
  private func life(
    of board: any VirtualBoard, on port: any LinkListener
  ) async -> Duration? {
    await withTaskGroup(of: Duration?.self) { group in
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
