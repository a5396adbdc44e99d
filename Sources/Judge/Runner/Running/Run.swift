public import Bench
import Journal
import LabRuntime
import RigFile
import Synchronization
import Watch

/// A whole run on an open bench: every instance of the plan, as many at a time as its boards allow.
public final class Run: Sendable {
  private let bench: Bench
  private let plan: Plan
  private let options: Options
  private let stopSwitch: StopSwitch
  private let watchdog: Watchdog?
  /// When the suites that have begun must end.
  private let suiteEnds = Mutex<[String: LabInstant]>([:])

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
    bench.lab.noteStalls()
    let pool = BoardPool(bench, equipment: options.equipment)
    let relays = RelayTimes()
    let watch = FrameWatch(bench)
    defer { watch.end() }
    defer {
      for measurement in relays.measurements + bench.linkMeasurements {
        bench.journal.emit(.measurement(measurement))
      }
    }
    let runner = CaseRunner(
      bench: bench, pool: pool, stop: stopSwitch, watchdog: watchdog, timeout: options.caseTimeout,
      relays: relays, watch: watch)
    return await withTaskGroup(of: Outcome?.self) { group in
      if let limit = options.runTimeout {
        let deadline = bench.lab.now.advanced(by: limit)
        group.addTask {
          let slept: Void? = try? await Lab.inBackground {
            try await self.bench.lab.sleep(until: deadline, label: "the run's timeout")
          }
          if slept != nil { self.stopSwitch.stop(.runTimeout) }
          return nil
        }
      }
      group.addTask { await self.performAll(runner) }
      var outcome = Outcome()
      while let ended = await group.next() {
        guard let ended else { continue }
        outcome = ended
        group.cancelAll()
      }
      return outcome
    }
  }

  private func performAll(_ runner: CaseRunner) async -> Outcome {
    for suppression in options.suppressions.events(for: plan.instances) {
      bench.journal.emit(.suppression(suppression))
    }
    var tally = VerdictTally()
    var isOutOfTime = false
    var schedule = Schedule(
      plan.instances, phoneRadios: bench.phoneRadios.map(\.name), jobs: options.jobs)
    func count(_ ending: Ending) {
      tally.add(ending.verdict, isSuppressed: ending.isSuppressed)
      isOutOfTime = isOutOfTime || ending.isOutOfTime
      if let limit = options.maximumFailures, tally.held(.fail, .error) >= limit {
        stopSwitch.stop(.maximumFailures)
      }
    }
    await withTaskGroup(of: (Schedule.Claim, Ending).self) { group in
      while true {
        while let claim = schedule.next() {
          guard stopSwitch.reason == nil, claim.instance.skip == nil else {
            // Nothing runs: no task, and the next line of the journal follows at once.
            count(await perform(claim.instance, runner))
            schedule.giveBack(claim)
            continue
          }
          group.addTask { (claim, await self.perform(claim.instance, runner)) }
        }
        guard let (claim, ending) = await group.next() else { return }
        schedule.giveBack(claim)
        count(ending)
      }
    }
    WatchVerdicts(watch: runner.watch, bench: bench, plan: plan, options: options)
      .report(into: &tally)
    return Outcome(tally: tally, stopped: stopSwitch.reason, isOutOfTime: isOutOfTime)
  }

  /// How an instance has ended for good.
  private struct Ending: Sendable {
    var verdict: Verdict
    var isSuppressed: Bool
    var isOutOfTime: Bool
  }

  private func perform(_ instance: Instance, _ runner: CaseRunner) async -> Ending {
    watchdog?.begins(instance)
    defer { watchdog?.hasFinished(instance) }
    var budget = RetryBudget(
      options.retryRules.retries(of: instance, everywhere: options.retries))
    // Undecided attempts tell nothing of the device.
    var decided: Judgement?
    var quietAttempts = Self.quietAttempts
    var attempt = 1
    while true {
      let judgement = await perform(instance, runner, attempt: attempt, after: decided)
      let ending = Ending(
        verdict: judgement.verdict,
        isSuppressed: options.suppressions.suppresses(instance, judgement.verdict),
        isOutOfTime: judgement.isOutOfTime)
      if runner.hasLostBoard(instance) { return ending }
      let pause = budget.take(after: judgement) {
        var random = bench.lab.random("retry/\(instance.name)/\(attempt)")
        return random.unit()
      }
      let isOver = suiteEnd(of: instance).map { $0 <= bench.lab.now } ?? false
      guard stopSwitch.reason == nil, !isOver else { return ending }
      if let pause {
        guard await wait(pause) else { return ending }
      } else {
        guard judgement.wasHeldUp, quietAttempts > 0,
          let isQuiet = await waitForQuiet(for: instance)
        else {
          return ending
        }
        // A machine that is never quiet is not waited for twice.
        quietAttempts = isQuiet ? quietAttempts - 1 : 0
      }
      if !judgement.wasHeldUp { decided = judgement }
      attempt += 1
    }
  }

  /// How often an instance is repeated, beside its retries, whose times the machine falsified.
  private static let quietAttempts = 2

  /// Waits until the machine has let the rig, and what plays the boards of an instance, run for half a
  /// second, at most five, and says whether it has; nil when the run ends meanwhile.
  private func waitForQuiet(for instance: Instance) async -> Bool? {
    let lab = bench.lab
    let players = instance.boards.compactMap { bench.board(named: $0.name)?.session.player }
    let (began, quiet) = (lab.now, Duration.milliseconds(500))
    repeat {
      guard await wait(.milliseconds(100)) else { return nil }
      let since = lab.now.advanced(by: .zero - quiet)
      if since >= began, lab.lostTime(from: since, to: lab.now, of: players) == .zero {
        return true
      }
    } while began.duration(to: lab.now) < quiet * 10
    return false
  }

  /// Waits before another attempt; false when the run ends meanwhile.
  private func wait(_ pause: Duration) async -> Bool {
    guard pause > .zero else { return true }
    let until = bench.lab.now.advanced(by: pause)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await self.bench.lab.sleep(until: until, label: "the pause before a retry")
      }
      group.addTask { _ = await self.stopSwitch.wait() }
      await group.next()
      group.cancelAll()
    }
    return stopSwitch.reason == nil
  }

  /// When the suite of an instance must end; its time begins with the first instance that asks.
  private func suiteEnd(of instance: Instance) -> LabInstant? {
    guard let limit = options.suiteTimeout else { return nil }
    return suiteEnds.withLock { ends in
      let suite = instance.case.suite
      let end = ends[suite] ?? bench.lab.now.advanced(by: limit)
      ends[suite] = end
      return end
    }
  }

  private func perform(
    _ instance: Instance, _ runner: CaseRunner, attempt: Int, after earlier: Judgement?
  ) async -> Judgement {
    let began = bench.lab.now
    var started = instance.started(options.reproduceArguments)
    started.attempt = attempt
    started.radios = runner.pool.radios(of: instance.case).map(\.name)
    bench.journal.emit(.caseStarted(started))
    var judgement: Judgement
    if let reason = instance.skip {
      judgement = Judgement(.skip, reason)
    } else if let reason = stopSwitch.reason {
      judgement = Judgement(.skip, reason.description)
    } else {
      let end = suiteEnd(of: instance)
      judgement =
        end.map { $0 <= began } ?? false
        ? Judgement(.skip, StopReason.suiteTimeout.description)
        : await runner.run(instance, until: end)
    }
    if let earlier, [.pass, .finding].contains(judgement.verdict) {
      judgement = Judgement(
        .flaky,
        "\(judgement.verdict.rawValue) in attempt \(attempt), after \(earlier.verdict.rawValue): "
          + earlier.reason)
    }
    let took = began.duration(to: bench.lab.now).microseconds
    bench.journal.emit(
      .caseFinished(
        instance.finished(judgement, microseconds: took, suppressions: options.suppressions)))
    return judgement
  }
}
