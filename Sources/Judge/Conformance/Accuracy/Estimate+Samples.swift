import Runner
import Statistics

extension Estimate {
  /// By what the intervals of values are wider than those of values that know nothing of each other:
  /// neighbours of a slow fading repeat.
  private static func widening(_ values: [Double]) -> Double {
    (Double(values.count) / max(1, values.effectiveCount)).squareRoot()
  }

  /// The share of values that are `wanted`, in per cent.
  static func share(_ values: [Double], _ wanted: (Double) -> Bool) -> Estimate {
    let marks = values.map { wanted($0) ? 1.0 : 0 }
    let hits = marks.count { $0 > 0 }
    func percent(_ z: Double) -> ClosedRange<Double> {
      let range = ConfidenceInterval.share(hits, of: values.count, z: z)
      return range.lowerBound * 100...range.upperBound * 100
    }
    return Estimate(
      values.isEmpty ? 0 : Double(hits) / Double(values.count) * 100, count: values.count,
      likely: values.isEmpty ? nil : percent(ConfidenceInterval.z * widening(marks)),
      // A few marks tell little of what neighbours repeat; the values that they are of tell more.
      certain: values.isEmpty ? nil : percent(certainty * max(widening(marks), widening(values))))
  }

  /// The median.
  static func median(_ values: [Double]) -> Estimate {
    let wide = widening(values)
    return Estimate(
      values.median ?? .nan, count: values.count,
      likely: ConfidenceInterval.quantile(0.5, of: values, z: ConfidenceInterval.z * wide),
      certain: ConfidenceInterval.quantile(0.5, of: values, z: certainty * wide))
  }

  /// A figure with its standard error.
  static func normal(_ value: Double, error: Double, count: Int) -> Estimate {
    func range(_ z: Double) -> ClosedRange<Double> { value - z * error...value + z * error }
    return Estimate(
      value, count: count, likely: range(ConfidenceInterval.z), certain: range(certainty))
  }

  /// The 10 % trimmed mean, with what neighbours repeat taken off its error.
  static func trimmed(_ values: [Double]) -> Estimate {
    guard let mean = values.trimmedMean(0.1) else {
      return Estimate(.nan, count: 0, likely: nil, certain: nil)
    }
    // Steps of whole centimetres leave 0.29 cm.
    let spread = max(values.robustDeviation ?? 0, 0.0029)
    return .normal(
      mean, error: spread / max(1, values.effectiveCount).squareRoot(), count: values.count)
  }

  /// The standard deviation as the median distance from the median tells it.
  static func scatter(_ values: [Double]) -> Estimate {
    let middle = values.median ?? 0
    return median(values.map { abs($0 - middle) * 1.4826 })
  }

  /// The drift over ten blocks.
  ///
  /// Its doubt is that of medians of noise, or what the blocks scatter about the line where that is more:
  /// what goes to and fro in some minutes is no drift.
  static func drift(_ values: [Double]) -> Estimate? {
    guard let (drift, scatter) = values.driftWithScatter(blocks: 10) else { return nil }
    // The median of a block has 1.2 times the error of its mean; of the slope over nine steps, 0.99.
    let error =
      1.2 * max(values.robustDeviation ?? 0, 0.0029) / (Double(values.count) / 10).squareRoot()
    var estimate = Estimate.normal(drift, error: max(error, scatter), count: values.count)
    // Ten blocks tell their scatter by a third: with eight degrees of freedom far is further.
    estimate.certain =
      Estimate.normal(drift, error: max(error, 1.4 * scatter), count: values.count).certain
    return estimate
  }

  /// Any figure of the values, by drawing them again.
  static func figure(_ values: [Double], _ statistic: ([Double]) -> Double?) -> Estimate {
    let value = statistic(values) ?? .nan
    guard values.count >= 20,
      let range = ConfidenceInterval.bootstrap(values, draws: 400, seed: 1, statistic)
    else { return Estimate(value, count: values.count, likely: nil, certain: nil) }
    let wide = widening(values)
    func around(_ scale: Double) -> ClosedRange<Double> {
      let (below, above) = (max(0, value - range.lowerBound), max(0, range.upperBound - value))
      return min(value, value - scale * below)...max(value, value + scale * above)
    }
    return Estimate(
      value, count: values.count, likely: around(wide),
      certain: around(wide * certainty / ConfidenceInterval.z))
  }
}
