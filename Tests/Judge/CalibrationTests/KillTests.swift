import Bench
import Foundation
import Journal
import LabRuntime
import Synchronization
import Testing
import UCI

@testable import Calibration

/// Keeps the old values, as the folder of a run does.
private final class KeepingWatcher: CalibrationWatcher {
  private let kept = Mutex<CalibrationUndoDocument?>(nil)
  var old: CalibrationUndoDocument? { kept.withLock { $0 } }

  func step(_ text: String) {}
  func measured(_ one: String, _ other: String, _ sample: PairSample) {}
  func willWrite(_ old: CalibrationUndoDocument) throws { kept.withLock { $0 = old } }
  func moved(_ text: String) async throws {}
}

/// Counts the messages of a journal, and opens a gate at one of them.
private final class CountingSink: JournalSink {
  let gate: LabGate
  private let number: Int
  private let counts = Mutex<(all: Int, writes: [Int])>((0, []))
  var found: (all: Int, writes: [Int]) { counts.withLock { $0 } }

  init(_ gate: LabGate, _ number: Int) { (self.gate, self.number) = (gate, number) }

  func append(_ line: [UInt8]) {
    let text = String(decoding: line.prefix(400), as: UTF8.self)
    guard text.contains("\"kind\":\"frame\"") else { return }
    let isReached = counts.withLock { counts in
      counts.all += 1
      if text.contains("\"2e2a") { counts.writes.append(counts.all) }
      return counts.all == number
    }
    if isReached { gate.open() }
  }

  func sync() {}
  func close() {}
}

@Suite("A calibration that is broken off")
struct KillTests {
  /// A stride through all messages; UWBRIG_STRIDE=1 kills at each of them.
  private static let stride =
    ProcessInfo.processInfo.environment["UWBRIG_STRIDE"].flatMap { Int($0) } ?? 29

  /// Few ranges, so that the session has few messages beside those of the calibration.
  private static func plan(_ changes: [String: String] = [:]) throws -> CalibrationPlan {
    try WorldTests.plan(changing: changes) {
      $0.ranges = 10
      $0.limit = 0.08
    }
  }

  @Test("killed at any message, what was written down brings back what boards stored and work with")
  func undone() throws {
    let plan = try Self.plan()
    let (all, writes) = try Self.broken(plan, after: .max)
    #expect(writes.count >= 4 && all >= 400, "\(all)")
    let around = writes.flatMap { [$0 - 1, $0, $0 + 1, $0 + 2] }
    for number in Swift.stride(from: 1, through: all, by: Self.stride) + around {
      _ = try Self.broken(plan, after: number)
    }
  }

  @Test("a board whose values take effect after a power cut alone gets its old effect back")
  func needsPowerCut() throws {
    let plan = try Self.plan([
      "two": "radio: {echoes: 0.015}, misbehaviour: calibration-needs-power-cycle"
    ])
    let (all, writes) = try Self.broken(plan, after: .max)
    for number in Swift.stride(from: 1, through: all, by: 3 * Self.stride) + writes {
      _ = try Self.broken(plan, after: number)
    }
  }

  /// Calibrates and is killed after so many messages; then what was written down is put back.
  ///
  /// - Returns: how many messages there were, and which of them were writes.
  private static func broken(
    _ plan: CalibrationPlan, after number: Int
  ) throws -> (all: Int, writes: [Int]) {
    let lab = Lab.simulated(seed: 5)
    let sink = CountingSink(LabGate(lab, label: "the kill"), number)
    let journal = Journal(now: { lab.now }, sink: sink)
    try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        let before = CalibrationRehearsal.hidden(bench)
        let watcher = KeepingWatcher()
        let calibration = CalibrationBench(bench, plan, watcher)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await calibration.attempt(CalibrationState()) }
          group.addTask { try? await sink.gate.wait() }
          await group.next()
          group.cancelAll()
        }
        guard number < .max else { return }
        for board in bench.boards { board.session.close(reason: "the program was killed") }
        let results = await calibration.undo(watcher.old?.values ?? [])
        #expect(results.allSatisfy { $0.left?.isEmpty == true }, "killed after \(number)")
        #expect(before.allSatisfy { $0.calibration != nil })
        #expect(
          CalibrationRehearsal.hidden(bench) == before,
          "killed after \(number)")
      }
    }
    return sink.found
  }

  @Test("when somebody ends it, the old values are back before it returns")
  func interrupted() throws {
    let plan = try Self.plan()
    let lab = Lab.simulated(seed: 5)
    let writes = try Self.broken(plan, after: .max).writes
    let gate = LabGate(lab, label: "the interruption")
    let sink = CountingSink(gate, (writes.last ?? 0) + 1)
    let journal = Journal(now: { lab.now }, sink: sink)
    let (before, after, outcome) = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        let before = CalibrationRehearsal.hidden(bench)
        let outcome = await CalibrationBench(bench, plan, SilentWatcher()).perform {
          try? await gate.wait()
        }
        return (before, CalibrationRehearsal.hidden(bench), outcome)
      }
    }
    #expect(outcome.fault?.code == .interrupted)
    #expect(outcome.left.isEmpty && outcome.unreached.isEmpty)
    #expect(before == after)
  }
}
