import Journal
import Links
import Synchronization

/// Shows a run while it goes on: a line for each verdict, or one line that moves.
final class ProgressView: Sendable {
  private enum Style {
    case bar(width: Int)
    case plain
    case none
  }

  private struct State {
    var done = 0
    var bad = 0
    var lastShown: ContinuousClock.Instant?
  }

  private let style: Style
  private let total: Int
  private let isColoured: Bool
  private let host: CIHost?
  private let state = Mutex(State())

  /// A view of a run of `total` instances.
  init(_ choice: ProgressChoice, total: Int, options: CommonOptions) {
    self.total = total
    isColoured = Terminal.isColoured(.error, options.color)
    let canRedraw = Terminal.canRedraw(.error)
    switch choice {
    case .none: style = .none
    case _ where options.quiet: style = .none
    case .bar where canRedraw, .auto where canRedraw:
      style = .bar(width: Terminal.width(.error) ?? 80)
    default: style = .plain
    }
    if case .plain = style { host = CIHost.current } else { host = nil }
    host?.beginGroup("uwbrig: \(total) cases")
  }

  /// Takes an entry of the journal.
  func show(_ entry: JournalEntry) {
    switch style {
    case .none: return
    case .plain:
      if case .caseFinished(let finished) = entry.event { Output.coloured(line(finished)) }
      recovery(entry.event)
    case .bar(let width):
      switch entry.event {
      case .caseStarted(let started): move(started.instance, width)
      case .caseFinished(let finished):
        let isBad = [.fail, .error, .inconclusive].contains(finished.verdict)
        state.withLock { state in
          state.done += 1
          if isBad { state.bad += 1 }
        }
        if isBad { Output.coloured(line(finished)) }
      default: recovery(entry.event)
      }
    }
  }

  /// Removes what moves.
  func end() {
    if case .bar = style { Output.progress("") }
    host?.endGroup()
  }

  /// What the rig does to get a board back: before it does it, and what came of it.
  private func recovery(_ event: Event) {
    switch event {
    case .recoveryStarted(let recovery):
      let touches =
        recovery.touches.isEmpty ? "touches nothing else" : recovery.touches.joined(separator: ", ")
      Output.coloured(
        PrintableText.escaped(
          "recovery of \(recovery.board) by \(recovery.rung) (\(touches))", limit: 400))
    case .recoveryFinished(let recovery):
      let result = recovery.ok ? "ready again" : "not ready: \(recovery.reason)"
      Output.coloured(
        PrintableText.escaped(
          "recovery of \(recovery.board) by \(recovery.rung): \(result)", limit: 400))
    default: break
    }
  }

  private func move(_ instance: String, _ width: Int) {
    let now = ContinuousClock.now
    let (isDue, done, bad) = state.withLock { state in
      // More than twenty times a second nobody can read.
      let isDue = state.lastShown.map { now - $0 > .milliseconds(50) } ?? true
      if isDue { state.lastShown = now }
      return (isDue, state.done, state.bad)
    }
    guard isDue else { return }
    let cells = 20
    let filled = total == 0 ? 0 : min(cells, done * cells / total)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: cells - filled)
    let trouble = bad == 0 ? "" : "  \(bad) bad"
    let text = "[\(bar)] \(done)/\(total)\(trouble)  \(PrintableText.escaped(instance))"
    // One column stays free: some terminals break the line at the last one.
    Output.progress(String(text.prefix(width - 1)))
  }

  private func line(_ finished: Event.CaseFinished) -> String {
    let word = finished.verdict.rawValue
    let verdict = isColoured ? "\u{1B}[\(finished.verdict.colour)m\(word)\u{1B}[0m" : word
    let padding = String(repeating: " ", count: max(0, 5 - word.count) + 1)
    var line = verdict + padding + PrintableText.escaped(finished.instance)
    if let duration = finished.durationMicroseconds, finished.verdict != .skip {
      line += "  " + Self.words(microseconds: duration)
    }
    if finished.waived != nil { line += "  (waived)" }
    if finished.quarantined != nil { line += "  (quarantined)" }
    if !finished.reason.isEmpty {
      line += "  " + PrintableText.escaped(finished.reason, limit: 400)
    }
    return line
  }

  /// `830 us`, `1.2 ms`, `3.4 s`.
  static func words(microseconds: Int64) -> String {
    func tenths(_ unit: Int64) -> String {
      let value = microseconds / (unit / 10)
      return "\(value / 10).\(value % 10)"
    }
    return switch microseconds {
    case ..<1000: "\(max(0, microseconds)) us"
    case ..<1_000_000: tenths(1000) + " ms"
    default: tenths(1_000_000) + " s"
    }
  }
}

extension Verdict {
  /// The colour of the word on a terminal.
  fileprivate var colour: String {
    switch self {
    case .pass: "32"
    case .fail, .error: "1;31"
    case .inconclusive, .flaky: "33"
    case .finding: "36"
    case .skip: "2"
    }
  }
}
