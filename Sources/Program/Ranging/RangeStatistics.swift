import Glibc
import LabRuntime
import Statistics
package import UCI
import UCIHost

/// What one board has reported of one peer.
package struct RangeStatistics: Sendable {
  /// Values kept for medians and the plot: of an endless session the latest.
  static let kept = 20_000

  /// A round in the plot: where it stands, and the distance if there was one.
  package struct Point: Sendable {
    package let sequence: UInt32
    package let metres: Double?
  }

  package private(set) var reported = 0
  private(set) var succeeded = 0
  package private(set) var points: [Point] = []
  package private(set) var azimuths: [Double] = []
  /// Where the peer was seen, of rounds with distance and angle.
  package private(set) var directions: [(degrees: Double, metres: Double)] = []
  /// How rounds failed, and how often, in the order of first sight.
  package private(set) var failures: [(status: UCIStatus, count: Int)] = []
  private var intervals: [Double] = []
  private var first: UInt32?
  private var last: (sequence: UInt32, at: LabInstant)?

  /// Takes what a round says of the peer; nil when it says nothing.
  mutating func add(_ round: RangingRound, _ measurement: Measurement?) {
    reported += 1
    if let last, round.sequence > last.sequence {
      let rounds = Double(round.sequence - last.sequence)
      keep(Double(last.at.duration(to: round.at).microseconds) / 1000 / rounds, in: &intervals)
    }
    first = first ?? round.sequence
    last = (round.sequence, round.at)
    if let metres = measurement?.distanceMetres { succeeded += metres.isFinite ? 1 : 0 }
    keep(Point(sequence: round.sequence, metres: measurement?.distanceMetres), in: &points)
    if let angle = measurement?.azimuth {
      keep(angle * 180 / .pi, in: &azimuths)
      if let metres = measurement?.distanceMetres {
        keep((angle * 180 / .pi, metres), in: &directions)
      }
    }
    guard let measurement, measurement.distanceMetres == nil else { return }
    if let index = failures.firstIndex(where: { $0.status == measurement.status }) {
      failures[index].count += 1
    } else if failures.count < 32 {
      failures.append((measurement.status, 1))
    }
  }

  private func keep<Value>(_ value: Value, in values: inout [Value]) {
    if values.count >= Self.kept { values.removeFirst(Self.kept / 2) }
    values.append(value)
  }

  /// Rounds that the board has counted: those that it reported, and those between.
  package var rounds: Int {
    guard let first, let last else { return 0 }
    return max(reported, Int(last.sequence) - Int(first) + 1)
  }
  /// Rounds that the board has counted and not reported.
  package var missing: Int { rounds - reported }
  /// Rounds without a distance, those not reported included.
  package var lost: Int { rounds - succeeded }
  /// The share of rounds without a distance; nil before the first.
  package var lossRate: Double? { rounds == 0 ? nil : Double(lost) / Double(rounds) }

  /// Distances in metres, in the order of the rounds.
  package var distances: [Double] { points.compactMap(\.metres) }
  /// The median time from round to round in milliseconds.
  package var cadence: Double? { intervals.median }
  /// What 95 of 100 times from round to round are at most off their median, in milliseconds.
  package var jitter: Double? {
    guard let cadence else { return nil }
    return intervals.map { abs($0 - cadence) }.quantile(0.95)
  }
}
