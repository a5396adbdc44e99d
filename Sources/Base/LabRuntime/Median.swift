extension Collection where Element == Double {
  /// The middle one of the numbers, or the mean of the two in the middle; nil of nothing.
  public var median: Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
