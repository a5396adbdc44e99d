import Foundation
import Journal
import LabRuntime
import Synchronization
import Testing

/// A disk that takes its time until it is let go.
private final class SlowDisk: JournalSink {
  let isAsked = DispatchSemaphore(value: 0)
  let isLetGo = DispatchSemaphore(value: 0)

  func append(_ line: [UInt8]) {}
  func sync() {
    isAsked.signal()
    isLetGo.wait()
  }
  func close() {}
}

@Suite("The journal of a live run")
struct JournalSyncTests {
  @Test("is made durable at each verdict, and nobody waits for the disk")
  func verdicts() throws {
    let disk = SlowDisk()
    let journal = Journal(now: { .zero }, sink: disk)
    JournalSync.start(journal)
    for index in 0..<3 {
      // Returns while the disk is still at work for the one before.
      for _ in 0..<500 {
        journal.emit(
          .caseFinished(
            .init(
              case: "T\(index)", boards: ["lock"], verdict: .skip, reason: "", class: .required)))
      }
      #expect(disk.isAsked.wait(timeout: .now() + 60) == .success)
      disk.isLetGo.signal()
    }
    // For the syncs that come in the end.
    for _ in 0..<1_000 { disk.isLetGo.signal() }
    try journal.close()
  }
}
