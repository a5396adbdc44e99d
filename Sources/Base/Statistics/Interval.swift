import LabRuntime

/// Intervals in which the truth lies in 95 of 100 cases.
public enum ConfidenceInterval {
  /// Of a normal distribution, both sides.
  public static let z = 1.959964

  /// Of a share, by Wilson's score: `successes` of `count`; everything of nothing.
  ///
  /// - Parameter z: how wide: by default 95 of 100 cases.
  public static func share(
    _ successes: Int, of count: Int, z: Double = z
  ) -> ClosedRange<Double> {
    guard count > 0 else { return 0...1 }
    let (n, share) = (Double(count), Double(successes) / Double(count))
    let scale = 1 + z * z / n
    let middle = (share + z * z / (2 * n)) / scale
    let reach = z / scale * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    // At the ends the formula is exact but for rounding.
    let low = successes == 0 ? 0 : max(0, middle - reach)
    return low...(successes == count ? 1 : max(low, min(1, middle + reach)))
  }

  /// Of a quantile, without any assumption: the ranks that a binomial distribution leaves it. nil
  /// where there are too few numbers to bound it on both sides.
  public static func quantile(
    _ share: Double, of values: [Double], z: Double = z
  ) -> ClosedRange<Double>? {
    let n = Double(values.count)
    let reach = z * (n * share * (1 - share)).squareRoot()
    let low = Int((n * share - reach).rounded(.down))
    let high = Int((n * share + reach).rounded(.up))
    guard low >= 1, high + 1 <= values.count else { return nil }
    let sorted = values.sorted()
    return sorted[low - 1]...sorted[high]
  }

  /// Of any number that a sample gives, by drawing samples from it again (bootstrap, percentiles);
  /// equal seeds give equal intervals. nil of fewer than three values.
  public static func bootstrap(
    _ values: [Double], draws: Int = 1000, seed: UInt64 = 0,
    _ statistic: ([Double]) -> Double?
  ) -> ClosedRange<Double>? {
    guard values.count > 2 else { return nil }
    var random = LabRandom(seed: seed, stream: "bootstrap")
    let drawn = (0..<draws).compactMap { _ in
      statistic(values.map { _ in values[random.index(below: values.count)] })
    }.sorted()
    guard let low = drawn.quantile(0.025), let high = drawn.quantile(0.975) else { return nil }
    return low...high
  }
}
