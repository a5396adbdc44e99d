import Synchronization

/// The reader for the labs of a process, on a thread of its own.
///
/// Either thread may have to wait for a processor. A time limit that has run out meanwhile ends
/// nothing before what had arrived by then is handed over.
public protocol LabReading: Sendable {
  /// Grows by two with each time that all that was there has been handed over, and is odd while that
  /// happens.
  var rounds: UInt64 { get }

  /// Something is there that is not handed over yet. Asks the system; called on any thread.
  var hasMore: Bool { get }
}

/// Time limits that have run out in real time, and what goes before them.
struct OverdueTimers {
  private var jobs = 0
  private var rounds: UInt64?

  /// A flood of work does not hold a time limit up.
  private static let mostJobs = 64

  /// Whether the jobs that are there go first.
  mutating func letJobGo() -> Bool {
    jobs += 1
    return jobs < Self.mostJobs
  }

  /// Whether the reader has not yet handed over what had arrived when this was first asked.
  mutating func waits(for reader: any LabReading) -> Bool {
    let now = reader.rounds
    let first = rounds ?? now
    rounds = first
    // The round at hand may have begun too early, the one after it has not.
    if now &- first >= 4 { return false }
    return now & 1 == 1 || reader.hasMore
  }
}
