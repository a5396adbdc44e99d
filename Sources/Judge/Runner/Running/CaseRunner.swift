import Bench
import Errors
import Journal
import LabRuntime
import RigFile
import Watch

/// Runs one instance: start state, body, what it started, start state again, verdict.
struct CaseRunner {
  let bench: Bench
  let pool: BoardPool
  let stop: StopSwitch
  let watchdog: Watchdog?
  let timeout: Duration
  let relays: RelayTimes
  let watch: FrameWatch

  /// How a body ended.
  enum End {
    case finished((any Error)?)
    case timedOut(ofSuite: Bool, awaited: String)
    case stopped(StopReason)
    /// One of the tasks that only watch was cancelled.
    case none
  }

  /// Whether a board of an instance is out of the run: another attempt would be a SKIP, which tells
  /// less than the verdict that there is.
  func hasLostBoard(_ instance: Instance) -> Bool {
    (pool.judged(by: instance) + pool.radios(of: instance.case)).contains { pool.lost($0) != nil }
  }

  /// - Parameter suiteEnd: when the time of the suite is over; nil for never.
  func run(_ instance: Instance, until suiteEnd: LabInstant? = nil) async -> Judgement {
    let judgement = await attempt(instance, until: suiteEnd)
    guard judgement.verdict == .fail else { return judgement }
    // A bench that is gone looks like a board that is silent.
    let radios = pool.radios(of: instance.case).map(\.name)
    for name in instance.boards.map(\.name) + radios {
      guard let fault = await bench.board(named: name)?.session.benchFault() else { continue }
      return Judgement(.error, "board lost: \(name): \(fault); without that: \(judgement.reason)")
    }
    return judgement
  }

  private func attempt(_ instance: Instance, until suiteEnd: LabInstant?) async -> Judgement {
    let radios = pool.radios(of: instance.case)
    let judged = pool.judged(by: instance)
    let all = judged + radios

    for board in all {
      if let lost = pool.lost(board) { return Judgement(.skip, StopReason.boardLost + lost) }
    }
    pool.setInUse(all, true)
    defer { pool.setInUse(all, false) }
    for board in all { bench.board(named: board.name)?.begin(instance.name) }
    watch.begin(
      instance.name, provocation: instance.case.provocation, on: all.map(\.name))
    if let (board, trouble) = await prepare(all) {
      if trouble.code == .cancelled {
        return Judgement(.inconclusive, stop.reason?.description ?? "the run was ended")
      }
      let lost = all.first { $0.name == board }.map(pool.taken) ?? .zero
      await recover(board, "board not ready: \(trouble)", isAbsent: trouble.isAbsence, all)
      let isJudged = judged.contains { $0.name == board }
      guard trouble.code == .wedged, isJudged else {
        return Judgement(.error, "board not ready: \(board): \(trouble)")
      }
      guard lost * 2 < bench.file.limits.uciResponse else {
        return Judgement(
          .error, "board not ready: \(board): \(trouble); this machine stood still for \(lost)",
          wasHeldUp: true)
      }
      return Judgement(.fail, "wedged: \(board): \(trouble)")
    }
    for board in all { board.beginCase() }
    let context = CaseContext(
      lab: bench.lab, file: bench.file, instance: instance, journal: bench.journal,
      relays: relays, environment: bench.environment, judged: judged, radios: radios,
      players: all.compactMap { bench.board(named: $0.name)?.session.player })
    let end = await perform(instance.case, context, all, until: suiteEnd)
    var judgement = await judge(end, context, judged: judged, all: all)
    if let cause = await cause(of: judgement, context) { judgement.reason += "; \(cause)" }
    await context.cleanUp()
    judgement = await leave(judged, radios, instance.case, after: judgement)
    return judgement
  }

  /// What a search may still need for its last step when its time is over.
  private static let lastStep = Duration.seconds(10)

