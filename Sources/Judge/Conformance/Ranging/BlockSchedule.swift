import LabRuntime
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

  /// The schedule of moments by the number of their blocks.
  private init(_ moments: [(block: Double, milliseconds: Double)]) {
    let slopes = moments.indices.flatMap { one in
      moments[(one + 1)...].compactMap { other -> Double? in
        let blocks = other.block - moments[one].block
        return blocks > 0 ? (other.milliseconds - moments[one].milliseconds) / blocks : nil
      }
    }
    let interval = Series.median(slopes)
    let offsets = moments.map { $0.milliseconds - interval * $0.block }
    let usual = Series.median(offsets)
    self.interval = interval
    deviations = offsets.map { abs($0 - usual) }
  }

  /// The schedule of moments that follow one another.
  init(_ moments: [LabInstant]) {
    self.init(
      moments.enumerated().map { number, at in
        (Double(number), moments[0].duration(to: at).inMilliseconds)
      })
  }

  /// The schedule of rounds as the board numbers them; those before the first are left out.
  init(_ rounds: [RangingRound]) {
    let first = rounds.first
    self.init(
      rounds.compactMap { round in
        guard let first, round.sequence >= first.sequence else { return nil }
        return (
          Double(round.sequence - first.sequence), first.at.duration(to: round.at).inMilliseconds
        )
      })
  }
}
