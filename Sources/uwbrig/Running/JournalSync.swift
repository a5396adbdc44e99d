import Journal
import LabRuntime

/// Makes the journal of a live run durable between verdicts, off the lab's thread: a disk that takes
/// its time must not show in what is measured.
enum JournalSync {
  /// Starts a thread that syncs twice a second until the process ends; syncing a closed journal does
  /// nothing.
  static func start(_ journal: Journal) {
    WorkerThread.start("journal") {
      // A lab of its own gives the thread something to sleep on.
      let wall = Lab.live(seed: 0)
      try? wall.run {
        while true {
          try await wall.sleep(for: .milliseconds(500), label: "the journal's next sync")
          journal.sync()
        }
      }
    }
  }
}
