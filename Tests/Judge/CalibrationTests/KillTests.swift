import Bench
import Journal
import LabRuntime
import Room
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

@Suite("A calibration that is broken off")
struct KillTests {
  private static let names = ["one", "two", "three"]

  /// When the calibration commands of an undisturbed run went over the wire.
  private static func writes() throws -> [LabInstant] {
    let sink = MemorySink()
    let lab = Lab.simulated(seed: 5)
    let journal = Journal(now: { lab.now }, sink: sink)
    let plan = try WorldTests.plan()
    _ = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        await CalibrationBench(bench, plan, SilentWatcher()).attempt(CalibrationState())
      }
    }
    try journal.close()
    var reader = JournalReader(bytes: sink.bytes)
    var times: [LabInstant] = []
    while let record = try reader.next() {
      guard case .entry(let entry) = record, case .frame(let frame) = entry.event,
        frame.direction == .out, frame.bytes.first == 0x2E, frame.bytes.count > 1,
        frame.bytes[1] == 0x2A
      else { continue }
      times.append(LabInstant(nanoseconds: entry.microseconds * 1000))
    }
    return times
  }

  @Test("killed at any write, what was written down brings the old values back")
  func undone() throws {
    let times = try Self.writes()
    #expect(times.count >= 4)
    for time in times {
      for delay in [-1, 1, 3000] as [Int64] {
        try Self.killed(at: time.advanced(by: .microseconds(delay)))
      }
    }
  }

  private static func killed(at instant: LabInstant) throws {
    let lab = Lab.simulated(seed: 5)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let plan = try WorldTests.plan()
    let (before, after, left) = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        func truth() -> [Double] {
          names.map { bench.room?.error(of: $0, channel: 9) ?? .nan }
        }
        let before = truth()
        let watcher = KeepingWatcher()
        let calibration = CalibrationBench(bench, plan, watcher)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await calibration.attempt(CalibrationState()) }
          group.addTask { try? await lab.sleep(until: instant, label: "the kill") }
          await group.next()
          group.cancelAll()
        }
        for board in bench.boards { board.session.close(reason: "the program was killed") }
        let results = await calibration.undo(watcher.old?.values ?? [])
        return (before, truth(), results.count { $0.left?.isEmpty != true })
      }
    }
    #expect(left == 0)
    #expect(before == after, "killed at \(instant)")
  }

  @Test("when somebody ends it, the old values are back before it returns")
  func interrupted() throws {
    let times = try Self.writes()
    let lab = Lab.simulated(seed: 5)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let plan = try WorldTests.plan()
    let last = try #require(times.last).advanced(by: .microseconds(500))
    let (before, after, outcome) = try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        func truth() -> [Double] {
          Self.names.map { bench.room?.error(of: $0, channel: 9) ?? .nan }
        }
        let before = truth()
        let outcome = await CalibrationBench(bench, plan, SilentWatcher()).perform {
          try? await lab.sleep(until: last, label: "the interruption")
        }
        return (before, truth(), outcome)
      }
    }
    #expect(outcome.fault?.code == .interrupted)
    #expect(outcome.left.isEmpty && outcome.unreached.isEmpty)
    #expect(before == after)
  }
}
