import Bench
import JSONDocuments
import Journal
import LabRuntime
import RigFile
import Synchronization
import Testing

@testable import Calibration

@Suite("Calibrating angles")
struct AngleTests {
  /// A board that looks at another; `yaw` is where it looks, 90 straight at it.
  private static func plan(
    _ changes: String, yaw: Double = 90, checkYaw: Double? = nil, personality: String = "nxp"
  ) throws -> CalibrationPlan {
    func file(_ yaw: Double) throws -> RigFile {
      try RigFile.parse(
        """
        version: 1
        name: angles
        time: virtual
        boards:
          - {name: one, firmware: uci, role: controller, use: device, link: virtual, \
        personality: \(personality), position: [0, 0, 1], facing: {yaw: \(yaw)}, \(changes)}
          - {name: two, firmware: uci, role: controlee, link: virtual, personality: nxp, \
        position: [2.5, 0, 1], radio: {error: 0}}

        """, file: "angles.yaml", directory: "")
    }
    let here = try file(yaw)
    var settings = CalibrationPlan.Settings()
    settings.quantity = .angle
    settings.ranges = 40
    return try CalibrationPlan(
      here, subjects: here.boards.filter { $0.name == "one" },
      references: here.boards.filter { $0.name == "two" }, settings: settings,
      check: try checkYaw.map(file))
  }

  private static func outcome(
    _ plan: CalibrationPlan, seed: UInt64 = 1
  ) throws -> (
    outcome: CalibrationBench.Outcome, isRestored: Bool, delays: Bool, last: Double?
  ) {
    let lab = Lab.simulated(seed: seed)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    return try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        let before = CalibrationRehearsal.hidden(bench, atPowerUp: true)
        let outcome = await CalibrationBench(bench, plan, SilentWatcher()).perform {
          try? await LabGate(lab, label: "the end").wait()
        }
        let after = CalibrationRehearsal.hidden(bench)
        return (
          outcome, before.map(\.calibration) == after.map(\.calibration),
          before.map(\.raised) == after.map(\.raised), outcome.state.passes.last?.angle?.degrees
        )
      }
    }
  }

  @Test("an offset of 8 degrees is found and put right, and delays are left alone")
  func offset() throws {
    for (degrees, yaw) in [(8.0, 90.0), (-11, 90), (20, 80), (3, 110)] {
      let found = try Self.outcome(
        try Self.plan("radio: {error: 0.3, angle: \(degrees)}", yaw: yaw, checkYaw: 70))
      #expect(found.outcome.fault == nil, "\(String(describing: found.outcome.fault))")
      #expect(found.outcome.state.isCalibrated && found.outcome.state.isKept == true)
      #expect(abs(found.last ?? 99) <= 2, "\(found.last ?? 99)")
      #expect(found.delays && !found.isRestored)
    }
  }

  @Test("angles that are right are left alone")
  func right() throws {
    let found = try Self.outcome(try Self.plan("radio: {error: 0, angle: 0}"))
    #expect(found.outcome.fault == nil && found.isRestored)
    #expect(found.outcome.state.passes.count == 1)
  }

  @Test(
    "a fault ends with the old values",
    arguments: [
      ("ignored", CalibrationFault.Code.noEffect), ("not-taken", .notTaken),
      ("in-another-unit", .otherSlope), ("refused", .notTaken), ("clamped", .notTaken),
      ("lost-by-reset", .notKept), ("lost-by-power-cut", .notKept),
    ])
  func faults(_ name: String, _ code: CalibrationFault.Code) throws {
    let found = try Self.outcome(
      try Self.plan("radio: {error: 0, angle: 9}, misbehaviour: calibration-\(name)"))
    #expect(found.outcome.fault?.code == code, "\(String(describing: found.outcome.fault))")
    #expect(found.isRestored && found.outcome.left.isEmpty && found.outcome.unreached.isEmpty)
  }

  @Test("a value that takes effect after a power cut alone is no fault")
  func powerCut() throws {
    let found = try Self.outcome(
      try Self.plan("radio: {error: 0, angle: 9}, misbehaviour: calibration-needs-power-cycle"))
    #expect(found.outcome.fault == nil, "\(String(describing: found.outcome.fault))")
    #expect(abs(found.last ?? 99) <= 2)
  }

  @Test("the table of another channel is seen at another angle")
  func table() throws {
    let found = try Self.outcome(
      try Self.plan("radio: {error: 0, angle: 9, angle-table: 1.4}", checkYaw: 55))
    #expect(
      found.outcome.fault?.code == .notConfirmed, "\(String(describing: found.outcome.fault))")
    #expect(found.isRestored)
  }

  @Test("whoever is broken off behind a write leaves what brings the old values back")
  func undone() throws {
    let plan = try Self.plan("radio: {error: 0, angle: 9}")
    let lab = Lab.simulated(seed: 1)
    let watcher = StoppingWatcher(LabGate(lab, label: "the kill"))
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        let before = CalibrationRehearsal.hidden(bench, atPowerUp: true)
        let calibration = CalibrationBench(bench, plan, watcher)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await calibration.attempt(CalibrationState()) }
          group.addTask { try? await watcher.gate.wait() }
          await group.next()
          group.cancelAll()
        }
        #expect(CalibrationRehearsal.hidden(bench) != before)
        for board in bench.boards { board.session.close(reason: "the program was killed") }
        let old = try #require(watcher.old.flatMap { CalibrationUndoDocument(json: $0.json) })
        let undoing = CalibrationBench(
          bench, try CalibrationPlan(undoing: old, plan.file), SilentWatcher())
        let results = await undoing.undo(old.values)
        #expect(results.count == 1 && results.allSatisfy { $0.left?.isEmpty == true })
        #expect(CalibrationRehearsal.hidden(bench) == before)
      }
    }
  }

  @Test("a board without angles is told so, and one that does not face its peer is refused")
  func refusals() throws {
    let found = try Self.outcome(try Self.plan("radio: {error: 0}", personality: "fira2-qorvo"))
    #expect(found.outcome.fault?.code == .noAngles, "\(String(describing: found.outcome.fault))")
    #expect(throws: (any Error).self) { try Self.plan("radio: {error: 0}", yaw: 0) }
    #expect(throws: (any Error).self) { try Self.plan("radio: {error: 0}", checkYaw: -90) }
  }
}

/// Opens a gate when a board has been written to and is measured again.
private final class StoppingWatcher: CalibrationWatcher {
  let gate: LabGate
  private let state = Mutex<(old: CalibrationUndoDocument?, measured: Int)>((nil, 0))
  var old: CalibrationUndoDocument? { state.withLock { $0.old } }

  init(_ gate: LabGate) { self.gate = gate }

  func step(_ text: String) {}
  func measured(_ one: String, _ other: String, _ sample: PairSample) {
    let count = state.withLock { state in
      state.measured += 1
      return state.measured
    }
    if count == 2 { gate.open() }
  }
  func willWrite(_ old: CalibrationUndoDocument) throws { state.withLock { $0.old = old } }
  func moved(_ text: String) async throws {}
}
