package import Journal
package import LabRuntime
import Links
import Notation
import Reports
import Synchronization
package import Terminal

/// Shows a run while it goes on: a line for each verdict, or a bar with a lane for each board.
package final class ProgressView: Sendable {
  private enum Style {
    case bar
    case plain
    case none
  }

  private struct State {
    var lanes: RunLanes
    var lastShown: ContinuousClock.Instant?
    var isOver = false
    /// The attempt of instances that are tried again.
    var attempts: [String: Int] = [:]
  }

  /// Columns of a verdict, as far as most are short, with the blank behind it.
  private static let margin = 6

  private let style: Style
  private let lab: Lab
  private let isColoured: Bool
  private let host: CIHost?
  private let state: Mutex<State>

  /// A view of a run.
  ///
  /// - Parameters:
  ///   - plan: names of the instances that will run.
  ///   - history: how long they took lately, by name, in microseconds.
  package init(
    _ choice: ProgressChoice, plan: [String], history: [String: Int64], lab: Lab,
    options: any Presentation
  ) {
    self.lab = lab
    state = Mutex(State(lanes: RunLanes(plan: plan, history: history)))
    isColoured = Terminal.isColoured(.error, options.color)
    let canRedraw = Terminal.canRedraw(.error)
    switch choice {
    case .none: style = .none
    case _ where options.quiet: style = .none
    case .bar where canRedraw, .auto where canRedraw: style = .bar
    default: style = .plain
    }
    if case .plain = style { host = CIHost.current } else { host = nil }
    if let host { Output.coloured(host.groupBeginning("uwbrig: \(plan.count) cases")) }
  }

  /// Starts what goes on between events: the ages in the lanes, and what is slow. In virtual time
  /// nothing is ever slow.
  package func start() {
    if case .none = style { return }
    if lab.isSimulated { return }
    WorkerThread.start("progress") {
      // A lab of its own gives the thread something to sleep on.
      let wall = Lab.live(seed: 0)
      try? wall.run {
        while !self.state.withLock({ $0.isOver }) {
          try await wall.sleep(for: .milliseconds(250), label: "the next picture")
          self.tick()
        }
      }
    }
    if case .bar = style {
      Keyboard.listen { [weak self] key in
        if key == UInt8(ascii: "t") { self?.tell() }
      }
    }
  }

  /// Prints what every board is doing, with its last frames.
  package func tell() {
    let now = lab.now.microseconds
    let lanes = state.withLock { $0.lanes }
    let lines = renderer.status(lanes, now: now, awaited: lab.awaitedThings)
    Output.diagnostic(lines.joined(separator: "\n"))
  }

  package func show(_ entry: JournalEntry) {
    state.withLock { state in
      state.lanes.take(entry)
      if case .caseStarted(let started) = entry.event {
        state.attempts[started.instance] = started.attempt > 1 ? started.attempt : nil
      }
    }
    if style == .none { return }
    if case .caseFinished(let finished) = entry.event, style == .plain || finished.verdict.isBad {
      tell(finished)
    }
    recovery(entry.event)
    if style == .bar { draw() }
  }

  package func end() {
    let wasOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    guard !wasOver else { return }
    if case .bar = style {
      Keyboard.restore()
      Output.progress([])
    }
    if let host { Output.coloured(host.groupEnd) }
  }

  private var renderer: LaneRenderer {
    // The terminal may have another width by now.
    LaneRenderer(
      width: Terminal.width(.error) ?? 80, color: isColoured, describe: FrameWords.describer,
      distance: FrameWords.distance)
  }

  private func tick() {
    let now = lab.now.microseconds
    let (slow, isOver) = state.withLock { ($0.lanes.newlySlow(at: now), $0.isOver) }
    guard !isOver else { return }
    for (instance, time) in slow {
      let word = isColoured ? "\u{1B}[33mSLOW\u{1B}[0m" : "SLOW"
      tell(
        "\(PrintableText.escaped(instance))  has run for \(Visible.duration(time))",
        behind: word + "  ", columns: 6)
    }
    if case .bar = style { draw() }
  }

  private func draw() {
    let now = ContinuousClock.now
    let lanes = state.withLock { state -> RunLanes? in
      // More than ten updates a second cannot be read.
      guard !state.isOver, state.lastShown.map({ now - $0 > .milliseconds(100) }) ?? true else {
        return nil
      }
      state.lastShown = now
      return state.lanes
    }
    guard let lanes else { return }
    Output.progress(renderer.lines(lanes, now: lab.now.microseconds))
  }

  /// What the rig does to get a board back: before it does it, and what came of it.
  private func recovery(_ event: Event) {
    let words: String
    switch event {
    case .recoveryStarted(let recovery):
      let touches =
        recovery.touches.isEmpty ? "touches nothing else" : recovery.touches.joined(separator: ", ")
      words = "\(recovery.board) by \(recovery.rung) (\(touches))"
    case .recoveryFinished(let recovery):
      let result = recovery.ok ? "ready again" : "not ready: \(recovery.reason)"
      words = "\(recovery.board) by \(recovery.rung): \(result)"
    default: return
    }
    tell(PrintableText.escaped("recovery of " + words, limit: 400))
  }

  private func tell(_ finished: Event.CaseFinished) {
    let word = finished.verdict.rawValue
    let verdict = isColoured ? "\u{1B}[\(finished.verdict.colour)m\(word)\u{1B}[0m" : word
    let padding = String(repeating: " ", count: max(0, 5 - word.count) + 1)
    var line = PrintableText.escaped(finished.instance)
    if let attempt = state.withLock({ $0.attempts[finished.instance] }) {
      line += "  (attempt \(attempt))"
    }
    if let duration = finished.durationMicroseconds, finished.verdict != .skip {
      line += "  " + Visible.duration(duration)
    }
    if finished.waived != nil { line += "  (waived)" }
    if finished.quarantined != nil { line += "  (quarantined)" }
    if !finished.reason.isEmpty {
      line += "  " + PrintableText.escaped(finished.reason, limit: 400)
    }
    tell(line, behind: verdict + padding, columns: word.count + padding.count)
  }

  /// Prints a line that is safe; on a terminal it is broken between words, and everywhere else it
  /// stays one line for those who search.
  ///
  /// - Parameter columns: of the mark, colours aside.
  private func tell(_ line: String, behind mark: String = "", columns: Int = 0) {
    guard Terminal.isInteractive(.error), let width = Terminal.width(.error),
      DisplayWidth.of(line) + columns > width
    else { return Output.coloured(mark + line) }
    Output.coloured(
      Wrapping.lines(
        line, width: width, first: mark, firstWidth: columns, indent: columns == 0 ? 2 : Self.margin
      ).joined(separator: "\n"))
  }
}
