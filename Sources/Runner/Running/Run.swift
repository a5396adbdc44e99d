public import Journal
import LabRuntime
public import Rig
import Synchronization

/// A whole run on an open bench: every instance of the plan, one after the other.
public final class Run: Sendable {
  /// What a run is asked for beside its plan.
  public struct Options: Sendable {
    /// Ends the run after so many FAIL or ERROR; nil for no limit.
    public var maximumFailures: Int?
    /// A case may take so long, or twice its declared time where that is more.
    public var caseTimeout: Duration
    /// The run may take so long.
    public var runTimeout: Duration?
    /// The arguments that a line for repeating an instance ends with, such as `--rig X --seed 1`.
    public var reproduceArguments: String

    /// Options; a case may take 60 s.
    public init(
      maximumFailures: Int? = nil, caseTimeout: Duration = .seconds(60),
      runTimeout: Duration? = nil, reproduceArguments: String = ""
    ) {
      self.maximumFailures = maximumFailures
      self.caseTimeout = caseTimeout
      self.runTimeout = runTimeout
      self.reproduceArguments = reproduceArguments
    }
  }

  /// How a run ended.
  public struct Outcome: Sendable {
    /// Instances by verdict.
    public var counts: VerdictCounts
    /// Why it ended early; nil when the plan is through.
    public var stopped: StopReason?

    /// The exit status of `run`, as far as verdicts and signals decide it.
    public func status(noTestsPass: Bool) -> Int32 {
      if case .signal(let signal) = stopped { return signal.exitStatus }
      if counts[.fail] > 0 { return 1 }
      if counts[.error] > 0 || counts[.inconclusive] > 0 { return 3 }
      return counts.ran > 0 || noTestsPass ? 0 : 4
    }
  }

  private let bench: Bench
  private let plan: Plan
  private let options: Options
  private let stopSwitch: StopSwitch
  private let watchdog: Watchdog?

  /// A run that has not begun.
  public init(
    _ bench: Bench, plan: Plan, options: Options, stop: StopSwitch, watchdog: Watchdog? = nil
  ) {
    self.bench = bench
    self.plan = plan
    self.options = options
    stopSwitch = stop
    self.watchdog = watchdog
  }

  /// Runs the plan; the journal has every verdict when this returns.
  public func perform() async -> Outcome {
    let pool = BoardPool(bench)
    let relays = RelayTimes()
    defer {
      for measurement in relays.measurements { bench.journal.emit(.measurement(measurement)) }
    }
    let runner = CaseRunner(
      bench: bench, pool: pool, stop: stopSwitch, watchdog: watchdog, timeout: options.caseTimeout,
      relays: relays)
    return await withTaskGroup(of: Outcome?.self) { group in
      if let limit = options.runTimeout {
        let deadline = bench.lab.now.advanced(by: limit)
        group.addTask {
          let slept: Void? = try? await self.bench.lab.sleep(
            until: deadline, label: "the run's time limit")
          if slept != nil { self.stopSwitch.stop(.runTimeout) }
          return nil
        }
      }
      group.addTask { await self.performAll(runner) }
      var outcome = Outcome(counts: VerdictCounts(), stopped: nil)
      while let ended = await group.next() {
        guard let ended else { continue }
        outcome = ended
        group.cancelAll()
      }
      return outcome
    }
  }

  private func performAll(_ runner: CaseRunner) async -> Outcome {
    var counts = VerdictCounts()
    for instance in plan.instances {
      let judgement = await perform(instance, runner)
      counts[judgement.verdict] += 1
      if let limit = options.maximumFailures, counts[.fail] + counts[.error] >= limit {
        stopSwitch.stop(.maximumFailures)
      }
    }
    return Outcome(counts: counts, stopped: stopSwitch.reason)
  }

  private func perform(_ instance: Instance, _ runner: CaseRunner) async -> Judgement {
    let began = bench.lab.now
    bench.journal.emit(.caseStarted(instance.started(options.reproduceArguments)))
    watchdog?.begins(instance)
    let judgement: Judgement
    if let reason = stopSwitch.reason {
      judgement = Judgement(.skip, reason.words)
    } else if let reason = instance.skip {
      judgement = Judgement(.skip, reason)
    } else {
      judgement = await runner.run(instance)
    }
    let took = began.duration(to: bench.lab.now).microseconds
    bench.journal.emit(.caseFinished(instance.finished(judgement, microseconds: took)))
    if !bench.lab.isSimulated { bench.journal.sync() }
    return judgement
  }
}

extension Instance {
  func started(_ arguments: String) -> Event.CaseStarted {
    let boards = boardNames.map { " & board(\($0))" }.joined()
    let tail = arguments.isEmpty ? "" : " \(arguments)"
    return Event.CaseStarted(
      case: caseName, boards: boardNames, suite: self.case.suite, title: self.case.title,
      requirement: self.case.requirement, source: self.case.source, tags: self.case.tags,
      reproduce: "uwbrig run 'id(\(caseName))\(boards)'\(tail)",
      declaredMicroseconds: self.case.declared.microseconds)
  }

  /// The line that ends an instance in the journal.
  public func finished(_ judgement: Judgement, microseconds: Int64?) -> Event.CaseFinished {
    Event.CaseFinished(
      case: caseName, boards: boardNames, verdict: judgement.verdict, reason: judgement.reason,
      class: self.case.caseClass, durationMicroseconds: microseconds)
  }
}
