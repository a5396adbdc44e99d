import Console
import Errors
import LabRuntime
import Synchronization

/// Lines of standard input, read where waiting for them disturbs nobody.
final class ConsoleLines: Sendable {
  private let lab: Lab
  private let lines = Mutex(InputLines())

  init(_ lab: Lab) { self.lab = lab }

  /// The next line; nil at the end.
  ///
  /// In real time a thread waits for it and the lab goes on. In simulated time nothing happens while
  /// a person thinks: the lab itself stands still.
  func next() async throws(RigError) -> ConsoleInput? {
    if lab.isSimulated { return read() }
    let channel = LabChannel<ConsoleInput>(lab, label: "a line of standard input")
    WorkerThread.start("console") {
      let line = self.read()
      self.lab.post {
        if let line { channel.send(line) }
        channel.close()
      }
    }
    do throws(RigError) { return try await channel.receive() } catch {
      guard error.code == .closed else { throw error }
      return nil
    }
  }

  private func read() -> ConsoleInput? {
    guard !Output.isClosed else { return nil }
    return lines.withLock { $0.next() }.map { line in
      switch line {
      case .text(let text): .text(text)
      case .tooLong: .refused("a line of more than \(InputLines.longest) bytes")
      }
    }
  }
}
