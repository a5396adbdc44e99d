import Bench
import Journal
import LabRuntime
import RigFile
import Room
import Statistics
import Synchronization

/// A calibration on virtual boards whose hidden errors a seed decides, with what nobody else can know: how
/// wrong the boards are in truth.
package struct CalibrationRehearsal: Sendable {
  /// How one world ended.
  package struct World: Sendable {
    package let seed: UInt64
    package let fault: CalibrationFault?
    package let isCalibrated: Bool
    /// Metres that each board is truly off by in the end.
    package let remaining: [Double]
    /// Metres that each would be off by, had the plain means of the last measuring been used.
    package let withMeans: [Double]
    /// Whether a calibration that failed has left every board as wrong as it was.
    package let isRestored: Bool
    /// Lab time that it took.
    package let seconds: Double
  }

  private let plan: CalibrationPlan

  package init(_ plan: CalibrationPlan) { self.plan = plan }

  /// Calibrates in the world of a seed.
  package func world(_ seed: UInt64) throws -> World {
    let lab = Lab.simulated(seed: seed)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let plan = plan
    return try lab.run {
      try await Bench.withBench(plan.file, lab: lab, journal: journal) { bench in
        @Sendable func truth() -> [Double] {
          plan.subjects.map { index in
            bench.room?.error(of: plan.boards[index].name, channel: plan.settings.channel) ?? 0
          }
        }
        let watcher = WriteWatcher(truth)
        let calibration = CalibrationBench(bench, plan, watcher)
        let outcome = await calibration.perform { await Self.never(lab) }
        let remaining = truth()
        // What a board says is back is not always back. Where nothing was written there is nothing to be.
        let isAsBefore = zip(watcher.before, remaining).allSatisfy { abs($0 - $1) < 1e-9 }
        return World(
          seed: seed, fault: outcome.fault, isCalibrated: outcome.state.isCalibrated,
          remaining: remaining, withMeans: Self.withMeans(plan, outcome.state, remaining),
          isRestored: outcome.left.isEmpty && outcome.unreached.isEmpty
            && (outcome.fault == nil || isAsBefore),
          seconds: LabInstant.zero.duration(to: lab.now).inMilliseconds / 1000)
      }
    }
  }

  private static func never(_ lab: Lab) async {
    // Ends with the group that it is in.
    try? await LabGate(lab, label: "the end of the rehearsal").wait()
  }

  /// What the errors would be if the correction had come from plain means: the pass before the last one
  /// decided what stands now.
  private static func withMeans(
    _ plan: CalibrationPlan, _ state: CalibrationState, _ truth: [Double]
  ) -> [Double] {
    guard state.passes.count > 1 else { return [] }
    let pass = state.passes[state.passes.count - 2]
    func solved(_ error: (PairSample) -> Double?) -> DelaySolver.Solution? {
      let errors = zip(plan.pairs, pass.samples).compactMap { pair, sample in
        error(sample).map {
          DelaySolver.PairError(pair.pair, metres: $0, standardError: sample.standardError)
        }
      }
      return DelaySolver(plan.boards.count, known: plan.known, pairs: errors).solution
    }
    guard let trimmed = solved(\.error), let plain = solved(\.meanError) else { return [] }
    // The correction would have been larger by the difference.
    return plan.subjects.map { truth[$0] - (plain.errors[$0] - trimmed.errors[$0]) }
  }
}

/// Notes how wrong the boards truly are before the first value is changed.
private final class WriteWatcher: CalibrationWatcher {
  private let truth: @Sendable () -> [Double]
  private let noted = Mutex<[Double]>([])

  init(_ truth: @escaping @Sendable () -> [Double]) { self.truth = truth }

  /// Metres of each board; empty where nothing was to be changed.
  var before: [Double] { noted.withLock { $0 } }

  func step(_ text: String) {}
  func measured(_ one: String, _ other: String, _ sample: PairSample) {}
  func willWrite(_ old: CalibrationUndoDocument) throws {
    let now = truth()
    noted.withLock { if $0.isEmpty { $0 = now } }
  }
  func moved(_ text: String) async throws {}
}

/// A watcher of rehearsals: nobody looks on.
package struct SilentWatcher: CalibrationWatcher {
  package init() {}
  package func step(_ text: String) {}
  package func measured(_ one: String, _ other: String, _ sample: PairSample) {}
  package func willWrite(_ old: CalibrationUndoDocument) throws {}
  package func moved(_ text: String) async throws {}
}
