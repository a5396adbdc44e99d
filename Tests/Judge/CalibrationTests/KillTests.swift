import Bench
import BootProtocols
import Foundation
import Journal
import LabRuntime
import RigFile
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
      // QORVO_CALIBRATION_SET, and CALKEY and SAVE of the shell.
      if ["\"2e2a", "\"43414c4b4559", "\"53415645"].contains(where: text.contains) {
        counts.writes.append(counts.all)
      }
      return counts.all == number
    }
    if isReached { gate.open() }
  }

  func sync() {}
  func close() {}
}

/// A journal that several look on at.
private struct BothSinks: JournalSink {
  let sinks: [CountingSink]

  func append(_ line: [UInt8]) { for sink in sinks { sink.append(line) } }
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

  @Test("boards with a shell have their old values saved too, whenever it was killed, even twice")
  func shells() throws {
    let plan = try ShellTests.plan(ranges: 10) {
      $0.limit = 0.08
      $0.cutsPower = false
    }
    let (all, writes) = try Self.broken(plan, after: .max)
    #expect(writes.count >= 8 && all >= 400, "\(all) \(writes)")
    let around = writes.prefix(12).flatMap { [$0, $0 + 1, $0 + 3] }
    for number in Swift.stride(from: 1, through: all, by: 3 * Self.stride) + around {
      _ = try Self.broken(plan, after: number)
    }
    // The undoing of a finished calibration is killed, and done again.
    for further in Swift.stride(from: 1, through: 120, by: max(1, Self.stride / 5)) {
      _ = try Self.broken(plan, after: all, undoneAfter: further)
    }
  }

  /// Calibrates and is killed after so many messages; then what was written down is put back.
  ///
  /// - Returns: how many messages there were, and which of them were writes.
  private static func broken(
    _ plan: CalibrationPlan, after number: Int, undoneAfter further: Int? = nil
  ) throws -> (all: Int, writes: [Int]) {
    let lab = Lab.simulated(seed: 5)
    let sink = CountingSink(LabGate(lab, label: "the kill"), number)
    let second = CountingSink(LabGate(lab, label: "the second kill"), number + (further ?? 0))
    let journal = Journal(now: { lab.now }, sink: BothSinks(sinks: [sink, second]))
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
        if further != nil {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await calibration.undo(watcher.old?.values ?? []) }
            group.addTask { try? await second.gate.wait() }
            await group.next()
            group.cancelAll()
          }
          for board in bench.boards { board.session.close(reason: "the program was killed") }
        }
        let results = await calibration.undo(watcher.old?.values ?? [])
        #expect(results.allSatisfy { $0.left?.isEmpty == true }, "killed after \(number)")
        let isUCI = plan.boards.allSatisfy { $0.firmware == .uci }
        #expect(before.allSatisfy { ($0.calibration != nil) == isUCI })
        #expect(CalibrationRehearsal.hidden(bench) == before, "killed after \(number)")
        guard !isUCI else { return }
        for board in bench.boards {
          board.session.close(reason: "to be powered off")
          _ = try await board.cutPower(for: .seconds(1))
        }
        #expect(
          CalibrationRehearsal.hidden(bench) == before,
          "killed after \(number), \(further ?? 0), and powered again")
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
