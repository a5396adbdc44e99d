package import Bench
import LabRuntime
import UCIHost

/// The boards of a bench while they are calibrated.
///
/// ```swift
/// let outcome = await CalibrationBench(bench, plan, watcher).perform(until: end.wait)
/// ```
package struct CalibrationBench: Sendable {
  let bench: Bench
  let plan: CalibrationPlan
  let watcher: any CalibrationWatcher

  package init(_ bench: Bench, _ plan: CalibrationPlan, _ watcher: any CalibrationWatcher) {
    self.bench = bench
    self.plan = plan
    self.watcher = watcher
  }

  /// How a calibration ended.
  package struct Outcome: Sendable {
    package let state: CalibrationState
    /// Why the boards are not calibrated; nil when they are.
    package let fault: CalibrationFault?
    /// Values that could not be put back, with their boards.
    package let left: [(board: String, value: DelayValues.Entry)]
    /// The boards whose old values are unknown to be back.
    package let unreached: [String]
  }

  /// Calibrates; on a fault, and when somebody ends it, the old values are put back.
  ///
  /// - Parameter end: waits for the end that somebody asks for.
  package func perform(until end: @escaping @Sendable () async -> Void) async -> Outcome {
    let state = CalibrationState()
    let fault = await withTaskGroup(of: CalibrationFault?.self) { group in
      group.addTask { await self.attempt(state) }
      group.addTask {
        await end()
        return CalibrationFault(.interrupted, "calibration", "it was ended from outside")
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      await group.waitForAll()
      return first
    }
    guard fault != nil else {
      return Outcome(state: state, fault: nil, left: [], unreached: [])
    }
    return await restored(state, fault)
  }

  /// The part that can be broken off at any await.
  func attempt(_ state: CalibrationState) async -> CalibrationFault? {
    do {
      try await CalibrationPass(self, state).run()
      return nil
    } catch let fault as CalibrationFault {
      return fault
    } catch let error as UCIHostError {
      return CalibrationFault(.failed, "calibration", "\(error)")
    } catch { return CalibrationFault(.failed, "calibration", "\(error)") }
  }

  /// Puts the old values back on every board that was written to.
  private func restored(_ state: CalibrationState, _ fault: CalibrationFault?) async -> Outcome {
    var left: [(board: String, value: DelayValues.Entry)] = []
    var unreached: [String] = []
    for var board in state.boards where board.isTouched {
      watcher.step("putting the old values of \(board.name) back")
      var rest: [DelayValues.Entry]?
      for turn in 0..<Self.attempts where rest == nil {
        if turn > 0 { board.board.session.close(reason: "to be opened again") }
        rest = await Self.restore(&board)
      }
      if let rest { left += rest.map { (board.name, $0) } } else { unreached.append(board.name) }
    }
    return Outcome(state: state, fault: fault, left: left, unreached: unreached)
  }

  private static let attempts = 3

  static func restore(_ board: inout CalibratedBoard) async -> [DelayValues.Entry]? {
    do {
      // Whatever was under way is over.
      try await CalibratedBoard.identify(board.board)
      return try await board.restore()
    } catch { return nil }
  }

  /// Puts values back that a calibration has written down before it was broken off.
  ///
  /// - Returns: what each board has now instead of its old value; nil for a board that was not reached.
  package func undo(
    _ values: [(board: String, old: DelayValues)]
  ) async -> [(board: String, left: [DelayValues.Entry]?, reason: String)] {
    var results: [(board: String, left: [DelayValues.Entry]?, reason: String)] = []
    for (name, old) in values {
      guard let board = bench.board(named: name) else {
        results.append((name, nil, "the rig has no board of that name"))
        continue
      }
      do {
        var calibrated = try await CalibratedBoard(board, plan.settings, old: old)
        results.append((name, try await calibrated.restore(), ""))
      } catch { results.append((name, nil, "\(error)")) }
    }
    return results
  }
}
