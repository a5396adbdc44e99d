import LabRuntime
import Statistics

/// The ranges of two boards that stand still.
package struct PairSample: Sendable {
  /// The distance by the rig file, in metres.
  package let truth: Double
  /// Rounds that the first board has reported.
  package private(set) var rounds = 0
  /// Distances by the first board, in their order, in metres.
  package private(set) var distances: [Double] = []
  /// When each came, in seconds since the first.
  package private(set) var seconds: [Double] = []
  /// Distances by the second board.
  package private(set) var others: [Double] = []
  /// Received power at the first board in dBm, where it tells.
  package private(set) var powers: [Double] = []
  /// Where the first board has seen the second, in degrees and metres, where it measures angles.
  package private(set) var directions: [(degrees: Double, metres: Double)] = []
  private var start: LabInstant?

  package init(truth: Double) { self.truth = truth }

  mutating func add(_ round: PairRound) {
    rounds += 1
    guard let metres = round.metres else { return }
    let begin = start ?? round.at
    start = begin
    distances.append(metres)
    seconds.append(begin.duration(to: round.at).inMilliseconds / 1000)
    if let power = round.power { powers.append(power) }
    if let azimuth = round.azimuth { directions.append((azimuth, metres)) }
  }

  mutating func addOther(_ round: PairRound) {
    if let metres = round.metres { others.append(metres) }
  }

  /// The 10 % trimmed mean, less the truth; of both boards where the second tells as much. nil without a
  /// range.
  package var error: Double? {
    guard let mine = distances.trimmedMean(Self.trim) else { return nil }
    guard 2 * others.count > distances.count, let its = others.trimmedMean(Self.trim) else {
      return mine - truth
    }
    return (mine + its) / 2 - truth
  }

  /// The plain mean, less the truth: what the trimmed one is compared with.
  package var meanError: Double? { distances.mean.map { $0 - truth } }

  /// The standard error of ``error``, with what neighbours repeat taken off.
  package var standardError: Double {
    let kept = distances.sorted()
    let cut = Int(Double(kept.count) * Self.trim)
    let inner = Array(kept.dropFirst(cut).dropLast(cut))
    // Of a normal distribution without its tenths, the deviation is 0.66 of the whole; steps of a
    // centimetre leave 0.29 cm.
    let spread = max((inner.deviation ?? 0) / 0.66, Self.step)
    return spread / max(1, distances.effectiveCount).squareRoot() * 1.03
  }

  /// The drift from the first to the last range and its standard error, in metres, by least squares on
  /// medians of ten blocks.
  package var drift: (metres: Double, standardError: Double)? {
    guard distances.count >= 20, let drift = distances.drift(blocks: 10) else { return nil }
    // The median of ten numbers has 1.2 times the error of their mean; the slope over nine steps, 9/9.08.
    let block = 1.2 * (distances.robustDeviation ?? 0) / (Double(distances.count) / 10).squareRoot()
    return (drift, max(block, Self.step / 3) * 9 / 82.5.squareRoot())
  }

  /// The share of rounds without a distance.
  package var loss: Double { rounds == 0 ? 1 : 1 - Double(distances.count) / Double(rounds) }

  /// Quantisation of a centimetre as a standard deviation.
  private static let step = 0.0029
  private static let trim = 0.1
}
