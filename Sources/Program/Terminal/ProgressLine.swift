import Synchronization

/// Shows how far a long search is: one line that moves, or one every few seconds.
package final class ProgressLine: Sendable {
  private let isBar: Bool
  private let isShown: Bool
  private let lastShown = Mutex<ContinuousClock.Instant>(.now)

  package init(_ style: ProgressChoice, quiet: Bool) {
    isShown = !quiet && style != .none
    isBar = style != .plain && Terminal.canRedraw(.error)
  }

  /// Shows a line, unless one was shown just now.
  package func show(_ line: @autoclosure () -> String) {
    guard isShown else { return }
    let interval: Duration = isBar ? .milliseconds(100) : .seconds(10)
    let isDue = lastShown.withLock { last in
      guard ContinuousClock.now - last >= interval else { return false }
      last = .now
      return true
    }
    guard isDue else { return }
    if isBar { Output.progress(line()) } else { Output.diagnostic(line()) }
  }

  package func end() { if isShown, isBar { Output.progress("") } }
}
