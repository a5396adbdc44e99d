package import Bench
import LabRuntime
import Notation
import RigFile
import Synchronization
import UCI
package import UCIHost

/// Who watches a ranging.
package protocol RangeWatcher: Sendable {
  func begin()
  func show(_ round: RangingRound)
  func finish()
  /// Something about a board that is worth a remark.
  func remark(_ text: String)
  /// Something about a board for who wants to know more.
  func detail(_ text: String)
  /// Whether nothing more is wanted.
  var isGone: Bool { get }
}

/// The boards while they range.
package struct RangeBench: Sendable {
  private let bench: Bench
  private let record: RangeRecord
  private let watcher: any RangeWatcher

  private var plan: RangePlan { record.plan }

  /// The boards of a bench; what they report goes into the record.
  package init(_ bench: Bench, _ record: RangeRecord, _ watcher: any RangeWatcher) {
    self.bench = bench
    self.record = record
    self.watcher = watcher
  }

  /// Ranges until it is over, and leaves no session on the boards.
  ///
  /// - Parameter end: waits for an interrupt.
  /// - Returns: what went wrong; nil when it ended as it should.
  package func perform(
    until end: @escaping @Sendable () async -> Void
  ) async -> (any Error)? {
    let open = OpenSessions()
    let trouble = await withTaskGroup(of: (any Error)?.self) { group in
      group.addTask {
        do {
          try await self.range(open)
          return nil
        } catch { return error }
      }
      group.addTask {
        await end()
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      await group.waitForAll()
      return first
    }
    watcher.finish()
    await open.closeAll()
    return trouble
  }

  private func range(_ open: OpenSessions) async throws {
    var sessions: [UCISession] = []
    for index in plan.sides.indices {
      sessions.append(try await session(index, open))
    }
    record.setStart(bench.lab.now)
    try await start(sessions)
    watcher.begin()
    let readers = sessions
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for (index, session) in readers.enumerated() {
        group.addTask {
          try await self.read(session, index)
          return true
        }
      }
      if let span = plan.span {
        group.addTask {
          try await bench.lab.sleep(for: span, label: "the end of the ranging")
          return true
        }
      }
      defer { group.cancelAll() }
      // The first that ends, ends the ranging: the controller has its rounds, or time is up.
      _ = try await group.next()
    }
  }

  private func start(_ sessions: [UCISession]) async throws {
    defer { plan.sides.indices.forEach(tellRemarks) }
    // Who answers has to listen first.
    for session in sessions.dropFirst() + sessions.prefix(1) {
      try await session.start()
    }
  }

  /// How the contact with a board went.
  private func tellRemarks(_ index: Int) {
    let name = plan.sides[index].board.name
    for text in bench.board(named: name)?.session.takeRemarks() ?? [] {
      watcher.remark("Note: \(name): \(text)")
    }
  }

  /// Opens a board, brings it to its start state and gives it its session.
  private func session(_ index: Int, _ open: OpenSessions) async throws -> UCISession {
    let side = plan.sides[index]
    guard let board = bench.board(named: side.board.name) else {
      throw UCIHostError(.timedOut, side.board.name, "the bench has no such board")
    }
    try await board.session.open()
    let host = try board.session.host()
    host.repeatsUnanswered = true
    open.add(host)
    defer { tellRemarks(index) }
    try await host.reset()
    if side.board.dialect == nil {
      do throws(UCIHostError) { try await host.identify() } catch {
        // What a board says of itself may be wrong; it may range all the same.
        guard error.code == .malformed || error.code == .status else { throw error }
        watcher.remark("Note: \(side.board.name) does not say what it speaks: \(error)")
      }
    }
    watcher.detail("\(side.board.name) speaks \(host.dialect)")
    let session = try await host.openSession(id: side.sessionID)
    try await session.configure(plan.parameters(of: side, dialect: host.dialect))
    record.setGiven(session.given, index)
    return session
  }

  /// Reads the rounds of one board; returns when the controller has as many as wanted.
  private func read(_ session: UCISession, _ index: Int) async throws {
    let isController = plan.sides[index].isController
    let patience = bench.file.limits.uciResponse + interval * 5
    while !watcher.isGone {
      let round: RangingRound
      do throws(UCIHostError) {
        round = try await session.nextMeasurements(until: bench.lab.now.advanced(by: patience))
      } catch {
        if error.code == .malformed || error.code == .damaged {
          // One that cannot be read is counted, and the first one shown; the next one may be fine.
          if record.addUnreadable(of: index) == 1 {
            watcher.remark("Note: \(plan.sides[index].board.name): \(error)")
          }
          continue
        }
        guard error.code == .timedOut else { throw error }
        guard isController else { continue }
        throw UCIHostError(
          .timedOut, session.host.name,
          "no round was reported for \(DurationText.format(patience))",
          advice: "Is the board still running? Look at what it says with uwbrig console")
      }
      record.add(round, of: index)
      guard isController else { continue }
      watcher.show(round)
      if let rounds = plan.rounds, record.rounds >= rounds { return }
    }
  }

  private var interval: Duration {
    let given = record.given(0)?.parameters.last { $0.id == .rangingDuration }?.value ?? []
    let milliseconds = given.prefix(4).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return .milliseconds(milliseconds)
  }
}

/// The boards that were opened, for their orderly end.
private final class OpenSessions: Sendable {
  private let hosts = Mutex<[UCIHost]>([])

  func add(_ host: UCIHost) { hosts.withLock { $0.append(host) } }

  /// Ends every session: a reset does that in whatever state a board was left, and at whatever
  /// answer an interruption came.
  func closeAll() async {
    for host in hosts.withLock({ $0 }) { _ = try? await host.reset() }
  }
}
