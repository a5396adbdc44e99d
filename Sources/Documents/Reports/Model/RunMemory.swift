package import Journal
package import RunStore
import Synchronization

/// What the program keeps of a run while it goes on, beside the journal: the verdicts, for a disk that
/// is full before the end, and the outcomes, for the ledger. Of a simulated run it keeps all that the
/// documents need, so that the journal need not be read again; a live run has no time for that.
package final class RunMemory: Sendable {
  private struct State {
    var builder = RunReport.Builder()
    var collector = OutcomeCollector()
    var captures: CaptureWriter?
  }

  private let state: Mutex<State>

  /// - Parameter captures: of a simulated run; nil for a live one.
  package init(captures: CaptureWriter?) { state = Mutex(State(captures: captures)) }

  package func note(_ entry: JournalEntry) {
    state.withLock { state in
      if state.captures == nil, Self.isDetail(entry.event) { return }
      state.builder.add(entry)
      state.collector.add(entry)
      state.captures?.add(entry)
    }
  }

  /// Frames and what held: they are what a long run is made of, and no verdict needs them.
  private static func isDetail(_ event: Event) -> Bool {
    switch event {
    case .frame, .chunk, .packet, .step: true
    case .assertion(let assertion): assertion.ok
    default: false
    }
  }

  package var report: RunReport { state.withLock { $0.builder.finish() } }

  package var outcomes: OutcomeCollector { state.withLock { $0.collector } }

  /// What documents are made of, once; nil where it is not everything: in a live run, and where the
  /// last entry has not come here yet.
  package func takeWhole() -> (report: RunReport, captures: CaptureWriter)? {
    state.withLock { state in
      let report = state.builder.finish()
      guard report.status != nil, let captures = state.captures.take() else { return nil }
      return (report, captures)
    }
  }
}
