/// What numbers have in common: where they lie and how far apart.
///
/// ```swift
/// let errors = [0.02, -0.01, 0.03, 0.41]
/// errors.median            // 0.025
/// errors.trimmedMean(0.25) // without the lowest and the highest quarter
/// ```
extension Collection where Element == Double {
  /// The middle one of the numbers, or the mean of the two in the middle; nil of nothing.
  public var median: Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The sum by the count; nil of nothing.
  public var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The mean without a share of the lowest and as many of the highest; nil of nothing.
  ///
  /// Of ranges with late echoes it is the best estimate (10 %): the plain mean keeps the echoes, the
  /// median the steps of whole centimetres.
  public func trimmedMean(_ share: Double) -> Double? {
    let cut = Swift.min(Int(Double(count) * share), (count - 1) / 2)
    return cut > 0 ? sorted().dropFirst(cut).dropLast(cut).mean : mean
  }

  /// The smallest of the numbers that a share of them does not exceed (nearest rank); nil of nothing.
  public func quantile(_ share: Double) -> Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    let rank = Int((Double(sorted.count) * share).rounded(.up))
    return sorted[Swift.max(0, Swift.min(sorted.count, rank) - 1)]
  }

  /// The standard deviation of a sample; nil of fewer than two.
  public var deviation: Double? {
    guard count > 1, let mean else { return nil }
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }

  /// The standard deviation as the median distance from the median tells it, which outliers do not
  /// move; nil of nothing.
  public var robustDeviation: Double? {
    guard let median else { return nil }
    return map { abs($0 - median) }.median.map { $0 * 1.4826 }
  }
}
