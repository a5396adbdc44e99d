import Journal
import Synchronization

/// Reads the events of a world as they are written, and notes what must not be.
final class WorldWatch: Sendable {
  fileprivate struct State {
    var last: Int64 = 0
    var open: [String] = []
    var running: [String] = []
    var finished: [Event.CaseFinished] = []
    var violations: [Violation] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var finished: [Event.CaseFinished] { state.withLock { $0.finished } }

  func note(_ entry: JournalEntry) {
    state.withLock { state in
      if entry.microseconds < state.last {
        state.violate(.order, "\(entry.event.kind) goes back in time")
      }
      state.last = entry.microseconds
      if state.isOver { state.violate(.order, "\(entry.event.kind) after the end of the run") }
      state.take(entry.event)
    }
  }

  func violations() -> [Violation] {
    state.withLock { state in
      for board in state.open { state.violate(.givenBack, "\(board) was not closed") }
      for instance in state.running { state.violate(.verdict, "\(instance) has no end") }
      return state.violations
    }
  }
}

extension WorldWatch.State {
  /// Violations that are kept; a world that breaks everything says it once.
  private static let most = 16

  fileprivate mutating func violate(_ invariant: Violation.Invariant, _ detail: String) {
    if violations.count < Self.most { violations.append(Violation(invariant, detail)) }
  }

  fileprivate mutating func take(_ event: Event) {
    switch event {
    case .boardOpened(let change):
      if open.contains(change.board) { violate(.order, "\(change.board) is opened twice") }
      open.append(change.board)
    case .boardClosed(let change):
      guard let index = open.firstIndex(of: change.board) else {
        return violate(.order, "\(change.board) is closed and was not open")
      }
      open.remove(at: index)
    case .frame(let transfer), .chunk(let transfer):
      if !open.contains(transfer.board) {
        // What was read before a board is announced is written when the link is taken over.
        violate(.order, "\(event.kind) of \(transfer.board), which is not open")
      }
    case .caseStarted(let started):
      if running.contains(started.instance) {
        violate(.order, "\(started.instance) begins and was running")
      }
      running.append(started.instance)
    case .caseFinished(let ended):
      finished.append(ended)
      guard let index = running.firstIndex(of: ended.instance) else {
        return violate(.verdict, "\(ended.instance) ends and was not running")
      }
      running.remove(at: index)
    case .assertion(let assertion): check(assertion.instance, event)
    case .step(let remark): check(remark.instance, event)
    case .measurement(let measurement): check(measurement.instance, event)
    case .runFinished: isOver = true
    default: break
    }
  }

  private mutating func check(_ instance: String?, _ event: Event) {
    guard let instance, !running.contains(instance) else { return }
    violate(.order, "\(event.kind) of \(instance), which is not running")
  }
}
