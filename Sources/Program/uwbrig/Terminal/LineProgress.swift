import Synchronization

/// Shows how far something long is: one line that moves, or one every few seconds.
final class LineProgress: Sendable {
  private let isBar: Bool
  private let isShown: Bool
  private let lastShown = Mutex<ContinuousClock.Instant>(.now)

  init(_ choice: ProgressChoice, _ options: CommonOptions) {
    isShown = !options.quiet && choice != .none
    isBar = choice != .plain && Terminal.canRedraw(.error)
  }

  func show(_ line: @autoclosure () -> String) {
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

  /// Removes what moves.
  func end() { if isShown, isBar { Output.progress("") } }
}
