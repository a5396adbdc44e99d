import Glibc
import Journal
import LabRuntime

/// Makes the journal of a live run durable between verdicts, off the lab's thread: a disk that takes
/// its time must not show in what is measured.
enum JournalSync {
  /// Starts a thread that syncs twice a second until the process ends; syncing a closed journal does
  /// nothing.
  static func start(_ journal: Journal) {
    WorkerThread.start("journal") {
      while true {
        usleep(500_000)
        journal.sync()
      }
    }
  }
}
