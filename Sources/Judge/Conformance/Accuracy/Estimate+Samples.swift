import Runner
import Statistics

extension Estimate {
  /// The share of values that are `wanted`, in per cent.
  static func share(_ values: [Double], _ wanted: (Double) -> Bool) -> Estimate {
    let hits = values.count(where: wanted)
    func percent(_ z: Double) -> ClosedRange<Double> {
      let range = ConfidenceInterval.share(hits, of: values.count, z: z)
      return range.lowerBound * 100...range.upperBound * 100
    }
    return Estimate(
      values.isEmpty ? 0 : Double(hits) / Double(values.count) * 100, count: values.count,
      likely: values.isEmpty ? nil : percent(ConfidenceInterval.z),
      certain: values.isEmpty ? nil : percent(certainty))
  }

  /// The median.
  static func median(_ values: [Double]) -> Estimate {
    Estimate(
      values.median ?? .nan, count: values.count,
      likely: ConfidenceInterval.quantile(0.5, of: values),
      certain: ConfidenceInterval.quantile(0.5, of: values, z: certainty))
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

  /// Any figure of the values, by drawing them again.
  static func figure(_ values: [Double], _ statistic: ([Double]) -> Double?) -> Estimate {
    let value = statistic(values) ?? .nan
    guard values.count >= 20,
      let range = ConfidenceInterval.bootstrap(values, draws: 400, seed: 1, statistic)
    else { return Estimate(value, count: values.count, likely: nil, certain: nil) }
    let scale = certainty / ConfidenceInterval.z
    let (below, above) = (max(0, value - range.lowerBound), max(0, range.upperBound - value))
    return Estimate(
      value, count: values.count, likely: range,
      certain: min(value, value - scale * below)...max(value, value + scale * above))
  }
}
