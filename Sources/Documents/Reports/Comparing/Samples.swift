import LabRuntime
import Statistics

/// Numbers that were measured under equal conditions.
struct Samples: Sendable {
  /// More than this many are thinned out evenly; pairs of two samples are looked at.
  private static let limit = 600

  let sorted: [Double]

  init(_ values: [Double]) {
    sorted = values.filter(\.isFinite).thinned(to: Self.limit).sorted()
  }

  var count: Int { sorted.count }

  /// The middle one, or the mean of the two in the middle; 0 of nothing.
  var median: Double { sorted.median ?? 0 }

  /// The number that 95 of 100 do not exceed, by nearest rank; 0 of nothing.
  var p95: Double { sorted.quantile(0.95) ?? 0 }

  /// By how much another sample lies higher: the Hodges–Lehmann estimate, and its interval at 95 %
  /// by the test of Mann and Whitney, which asks nothing of the shape of the distribution. The
  /// interval is nil where there are too few numbers to know: three on each side are.
  func shift(to other: Samples) -> (estimate: Double, interval: ClosedRange<Double>?) {
    guard count > 0, other.count > 0 else { return (0, nil) }
    let differences = Samples.differences(sorted, other.sorted)
    let n = differences.count
    let estimate = differences.median ?? 0
    let (a, b) = (Double(count), Double(other.count))
    let spread = ConfidenceInterval.z * (a * b * (a + b + 1) / 12).squareRoot()
    let rank = Int((a * b / 2 - spread).rounded(.down))
    guard rank >= 1, rank <= n - rank + 1 else { return (estimate, nil) }
    return (estimate, differences[rank - 1]...differences[n - rank])
  }

  private static func differences(_ ours: [Double], _ theirs: [Double]) -> [Double] {
    var differences: [Double] = []
    differences.reserveCapacity(ours.count * theirs.count)
    for one in ours { for other in theirs { differences.append(other - one) } }
    return differences.sorted()
  }
}
