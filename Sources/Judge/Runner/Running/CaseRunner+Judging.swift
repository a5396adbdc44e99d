import Bench
import Errors
import Journal
import LabRuntime
import Links
import RigFile
import UCIHost
import WireFormat

extension CaseRunner {
  /// The judgement of a body by how it ended.
  func judge(
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
      let limit = context.instance.case.timeout(timeout, limits: bench.file.limits)
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
      let heldUp = context.heldUp(
        error.subject, expected: "an answer", got: error.reason, within: context.limits.uciResponse)
      if case .heldUp(let reason)? = heldUp {
        return Judgement(.inconclusive, reason, wasHeldUp: true)
      }
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
    let trouble = await pool.awaitReturn(of: board, since: bench.lab.now)
    let isBack = trouble == nil
    if let trouble {
      pool.markLost(board, "\(board.name): \(reason)")
      await recover(board.name, "board lost: \(reason)", isAbsent: trouble.isAbsence, all)
    }
    guard isJudged else {
      return Judgement(.error, "board lost: \(board.name), which helps in this case: \(reason)")
    }
    if testCase.isAboutSurvival {
      return Judgement(.fail, "device died: it hung up \(last.moment); \(reason)")
    }
    if let trouble, trouble.code == .wedged {
      return Judgement(.fail, "wedged: \(board.name): after its link had ended: \(trouble)")
    }
    return isBack
      ? Judgement(.fail, "device restarted: it hung up \(last.moment); \(reason)")
      : Judgement(.error, "board lost: \(board.name): \(reason)")
  }

  /// Proves the start state again. A case that the end of the run, or of its suite, has cut off in the
  /// middle of a power cut or of a packet tells nothing of the device by how it leaves it.
  func leave(
    _ judged: [any RunnableBoard], _ radios: [UCIBoard], _ testCase: Case,
    after judgement: Judgement
  ) async -> Judgement {
    var result = judgement
    for board in judged + radios where pool.lost(board) == nil {
      // What this computer has ended tells nothing of the board, and is not waited for: the next case
      // opens it.
      if board.ending?.code == .endedHere, result.verdict.isBad {
        board.close(reason: "its link was ended by this computer")
        continue
      }
      let isRadio = radios.contains { $0.name == board.name }
      if !isRadio, board.ending != nil, stop.reason == nil, !result.verdict.isBad {
        // It hung up when what the case had started was stopped.
        result = await linkEnded(board, testCase, isJudged: true, judged + radios)
        continue
      }
      let heard = board.receivedFrames
      let began = bench.lab.now
      do throws(RigError) {
        try await board.bringToStartState()
        if board is AccessoryBoard, board.receivedFrames == heard, result.verdict.isBad {
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
          let taken = pool.taken(from: board, since: began)
          result =
            if isRadio {
              Judgement(.error, "board not ready: \(board.name): \(error)")
            } else if taken * 2 >= bench.file.limits.uciResponse {
              Judgement(
                .inconclusive, "\(error); this machine stood still for \(taken)", wasHeldUp: true)
            } else {
              Judgement(.fail, "wedged: \(error)")
            }
        }
        // The next case must not suffer for this one.
        board.close(reason: "not in its start state after the case")
      }
    }
    return result
  }
}

extension SentFrames {
  /// What it was that a board hung up on: everything that it was sent since it was heard last.
  fileprivate var moment: String {
    guard !frames.isEmpty else { return "before anything was sent" }
    return "after " + frames.map(Self.hex).joined(separator: ", then ")
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "an empty message" }
    let shown = Hexadecimal.encode(bytes.prefix(16))
    return bytes.count > 16 ? "\(shown)… (\(bytes.count) bytes)" : shown
  }
}
