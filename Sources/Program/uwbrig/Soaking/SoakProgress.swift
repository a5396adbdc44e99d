import Journal
import Simulation
import Synchronization

/// Shows a soak while it goes on: one line that moves, or one every few seconds.
final class SoakProgress: Sendable {
  private let total: Int
  private let isBar: Bool
  private let isShown: Bool
  private let lastShown = Mutex<ContinuousClock.Instant>(.now)

  init(_ command: SoakCommand, total: Int) {
    self.total = total
    isShown = !command.common.quiet && command.progress != .none
    isBar = command.progress != .plain && Terminal.canRedraw(.error)
  }

  /// Takes what is known after a world.
  func show(_ summary: Soak.Summary) {
    guard isShown else { return }
    let interval: Duration = isBar ? .milliseconds(100) : .seconds(10)
    let isDue = lastShown.withLock { last in
      guard ContinuousClock.now - last >= interval else { return false }
      last = .now
      return true
    }
    guard isDue else { return }
    let line =
      "\(summary.worlds)/\(total) worlds, \(summary.counts.total) case runs, "
      + "\(summary.failureCount) failures"
    if isBar { Output.progress(line) } else { Output.diagnostic(line) }
  }

  /// Removes what moves.
  func end() { if isShown, isBar { Output.progress("") } }
}
