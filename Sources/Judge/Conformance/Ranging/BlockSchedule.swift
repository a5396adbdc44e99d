import LabRuntime
import Runner
import Statistics
import UCIHost

/// The regular schedule that fits moments best: one each block.
///
/// A host reads late now and then, and never early. One late moment is off by itself here; of the
/// intervals two would be, and the mean of all is when it is the first or the last. The interval is the
/// median of those between any two moments (Theil and Sen), which single late ones do not move.
struct BlockSchedule {
  let interval: Double
  /// How many milliseconds each moment is off, before or after.
  let deviations: [Double]
  /// Milliseconds from each moment to the next, of blocks that were left out their share.
  let intervals: [Double]
  /// The most milliseconds from one moment to the next.
  let longest: Double

  init(_ moments: [(block: Double, milliseconds: Double)]) {
    let slopes = moments.indices.flatMap { one in
      moments[(one + 1)...].compactMap { other -> Double? in
        let blocks = other.block - moments[one].block
        return blocks > 0 ? (other.milliseconds - moments[one].milliseconds) / blocks : nil
      }
    }
    let interval = slopes.median ?? 0
    let offsets = moments.map { $0.milliseconds - interval * $0.block }
    let usual = offsets.median ?? 0
    self.interval = interval
    deviations = offsets.map { abs($0 - usual) }
    let steps = zip(moments, moments.dropFirst())
    intervals = steps.compactMap { one, next in
      next.block > one.block
        ? (next.milliseconds - one.milliseconds) / (next.block - one.block) : nil
    }
    longest = steps.map { $1.milliseconds - $0.milliseconds }.max() ?? 0
  }
}

extension JudgedTime {
  /// A figure of the schedule of rounds, as the board numbers them; those before the first are left out.
  static func schedule(
    _ rounds: [RangingRound], interval: ClosedRange<Double>,
    _ figure: @escaping @Sendable (BlockSchedule) -> Double
  ) -> JudgedTime {
    let first = rounds.first?.sequence ?? 0
    let counted = rounds.filter { $0.sequence >= first }
    return schedule(
      counted.map { (Double($0.sequence - first), $0.at) }, interval: interval, figure)
  }

  /// A figure of the schedule of moments that follow one another.
  static func schedule(
    _ moments: [LabInstant], interval: ClosedRange<Double>,
    _ figure: @escaping @Sendable (BlockSchedule) -> Double
  ) -> JudgedTime {
    schedule(moments.enumerated().map { (Double($0), $1) }, interval: interval, figure)
  }

  private static func schedule(
    _ moments: [(place: Double, at: LabInstant)], interval: ClosedRange<Double>,
    _ figure: @escaping @Sendable (BlockSchedule) -> Double
  ) -> JudgedTime {
    let places = moments.map(\.place)
    return schedule(moments, interval: interval) { (milliseconds: [Double]) in
      figure(BlockSchedule(Array(zip(places, milliseconds))))
    }
  }
}
