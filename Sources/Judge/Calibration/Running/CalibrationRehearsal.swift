import Bench
import Journal
import LabRuntime
import RigFile
import Room
import UCI

/// A calibration on virtual boards whose hidden errors a seed decides, with what nobody else can
/// know: how wrong the boards are in truth.
package struct CalibrationRehearsal: Sendable {
  /// How one world ended.
  package struct World: Sendable {
    package let fault: CalibrationFault?
    package let isCalibrated: Bool
    /// Whether something was written to the board that misbehaves; to any, where none does.
    package let isWritten: Bool
    /// Metres that each board is truly off by in the end.
    package let remaining: [Double]
    /// Metres that each would be off by, had the plain means of the last pass corrected it.
    package let withMeans: [Double]
    /// Whether nothing is left that should not be: of a calibration that failed, any change; of
    /// one that succeeded, a change beside the values that were asked for. Told by what the boards
    /// have stored and what their radios work with, not by their answers.
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
        let before = Self.hidden(bench, atPowerUp: true)
        let calibration = CalibrationBench(bench, plan, SilentWatcher())
        let outcome = await calibration.perform { await Self.never(lab) }
        let remaining = plan.subjects.map { index in
          bench.room?.error(of: plan.boards[index].name, channel: plan.settings.channel) ?? 0
        }
        let changed = zip(before, Self.hidden(bench)).filter { $0 != $1 }
        let isClean =
          outcome.fault != nil
          ? changed.isEmpty
          : changed.allSatisfy { old, new in
            plan.subjects.contains { plan.boards[$0].name == old.board }
              && new.isSame(as: old, but: plan.settings)
          }
        return World(
          fault: outcome.fault, isCalibrated: outcome.state.isCalibrated,
          isWritten: Self.isWritten(plan, outcome.state),
          remaining: remaining, withMeans: Self.withMeans(plan, outcome.state, remaining),
          isRestored: outcome.left.isEmpty && outcome.unreached.isEmpty && isClean,
          seconds: LabInstant.zero.duration(to: lab.now).inMilliseconds / 1000)
      }
    }
  }

  private static func isWritten(_ plan: CalibrationPlan, _ state: CalibrationState) -> Bool {
    let faulty = plan.boards.filter { $0.part?.misbehaviour != nil }.map(\.name)
    return state.boards.contains { $0.isTouched && (faulty.isEmpty || faulty.contains($0.name)) }
  }

  private static func never(_ lab: Lab) async {
    // Ends with the group that it is in.
    try? await LabGate(lab, label: "the end of the rehearsal").wait()
  }

  /// What a virtual board has stored and what its radio works with.
  struct Hidden: Equatable {
    let board: String
    /// Of a board with UCI firmware.
    let calibration: UWBSCalibration?
    /// Units by which the radio's delays are above the usual ones, by channel.
    let raised: [Double]

    /// Whether nothing but the delay that was asked for is another.
    func isSame(as old: Hidden, but settings: CalibrationPlan.Settings) -> Bool {
      let others = UWBSCalibration.channels.indices.filter {
        UWBSCalibration.channels[$0] != settings.channel
      }
      return others.allSatisfy { raised[$0] == old.raised[$0] }
        && calibration?.differs(
          from: old.calibration,
          but: UWBSCalibration.delay(antenna: settings.antenna, channel: settings.channel))
          != true
    }
  }

  /// - Parameter atPowerUp: the boards start as at power-up, and their radios take what is stored.
  static func hidden(_ bench: Bench, atPowerUp: Bool = false) -> [Hidden] {
    bench.boards.map { board in
      let stored = board.hiddenCalibration
      return Hidden(
        board: board.name, calibration: stored,
        raised: UWBSCalibration.channels.map { channel in
          if atPowerUp, let stored { return stored.raised(channel: channel) }
          return bench.room?.raisedDelay(of: board.name, channel: channel) ?? 0
        })
    }
  }

  /// What would be left if the last pass had corrected the boards by its plain means.
  private static func withMeans(
    _ plan: CalibrationPlan, _ state: CalibrationState, _ truth: [Double]
  ) -> [Double] {
    guard let pass = state.passes.last else { return [] }
    let errors = zip(plan.pairs, pass.samples).compactMap { pair, sample in
      sample.meanError.map {
        DelaySolver.PairError(
          pair: pair.pair, metres: $0, standardError: sample.standardError)
      }
    }
    guard let plain = DelaySolver(plan.boards.count, known: plan.known, pairs: errors).solution
    else { return [] }
    return zip(plan.subjects, truth).map { plain.errors[$0] - $1 }
  }
}

/// The watcher of a rehearsal, which shows nothing.
package struct SilentWatcher: CalibrationWatcher {
  package init() {}
  package func step(_ text: String) {}
  package func measured(_ one: String, _ other: String, _ sample: PairSample) {}
  package func willWrite(_ old: CalibrationUndoDocument) throws {}
  package func moved(_ text: String) async throws {}
}
