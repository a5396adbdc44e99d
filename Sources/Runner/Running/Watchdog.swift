public import LabRuntime
import Synchronization

/// The thread that looks after the lab from outside: a case that spins, or that does not end when it
/// is told to, cannot hang the run.
public final class Watchdog: Sendable {
  private struct State {
    var instance: Instance?
    var mustEndBy: LabInstant?
    var isOver = false
  }

  /// How long a case may take to end, or one piece of its code to run, by the wall's clock.
  public static let patience = Duration.seconds(5)

  private let lab: Lab
  /// The wall's clock: a lab of its own, because the watched one may stand still.
  private let wall = Lab.live(seed: 0)
  private let onHung: @Sendable (Instance, String) -> Void
  private let state = Mutex(State())

  /// A watchdog of a lab; `onHung` is called on its thread, once, and should not return.
  public init(_ lab: Lab, onHung: @escaping @Sendable (Instance, String) -> Void) {
    self.lab = lab
    self.onHung = onHung
  }

  /// Starts to watch.
  public func start() { WorkerThread.start("watchdog") { self.watch() } }

  /// Ceases to watch.
  public func end() { state.withLock { $0.isOver = true } }

  /// An instance begins.
  func begins(_ instance: Instance) {
    state.withLock { state in
      state.instance = instance
      state.mustEndBy = nil
    }
  }

  /// The body was told to end.
  func expectEnd(of instance: Instance) {
    let deadline = wall.now.advanced(by: Self.patience)
    state.withLock { $0.mustEndBy = deadline }
  }

  /// The body has ended.
  func hasEnded() { state.withLock { $0.mustEndBy = nil } }

  private func watch() {
    // A lab of its own gives the thread something to sleep on.
    try? wall.run {
      while !self.state.withLock({ $0.isOver }) {
        try await self.wall.sleep(for: .milliseconds(200), label: "the watchdog")
        guard let (instance, why) = self.hungInstance() else { continue }
        self.onHung(instance, why)
        return
      }
    }
  }

  private func hungInstance() -> (Instance, String)? {
    let running = lab.currentJobDuration
    let now = wall.now
    return state.withLock { state in
      guard let instance = state.instance else { return nil }
      if let running, running > Self.patience {
        return (
          instance,
          "case hung: its code has been running for more than \(Self.patience) without a pause"
        )
      }
      if let limit = state.mustEndBy, now > limit {
        let awaited = lab.awaited.joined(separator: "; ")
        return (
          instance,
          "case hung: it was ended and has not returned within \(Self.patience); awaited: \(awaited)"
        )
      }
      return nil
    }
  }
}