  /// The cause of a violation in words, where the case knows how to look for it.
  private func cause(of judgement: Judgement, _ context: CaseContext) async -> String? {
    guard [.fail, .finding].contains(judgement.verdict), stop.reason == nil,
      let search = context.takeCauseSearch()
    else { return nil }
    let lab = bench.lab
    return await withTaskGroup(of: String?.self) { group in
      group.addTask { await search() }
      group.addTask {
        try? await Lab.inBackground {
          try await lab.sleep(
            for: CaseContext.searchLimit + Self.lastStep,
            label: "the end of the search for a cause")
        }
        return nil
      }
      group.addTask {
        _ = await self.stop.wait()
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      await group.waitForAll()
      return first
    }
  }

  /// Brings the boards to their start state, one after the other; the first one that is not ready.
  ///
  /// The end of the run ends this too: a board may take its time.
  private func prepare(_ boards: [any RunnableBoard]) async -> (String, RigError)? {
    await withTaskGroup(of: (String, RigError)??.self) { group in
      group.addTask {
        for board in boards {
          do throws(RigError) { try await self.pool.prepare(board) } catch {
            return .some((board.name, error))
          }
        }
        return .some(nil)
      }
      group.addTask {
        _ = await self.stop.wait()
        return nil
      }
      var outcome: (String, RigError)?
      for await ended in group {
        if case .some(let result) = ended { outcome = result }
        group.cancelAll()
      }
      return outcome
    }
  }

  /// Tries to get a board back for the cases to come; the end of the run ends this too.
  func recover(
    _ name: String, _ fault: String, isAbsent: Bool = false, _ all: [any RunnableBoard]
  ) async {
    guard let board = all.first(where: { $0.name == name }) else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        _ = await self.pool.recover(board, after: fault, isAbsent: isAbsent, users: all)
      }
      group.addTask { _ = await self.stop.wait() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Runs the body against its deadline and the end of the run.
  private func perform(
    _ testCase: Case, _ context: CaseContext, _ boards: [any RunnableBoard],
    until suiteEnd: LabInstant?
  ) async -> End {
    let lab = bench.lab
    let own = lab.now.advanced(by: testCase.timeout(timeout, limits: bench.file.limits))
    let deadline = suiteEnd.map { min($0, own) } ?? own
    return await withTaskGroup(of: End.self) { group in
      group.addTask {
        do {
          try await testCase.body(context)
          return .finished(nil)
        } catch { return .finished(error) }
      }
      group.addTask {
        let slept: Void? = try? await Lab.inBackground {
          try await lab.sleep(until: deadline, label: "the case's timeout")
        }
        return slept == nil
          ? .none : .timedOut(ofSuite: deadline < own, awaited: self.awaited(by: boards))
      }
      group.addTask { await self.stop.wait().map { .stopped($0) } ?? .none }
      let first = await group.next() ?? .none
      if case .finished = first {
      } else {
        // Every await of the body must end now: it is cancelled, and its links are closed.
        if case .stopped = first {
          let text = "ended by the run; \(awaited(by: boards))"
          bench.journal.emit(.note(Event.Remark(text, instance: context.instance.name)))
        }
        watchdog?.expectEnd(of: context.instance)
        for board in boards { board.close(reason: Event.BoardChange.caseEnded) }
      }
      group.cancelAll()
      await group.waitForAll()
      watchdog?.hasEnded(context.instance)
      return first
    }
  }

  /// The things awaited of the boards, and since when by the lab's clock.
  private func awaited(by boards: [any RunnableBoard]) -> String {
    let things = bench.lab.awaitedThings.filter { thing in
      let words = thing.label.split(separator: " ")
      return boards.contains { board in words.contains { $0 == board.name } }
    }
    let words = things.map { "\($0.words) since \($0.since)" }
    return "awaited: " + (words.isEmpty ? "nothing of its boards" : words.joined(separator: "; "))
  }
}
