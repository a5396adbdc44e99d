package import Bench
import LabRuntime
import RigFile
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
    package let left: [(board: String, value: LeftValue)]
    /// The boards whose old values are unknown to be back.
    package let unreached: [String]
  }

  /// Calibrates; on a fault or an interrupt the old values are put back.
  ///
  /// - Parameter end: waits for an interrupt.
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
      switch plan.settings.quantity {
      case .delay:
        try await CalibrationPass(bench: bench, plan: plan, watcher: watcher, state: state).run()
      case .angle:
        try await AnglePass(bench: bench, plan: plan, watcher: watcher, state: state).run()
      }
      return nil
    } catch let fault as CalibrationFault {
      return fault
    } catch let error as UCIHostError {
      return CalibrationFault(.failed, "calibration", "\(error)")
    } catch { return CalibrationFault(.failed, "calibration", "\(error)") }
  }

  /// Puts the old values back on every board that was written to.
  private func restored(_ state: CalibrationState, _ fault: CalibrationFault?) async -> Outcome {
    var left: [(board: String, value: LeftValue)] = []
    var unreached: [String] = []
    for var board in state.boards where board.isTouched {
      watcher.step("putting the old values of \(board.name) back")
      let rest = await reaching(board.board) {
        try await board.restore(cutsPower: plan.settings.cutsPower)
      }
      if let rest { left += rest.map { (board.name, $0) } } else { unreached.append(board.name) }
    }
    return Outcome(state: state, fault: fault, left: left, unreached: unreached)
  }

  /// Does something with a board that may be on its way back, as after a power cut; nil where it
  /// does not come within the rig's limit.
  private func reaching<Value>(
    _ board: BenchBoard, _ body: () async throws -> Value
  ) async -> Value? {
    let deadline = bench.lab.now.advanced(by: bench.file.limits.reopen)
    while true {
      do {
        // Whatever was under way is over.
        try await CalibratedBoard.identify(board)
        return try await body()
      } catch {
        board.session.close(reason: "to be opened again")
        guard bench.lab.now < deadline, !Task.isCancelled else { return nil }
        try? await bench.lab.sleep(for: .milliseconds(500), label: "\(board.name) to come back")
      }
    }
  }

  /// Puts values back that a calibration has written down before it was broken off.
  ///
  /// - Returns: what each board has now instead of its old value; nil for a board that was not
  ///   reached.
  package func undo(
    _ values: [(board: String, old: CalibrationValues)]
  ) async -> [(board: String, left: [LeftValue]?, reason: String)] {
    var results: [(board: String, left: [LeftValue]?, reason: String)] = []
    for (name, old) in values {
      guard let board = bench.board(named: name) else {
        results.append((name, nil, "the rig has no board of that name"))
        continue
      }
      let left = await reaching(board) {
        var calibrated = try await CalibratedBoard(board, plan.settings, old: old)
        // A value may be written and not yet of effect, or of effect and not written.
        calibrated.isTouched = true
        return try await calibrated.restore(cutsPower: plan.settings.cutsPower)
      }
      results.append((name, left, left == nil ? "it was not reached" : ""))
    }
    return results
  }
}
