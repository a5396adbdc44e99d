import Notation
import RigFile

/// All ranges of a calibration as comma-separated values.
package enum RangesTable {
  /// The table, with a head; distances in metres.
  package static func text(_ plan: CalibrationPlan, _ state: CalibrationState) -> String {
    var lines = ["pass,board,peer,truth_m,seconds,distance_m"]
    for (number, pass) in state.passes.enumerated() {
      for (pair, sample) in zip(plan.pairs, pass.samples) {
        add(sample, "\(number)", plan, pair, to: &lines)
      }
    }
    for (pair, sample) in zip(plan.pairs.filter { $0.checkDistance != nil }, state.check) {
      add(sample, "check", plan, pair, to: &lines)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func add(
    _ sample: PairSample, _ pass: String, _ plan: CalibrationPlan, _ pair: CalibrationPlan.Pair,
    to lines: inout [String]
  ) {
    let head =
      "\(pass),\(plan.boards[pair.pair.one].name),\(plan.boards[pair.pair.other].name),"
      + Figures.fixed(sample.truth, 4)
    for (seconds, metres) in zip(sample.seconds, sample.distances) {
      lines.append("\(head),\(Figures.fixed(seconds, 3)),\(Figures.fixed(metres, 2))")
    }
  }
}
