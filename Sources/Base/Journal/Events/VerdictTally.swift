/// The verdicts of a run: how many instances ended with each, and which of them do not count.
public struct VerdictTally: Sendable, Equatable {
  private struct Ending: Equatable {
    var verdict: Verdict
    var isSuppressed: Bool
  }

  /// Instances by verdict.
  public private(set) var counts = VerdictCounts()
  /// Those of them that do not count, because they are quarantined or waived; where a verdict is held
  /// against no run, none.
  public private(set) var suppressed = VerdictCounts()
  /// Instances that did not simply pass: another attempt may follow.
  private var unsettled: [String: Ending] = [:]

  /// Nothing has ended yet.
  public init() {}

  /// Counts an instance that has ended for good.
  public mutating func add(_ verdict: Verdict, isSuppressed: Bool = false) {
    count(Ending(verdict: verdict, isSuppressed: isSuppressed), by: 1)
  }

  /// Takes an event of a journal: the verdict of a later attempt replaces that of the one before.
  public mutating func take(_ event: Event) {
    switch event {
    case .caseStarted(let started) where started.attempt > 1:
      guard let ending = unsettled.removeValue(forKey: started.instance) else { return }
      count(ending, by: -1)
    case .caseFinished(let finished):
      let ending = Ending(verdict: finished.verdict, isSuppressed: finished.isSuppressed)
      count(ending, by: 1)
      if finished.verdict.isBad { unsettled[finished.instance] = ending }
    default: break
    }
  }

  /// Instances that ended with one of the verdicts and whose verdict counts.
  public func held(_ verdicts: Verdict...) -> Int {
    verdicts.reduce(0) { $0 + counts[$1] - suppressed[$1] }
  }

  /// The exit status of `run`, as far as verdicts decide it.
  ///
  /// - Parameters:
  ///   - noTestsPass: whether a run in which nothing ran is done.
  ///   - flakyFails: whether FLAKY counts like FAIL.
  public func status(noTestsPass: Bool = false, flakyFails: Bool = false) -> ExitStatus {
    if held(.fail) > 0 || flakyFails && held(.flaky) > 0 { return .no }
    if held(.error, .inconclusive) > 0 { return .bench }
    return counts.ran > 0 || noTestsPass ? .done : .nothingRan
  }

  private mutating func count(_ ending: Ending, by change: Int) {
    counts[ending.verdict] += change
    if ending.isSuppressed, ending.verdict.isBad || ending.verdict == .flaky {
      suppressed[ending.verdict] += change
    }
  }
}
