import Bench
import Errors
import Journal
import LabRuntime
import Links
import RigFile
import UCIHost
import Watch
import WireFormat

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
  private enum End {
    case finished((any Error)?)
    case timedOut(ofSuite: Bool, awaited: String)
    case stopped(StopReason)
    /// One of the tasks that only watch was cancelled.
    case none
  }

  /// Whether a board of an instance is out of the run: another attempt would be a SKIP, which tells
  /// less than the verdict that there is.
  func hasLostBoard(_ instance: Instance) -> Bool {
    let judged: [any RunnableBoard] =
      instance.boards.compactMap { pool.accessory($0.name) }
      + instance.boards.compactMap { pool.rangingOOB($0.name) }
      + instance.boards.compactMap { pool.subsystem($0.name) }
      + instance.boards.compactMap { pool.bootloader($0.name) }
    return (judged + pool.radios(of: instance.case)).contains { pool.lost($0) != nil }
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
    let accessories = instance.boards.compactMap { pool.accessory($0.name) }
    let rangingOOBs = instance.boards.compactMap { pool.rangingOOB($0.name) }
    let subsystems = instance.boards.compactMap { pool.subsystem($0.name) }
    let radios = pool.radios(of: instance.case)
    let bootloaders = instance.boards.compactMap { pool.bootloader($0.name) }
    let judged: [any RunnableBoard] = accessories + rangingOOBs + subsystems + bootloaders
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
      relays: relays, environment: bench.environment, accessories: accessories,
      rangingOOBs: rangingOOBs, ucis: subsystems, bootloaders: bootloaders, radios: radios,
      hasProcesses: all.contains { bench.board(named: $0.name)?.session.isPlayedByProcess ?? false }
    )
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
  private func recover(
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
    let own = lab.now.advanced(by: max(timeout, testCase.declared * 2))
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

  private func judge(
    _ end: End, _ context: CaseContext, judged: [any RunnableBoard], all: [any RunnableBoard]
  ) async -> Judgement {
    switch end {
    case .finished(nil):
      if let board = judged.first(where: { $0.ending != nil }) {
        return await linkEnded(board, context.instance.case, isJudged: true, all)
      }
      return context.judgementAtEnd()
    case .finished(let error?):
      return await judge(error, context, judged: judged, all: all)
    case .timedOut(ofSuite: true, let awaited):
      return Judgement(.inconclusive, "\(StopReason.suiteTimeout.description); \(awaited)")
    case .timedOut(_, let awaited):
      let limit = max(timeout, context.instance.case.declared * 2)
      return Judgement(.inconclusive, "case timeout after \(limit); \(awaited)")
    case .stopped(let reason): return Judgement(.inconclusive, reason.description)
    case .none: return Judgement(.error, "the case was cancelled")
    }
  }

  private func judge(
    _ error: any Error, _ context: CaseContext, judged: [any RunnableBoard],
    all: [any RunnableBoard]
  ) async -> Judgement {
    let testCase = context.instance.case
    if let board = all.first(where: { $0.ending != nil }) {
      return await linkEnded(
        board, testCase, isJudged: judged.contains { $0.name == board.name }, all)
    }
    switch error {
    case CaseEnding.violation(let reason, let wedged):
      return testCase.judgement(ofViolation: reason, wedged: wedged)
    case CaseEnding.inconclusive(let reason): return Judgement(.inconclusive, reason)
    case CaseEnding.heldUp(let reason): return Judgement(.inconclusive, reason, wasHeldUp: true)
    case CaseEnding.rigFault(let reason): return Judgement(.error, reason)
    case CaseEnding.skip(let reason): return Judgement(.skip, reason)
    case let error as UCIHostError: return await judge(error, context, judged)
    default: return Judgement(.error, "\(error)")
    }
  }

  /// The judgement of a UCI board that did not do what the case took for granted.
  private func judge(
    _ error: UCIHostError, _ context: CaseContext, _ judged: [any RunnableBoard]
  ) async -> Judgement {
    let testCase = context.instance.case
    switch error.code {
    case .cancelled: return Judgement(.error, "the case was cancelled")
    case .closed: return Judgement(.error, "\(error)")
    case .timedOut:
      let reason = context.unmet(error)
      // One answer that is missing breaks the requirement; a fence tells whether all are.
      for board in judged.compactMap({ $0 as? UCIBoard }) where await !answersFence(board) {
        return testCase.judgement(
          ofViolation: "wedged: \(board.name) answers no fence: \(error)", wedged: true)
      }
      return testCase.judgement(ofViolation: reason, wedged: false)
    default: return testCase.judgement(ofViolation: context.unmet(error), wedged: false)
    }
  }

  /// Whether a board answers a fence, or a second one behind it.
  private func answersFence(_ board: UCIBoard) async -> Bool {
    if await board.answersFence() { return true }
    let slept: Void? = try? await bench.lab.sleep(
      for: CaseContext.secondFence, label: "a second fence for \(board.name)")
    guard slept != nil else { return false }
    return await board.answersFence()
  }

  /// A link closed inside the case: the contract's two rules.
  private func linkEnded(
    _ board: any RunnableBoard, _ testCase: Case, isJudged: Bool, _ all: [any RunnableBoard],
    fault: String? = nil
  ) async -> Judgement {
    let reason = board.ending?.reason ?? fault ?? Event.BoardChange.linkEnded
    let last = board.lastSent
    if (board as? UCIBoard)?.learns(fromEndAfter: last) == true {
      let text =
        "\(board.name) does not live through the fence of a case; the next ones ask for the "
        + "number of sessions"
      bench.journal.emit(.note(Event.Remark(text, instance: nil)))
    }
    if board.ending?.code == .endedHere {
      return Judgement(.error, "board lost: \(board.name): \(reason)")
    }
    let trouble = await pool.awaitReturn(of: board)
    let isBack = trouble == nil
    if !isBack {
      pool.markLost(board, "\(board.name): \(reason)")
      await recover(board.name, "board lost: \(reason)", all)
    }
    guard isJudged else {
      return Judgement(.error, "board lost: \(board.name), which helps in this case: \(reason)")
    }
    if testCase.isAboutSurvival {
      return Judgement(.fail, "device died: it hung up \(words(after: last)); \(reason)")
    }
    if let trouble, trouble.code == .wedged {
      return Judgement(.fail, "wedged: \(board.name): after its link had ended: \(trouble)")
    }
    return isBack
      ? Judgement(.fail, "device restarted: it hung up \(words(after: last)); \(reason)")
      : Judgement(.error, "board lost: \(board.name): \(reason)")
  }

  /// Proves the start state again. A case that the end of the run, or of its suite, has cut off in the
  /// middle of a power cut or of a packet tells nothing of the device by how it leaves it.
  private func leave(
    _ judged: [any RunnableBoard], _ radios: [UCIBoard], _ testCase: Case,
    after judgement: Judgement
  ) async -> Judgement {
    var result = judgement
    for board in judged + radios where pool.lost(board) == nil {
      // What this computer has ended tells nothing of the board, and is not waited for: the next case
      // opens it.
      if board.ending?.code == .endedHere, result.isBad {
        board.close(reason: "its link was ended by this computer")
        continue
      }
      let isRadio = radios.contains { $0.name == board.name }
      if !isRadio, board.ending != nil, stop.reason == nil, !result.isBad {
        // It hung up when what the case had started was stopped.
        result = await linkEnded(board, testCase, isJudged: true, judged + radios)
        continue
      }
      let heard = board.receivedFrames
      do throws(RigError) {
        try await board.bringToStartState()
        if board is AccessoryBoard, board.receivedFrames == heard, result.isBad {
          // Silence proves an idle accessory, and is all that a dead line says too: the next case
          // gets another one.
          board.close(reason: "silent after a case that did not pass")
        }
      } catch {
        if error.code == .cancelled { continue }
        if stop.reason == nil, board.ending != nil || error.isAbsence {
          // It went away in this case, and only its proof has met that.
          let ended = await linkEnded(
            board, testCase, isJudged: !isRadio, judged + radios, fault: "\(error)")
          if result.verdict != .fail, result.verdict != .error { result = ended }
          continue
        }
        if result.verdict != .fail, result.verdict != .error, !judgement.isCutOff {
          result =
            isRadio
            ? Judgement(.error, "board not ready: \(board.name): \(error)")
            : Judgement(.fail, "wedged: \(error)")
        }
        // The next case must not suffer for this one.
        board.close(reason: "not in its start state after the case")
      }
    }
    return result
  }

  /// What it was that a board hung up on: everything that it was sent since it was heard last.
  private func words(after sent: SentFrames) -> String {
    guard !sent.frames.isEmpty else { return "before anything was sent" }
    return "after " + sent.frames.map(hex).joined(separator: ", then ")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "an empty message" }
    let shown = Hexadecimal.encode(bytes.prefix(16))
    return bytes.count > 16 ? "\(shown)… (\(bytes.count) bytes)" : shown
  }
}
