import Journal
import Reports
import RunStore
import Synchronization

/// What the program keeps of a run while it goes on, beside the journal: the verdicts, for a disk that
/// is full before the end, and the outcomes, for the ledger.
final class RunMemory: Sendable {
  private struct State {
    var builder = RunReport.Builder()
    var collector = OutcomeCollector()
  }

  private let state = Mutex(State())

  /// Takes an entry of the journal. Frames and what held are left out: they are what a long run is
  /// made of, and no verdict needs them.
  func note(_ entry: JournalEntry) {
    switch entry.event {
    case .frame, .chunk, .step: return
    case .assertion(let assertion) where assertion.ok: return
    default: break
    }
    state.withLock { state in
      state.builder.add(entry)
      state.collector.add(entry)
    }
  }

  /// The report of what was noted.
  var report: RunReport { state.withLock { $0.builder.finish() } }

  /// The outcomes that were noted.
  var outcomes: OutcomeCollector { state.withLock { $0.collector } }
}
