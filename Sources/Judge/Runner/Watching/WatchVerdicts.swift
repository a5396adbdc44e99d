import Bench
import Journal
import RigFile
import Watch

/// The rules that the boards of a run have broken, as cases of their own.
struct WatchVerdicts {
  let watch: FrameWatch
  let bench: Bench
  let plan: Plan
  let options: Run.Options

  /// Writes down each rule and board once, as a FAIL, and counts it.
  func report(into tally: inout VerdictTally) {
    for broken in watch.broken {
      guard let testCase = Case.watchRules.first(where: { $0.id == broken.rule.id }),
        let board = bench.file.board(named: broken.board)
      else { continue }
      let instance = Instance(case: testCase, parameter: "", boards: [board], skip: nil)
      var started = instance.started(options.reproduceArguments)
      // The rule is seen again where it was seen first.
      started.reproduce =
        plan.instances.first { $0.name == broken.during }?
        .started(options.reproduceArguments).reproduce
      bench.journal.emit(.caseStarted(started))
      let judgement = Judgement(.fail, broken.words)
      bench.journal.emit(
        .caseFinished(
          instance.finished(judgement, microseconds: 0, suppressions: options.suppressions)))
      tally.add(.fail, isSuppressed: options.suppressions.suppresses(instance, .fail))
    }
  }
}

extension FrameWatch.Broken {
  fileprivate var words: String {
    let times = count == 1 ? "once" : "\(count) times"
    return "\(rule.title): expected \(expected), received \(got); \(times)"
      + (during.map { ", first in \($0)" } ?? "")
  }
}
