import Bench
import Errors
import Journal
import LabRuntime
import RigFile

/// Gets a board back after a fault of the rig: rung by rung, as far as its rig file allows, each
/// announced with what else it touches and proved afterwards.
struct RecoveryLadder {
  let bench: Bench
  let equipment: any RecoveryEquipment
  /// The boards that other instances are using now: no rung may touch them.
  let inUse: @Sendable () -> [String]

  /// The rungs after which a board begins anew.
  private static let restarting: [RigBoard.RecoveryRung] = [.lines, .probe, .power]

  /// Climbs until the board is in its start state; false when no allowed rung gets it there.
  ///
  /// - Parameter isAbsent: it was looked for, and is not there: only what restarts it can bring it back.
  func climb(
    _ board: any RunnableBoard, after fault: String, isAbsent: Bool = false
  ) async -> Bool {
    guard let place = bench.board(named: board.name) else { return false }
    // Always from the gentlest to the harshest, however the file lists them.
    let rungs = RigBoard.RecoveryRung.allCases.filter(place.description.recovery.contains)
    for rung in rungs where !isAbsent || Self.restarting.contains(rung) {
      switch equipment.prospect(of: rung, on: place, of: bench) {
      case .impossible: continue
      case .possible(let effects, let boards):
        let others = boards.filter { $0 != board.name }
        announce(rung, board.name, fault, effects + others.map { "touches \($0)" })
        let held = inUse().filter(others.contains)
        guard held.isEmpty else {
          finish(rung, board.name, "left out: \(held.joined(separator: ", ")) is in use")
          continue
        }
        do {
          try await perform(rung, board, place)
          finish(rung, board.name, nil)
          return true
        } catch let error as RigError where error.code == .cancelled {
          finish(rung, board.name, RigError.runEnded.reason)
          return false
        } catch {
          board.close(reason: "not ready after recovery by \(rung.rawValue)")
          finish(rung, board.name, "\(error)")
        }
      }
    }
    return false
  }

  private func perform(
    _ rung: RigBoard.RecoveryRung, _ board: any RunnableBoard, _ place: BenchBoard
  ) async throws {
    board.close(reason: "recovery by \(rung.rawValue)")
    try await equipment.climb(rung, on: place, of: bench)
    if rung == .protocol { try await board.resetByProtocol() }
    try await awaitStartState(of: board, restarts: Self.restarting.contains(rung))
  }

  /// A board that was restarted may have to find its way back onto the bus first.
  private func awaitStartState(
    of board: any RunnableBoard, restarts: Bool
  ) async throws(RigError) {
    let deadline = bench.lab.now.advanced(by: bench.file.limits.reopen)
    while true {
      do throws(RigError) { return try await board.bringToStartState() } catch {
        guard restarts, error.isAbsence, bench.lab.now < deadline else { throw error }
      }
      do throws(RigError) {
        try await bench.lab.sleep(for: .milliseconds(50), label: "\(board.name) to come back")
      } catch { throw .runEnded }
    }
  }

  private func announce(
    _ rung: RigBoard.RecoveryRung, _ board: String, _ fault: String, _ touches: [String]
  ) {
    bench.journal.emit(
      .recoveryStarted(
        Event.RecoveryStarted(
          board: board, rung: rung.rawValue, reason: fault, touches: touches)))
  }

  private func finish(_ rung: RigBoard.RecoveryRung, _ board: String, _ failure: String?) {
    bench.journal.emit(
      .recoveryFinished(
        Event.RecoveryFinished(
          board: board, rung: rung.rawValue, ok: failure == nil, reason: failure ?? "")))
  }
}
