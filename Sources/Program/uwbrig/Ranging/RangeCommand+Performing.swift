import Bench
import Journal
import LabRuntime
import Printing
import Ranging
import RigFile
import Terminal
import UCIHost

extension RangeCommand {
  /// Opens the boards, ranges and says what came out of it.
  func perform() throws -> ExitStatus {
    let plan = try RangePlan(self)
    let lab =
      plan.file.time == .virtual ? Lab.simulated(seed: plan.seed) : Lab.live(seed: plan.seed)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    end.openAtSignal()
    let record = RangeRecord(plan)
    let printer = RangePrinter(record, common)
    let trouble = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        await RangeBench(bench, record, printer).perform(until: end.wait)
      }
    }
    return conclude(record, printer, trouble, end.status)
  }

  private func conclude(
    _ record: RangeRecord, _ printer: RangePrinter, _ trouble: (any Error)?, _ ended: ExitStatus
  ) -> ExitStatus {
    var statuses = [ended]
    if let trouble {
      let failure = Self.failure(trouble)
      Output.diagnostic("Error: \(failure.message)")
      statuses.append(failure.status)
    }
    if record.hasRounds { printer.printStatistics() }
    if record.succeeded == 0, ended == .done {
      if record.hasRounds {
        printer.printFailure()
        statuses.append(.no)
      } else if trouble == nil {
        Output.diagnostic("Error: no round was reported")
        statuses.append(.no)
      }
    }
    return .strongest(statuses)
  }

  private static func failure(_ error: any Error) -> Failure {
    guard let error = error as? UCIHostError else { return Failure(error) }
    // A board that refuses what it is asked for has answered.
    let isAnswer = error.code == .status || error.code == .sessionEnded
    return Failure(isAnswer ? .no : .bench, "\(error)")
  }
}
