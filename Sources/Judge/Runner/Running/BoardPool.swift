import Bench
import BootProtocols
import Errors
import Journal
import LabRuntime
import Links
import RigFile
import Synchronization

/// The boards of a run, as the runner handles them, and which of them are lost.
final class BoardPool: Sendable {
  private struct Health {
    var failuresInARow = 0
    var lost: String?
    /// How much of the last attempts to reach the start state the machine took, of that of which it
    /// took least.
    var taken = Duration.zero
    /// An instance has it.
    var isInUse = false
  }

  /// The boards by name, for each kind of view on them.
  private let kinds: [[String: any RunnableBoard]]
  /// The names of those that can be the phone's radio, in the order of the file.
  private let radios: [String]
  private let bench: Bench
  private let equipment: any RecoveryEquipment
  private let health = Mutex<[String: Health]>([:])

  init(_ bench: Bench, equipment: any RecoveryEquipment) {
    self.bench = bench
    self.equipment = equipment
    let limits = bench.file.limits
    func boards(
      _ fits: (RigBoard) -> Bool, _ make: (BenchBoard) -> any RunnableBoard
    ) -> [String: any RunnableBoard] {
      let fitting = bench.boards.filter { fits($0.description) }
      return Dictionary(uniqueKeysWithValues: fitting.map { ($0.name, make($0)) })
    }
    kinds = [
      boards({ $0.speaks(.niAccessory) }) { AccessoryBoard($0, lab: bench.lab, limits: limits) },
      boards({ $0.speaks(.rangingOOB) }) { OOBBoard($0, lab: bench.lab) },
      boards({ $0.firmware == .uci }) { UCIBoard($0) },
      boards({ $0.firmware.bootProtocol != nil }) { BootloaderBoard($0, lab: bench.lab) },
    ]
    radios = bench.phoneRadios.map(\.name)
  }

  /// The boards that an instance judges, kind by kind: one for both kinds of phone twice.
  func judged(by instance: Instance) -> [any RunnableBoard] {
    kinds.flatMap { kind in instance.boards.compactMap { kind[$0.name] } }
  }

  /// The boards that play the phone's radio in the instances of a case.
  func radios(of testCase: Case) -> [UCIBoard] {
    Schedule.radios(of: testCase, among: radios).flatMap { name in
      kinds.compactMap { $0[name] as? UCIBoard }
    }
  }

  /// Why a board is out of the run; nil while it takes part.
  func lost(_ board: any RunnableBoard) -> String? { health.withLock { $0[board.name]?.lost } }

  /// How much this machine took of the attempts in which a board was not ready, of the one of
  /// which it took least: a board that is silent in that one is so by itself.
  func taken(from board: any RunnableBoard) -> Duration {
    health.withLock { $0[board.name]?.taken ?? .zero }
  }

  /// How much this machine took of the time since an instant from a board, or from what plays it.
  func taken(from board: any RunnableBoard, since began: LabInstant) -> Duration {
    let player = bench.board(named: board.name)?.session.player
    return bench.lab.lostTime(from: began, to: bench.lab.now, of: player.map { [$0] } ?? [])
  }

  /// Takes a board out of the run; a recording stays, since it begins again with the next instance.
  func markLost(_ board: any RunnableBoard, _ reason: String) {
    guard bench.board(named: board.name)?.beginsWithInstances != true else { return }
    health.withLock { $0[board.name, default: Health()].lost = reason }
  }

  /// Notes which boards an instance has, or gives back.
  func setInUse(_ boards: [any RunnableBoard], _ isInUse: Bool) {
    health.withLock { health in
      for board in boards { health[board.name, default: Health()].isInUse = isInUse }
    }
  }

  /// Tries to get a board back after a fault of the rig; when that succeeds, it counts as new.
  ///
  /// - Parameters:
  ///   - isAbsent: it was looked for, and is not there.
  ///   - users: the boards of the instance at hand, which a rung may touch.
  func recover(
    _ board: any RunnableBoard, after fault: String, isAbsent: Bool = false,
    users: [any RunnableBoard]
  ) async -> Bool {
    let own = users.map(\.name)
    let ladder = RecoveryLadder(bench: bench, equipment: equipment) {
      self.bench.boards.map(\.name).filter { name in
        !own.contains(name) && self.health.withLock { $0[name]?.isInUse ?? false }
      }
    }
    guard await ladder.climb(board, after: fault, isAbsent: isAbsent) else { return false }
    health.withLock {
      $0[board.name, default: Health()].failuresInARow = 0
      $0[board.name, default: Health()].lost = nil
    }
    return true
  }

  /// Brings a board to its start state: as it is, reopened, and by its reset.
  ///
  /// A board that is not ready twice in a row is lost.
  func prepare(_ board: any RunnableBoard) async throws(RigError) {
    do throws(RigError) {
      try await climb(board)
      health.withLock { $0[board.name, default: Health()].failuresInARow = 0 }
    } catch {
      guard error.code != .cancelled else { throw error }
      let failures = health.withLock { health in
        health[board.name, default: Health()].failuresInARow += 1
        return health[board.name, default: Health()].failuresInARow
      }
      if failures >= 2 { markLost(board, "\(error)") }
      throw error
    }
  }

  /// Waits until a board whose link has closed is back in its start state.
  ///
  /// - Parameter began: when it was missed; its `limits.reopen` runs from there.
  /// - Returns: Why it is not; nil when it is.
  func awaitReturn(of board: any RunnableBoard, since began: LabInstant) async -> RigError? {
    var trouble = RigError.runEnded
    let deadline = began.advanced(by: bench.file.limits.reopen)
    board.close(reason: Event.BoardChange.linkEnded)
    while bench.lab.now < deadline {
      do throws(RigError) {
        try await board.bringToStartState()
        return nil
      } catch {
        if error.code == .cancelled { return error }
        trouble = error
        board.close(reason: "not ready yet")
      }
      do {
        try await bench.lab.sleep(for: .milliseconds(50), label: "\(board.name) to come back")
      } catch { return .runEnded }
    }
    return trouble
  }

  /// One attempt to reach the start state, of which is noted what this machine took.
  private func attempt(_ board: any RunnableBoard, isFirst: Bool = false) async throws(RigError) {
    let began = bench.lab.now
    do throws(RigError) { try await board.bringToStartState() } catch {
      let taken = taken(from: board, since: began)
      health.withLock { health in
        let before = isFirst ? nil : health[board.name]?.taken
        health[board.name, default: Health()].taken = min(taken, before ?? taken)
      }
      throw error
    }
  }

  private func climb(_ board: any RunnableBoard) async throws(RigError) {
    var trouble: RigError
    let began = bench.lab.now
    do throws(RigError) { return try await attempt(board, isFirst: true) } catch { trouble = error }
    // One that is not there need not be opened anew: to look for a device on the air takes seconds.
    if !trouble.isAbsence, trouble.code != .cancelled {
      board.close(reason: "reopened to reach its start state")
      do throws(RigError) { return try await attempt(board) } catch { trouble = error }
    }
    // It was unplugged between two cases: there is nothing to reset before it is back.
    if trouble.isAbsence, await awaitReturn(of: board, since: began) == nil { return }
    guard trouble.code != .cancelled,
      let reset = bench.board(named: board.name)?.description.reset
    else { throw trouble }
    board.close(reason: "reset by \(reset)")
    try await bench.board(named: board.name)?.reset()
    try await attempt(board)
  }
}
