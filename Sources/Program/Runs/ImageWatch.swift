import CRigShims
import Glibc
package import Journal
package import LabRuntime
import Notation
import Synchronization
import Terminal

/// Waits for changes of a file.
package final class ImageWatch: Sendable {
  /// A file that was left alone for so long is written to its end.
  private static let quiet: Int32 = 300

  private let path: String
  private let name: String
  private let descriptor: Int32

  /// Watches from now on: what changes while nothing waits is not lost.
  ///
  /// Throws ``Failure`` where the folder cannot be watched.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { String(path[...$0]) } ?? "."
    descriptor = unsafe rig_watch_folder(folder)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(-descriptor))
      throw Failure(
        .usage,
        "--watch: \(PrintableText.quoted(path, limit: 200)) cannot be watched: \(reason)")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns when the file was written to its end, with the signal that came instead of that.
  package func change() throws -> LabSignal? {
    let lab = Lab.live(seed: 0)
    let signalled = Mutex<LabSignal?>(nil)
    let isLost = Mutex(false)
    let gate = LabGate(lab, label: "a change of \(path)")
    SignalHandler(lab).listen { signal in
      signalled.withLock { $0 = signal }
      gate.open()
    }
    WorkerThread.start("image") {
      let isWatched = self.waitForChange()
      isLost.withLock { $0 = !isWatched }
      lab.post { gate.open() }
    }
    try lab.run { try await gate.wait() }
    if let signal = signalled.withLock({ $0 }) { return signal }
    guard !isLost.withLock({ $0 }) else {
      throw Failure(
        .bench,
        "the folder of \(PrintableText.quoted(path, limit: 200)) is gone; build again, then start "
          + "the watch again")
    }
    return nil
  }

  /// False where the folder can no longer be watched.
  private func waitForChange() -> Bool {
    var report: Int32 = 2
    while report == 2 { report = unsafe rig_watch_file(descriptor, name, -1) }
    while report > 0 { report = unsafe rig_watch_file(descriptor, name, Self.quiet) }
    return report == 0
  }
}
