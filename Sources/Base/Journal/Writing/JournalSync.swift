import LabRuntime
import Synchronization

/// Makes the journal of a live run durable, at each verdict and between them, off the lab's thread: a
/// disk that takes its time must neither show in what is measured nor hold up the boards.
public enum JournalSync {
  /// How long an event waits for the disk at most to be asked.
  private static let interval = Duration.milliseconds(500)

  /// Starts a thread that syncs at each verdict, and twice a second besides, until the process ends;
  /// syncing a closed journal does nothing.
  public static func start(_ journal: Journal) {
    // A lab of its own gives the thread something to sleep on.
    let wall = Lab.live(seed: 0)
    let verdicts = LabChannel<Void>(wall, label: "a verdict, or the journal's next sync")
    let asked = Asked()
    journal.observe { entry in
      // One sync makes all verdicts durable that came before it.
      guard case .caseFinished = entry.event, asked.isFirst() else { return }
      wall.post { verdicts.send(()) }
    }
    WorkerThread.start("journal") {
      try? wall.run {
        while true {
          try? await verdicts.receive(until: wall.now.advanced(by: interval))
          asked.isAnswered()
          journal.sync()
        }
      }
    }
  }

  /// Whether a sync has been asked for that has not begun.
  private final class Asked: Sendable {
    private let state = Mutex(false)

    /// Asks; false where it was asked already.
    func isFirst() -> Bool {
      state.withLock { state in
        defer { state = true }
        return !state
      }
    }

    func isAnswered() { state.withLock { $0 = false } }
  }
}
