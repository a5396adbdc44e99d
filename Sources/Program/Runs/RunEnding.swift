import CRigShims
import Errors
import Glibc
package import Journal
import LabRuntime
package import Reports
package import RunStore
package import Runner
import Synchronization
import Terminal

/// The end of a run: the last line of the journal, the documents, the summary. It happens once,
/// whether the run comes to its end or the watchdog ends it.
package final class RunEnding: Sendable {
  private let journal: Journal
  private let tally = Mutex(VerdictTally())
  private let stop: StopSwitch
  private let progress: ProgressView
  private let documents: RunDocuments
  private let memory: RunMemory
  private let suppressions: Suppressions
  private let afterwards: @Sendable (RunReport, OutcomeCollector) -> Void
  private let isClaimed = Mutex(false)

  /// The end of a run of which the journal holds nothing yet.
  ///
  /// - Parameter afterwards: is given what is known of the run when all documents are written.
  package init(
    journal: Journal, stop: StopSwitch, progress: ProgressView,
    documents: RunDocuments, memory: RunMemory, suppressions: Suppressions,
    afterwards: @escaping @Sendable (RunReport, OutcomeCollector) -> Void
  ) {
    self.memory = memory
    self.suppressions = suppressions
    self.afterwards = afterwards
    self.journal = journal
    self.stop = stop
    self.progress = progress
    self.documents = documents
    journal.observe { [weak self] entry in self?.tally.withLock { $0.take(entry.event) } }
  }

  /// The run has come to its end; gives the status of the program.
  package func finish(_ status: ExitStatus) -> ExitStatus {
    // When the watchdog was first, it ends the process.
    guard claim() else { while true { sleep(1) } }
    return complete(status)
  }

  /// A case does not end: completes everything and ends the process.
  package func hung(_ instances: [Runner.Instance], _ why: String) {
    guard claim() else { return }
    for instance in instances {
      journal.emit(
        .caseFinished(
          instance.finished(Judgement(.error, why), microseconds: nil, suppressions: suppressions)))
      Output.diagnostic("Error: \(instance.name): \(why)")
    }
    let status = complete(.internalError)
    rig_exit_now(Output.status(after: status.code))
  }

  private func claim() -> Bool {
    isClaimed.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }

  private var source: RunDocuments.Source {
    if let (report, captures) = memory.takeWhole() { return .memory(report, captures) }
    // A journal that ends early would make a report that ends early.
    return journal.failure == nil ? .journal : .memory(memory.report, nil)
  }

  private func complete(_ status: ExitStatus) -> ExitStatus {
    var statuses = [status]
    if case .signal(let signal) = stop.reason { statuses.append(ExitStatus(signal.exitStatus)) }
    if let failure = journal.failure {
      Output.diagnostic("Error: \(failure)")
      statuses.append(.internalError)
    }
    let last = ExitStatus.strongest(statuses)
    journal.emit(
      .runFinished(Event.RunFinished(counts: tally.withLock { $0.counts }, status: Int(last.code))))
    do throws(RigError) { try journal.close() } catch {
      if !statuses.contains(.internalError) { Output.diagnostic("Error: \(error)") }
      statuses.append(.internalError)
    }
    progress.end()
    let (report, isWhole) = documents.write(source)
    if !isWhole { statuses.append(.internalError) }
    // What is past its day is judged here and not in the journal, which knows no calendar.
    if let report, !report.expired.isEmpty { statuses.append(.no) }
    afterwards(report ?? memory.report, memory.outcomes)
    return .strongest(statuses)
  }
}
