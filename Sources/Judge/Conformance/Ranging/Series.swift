import LabRuntime

/// Figures of a series of measurements.
enum Series {
  static func median(_ values: [Double]) -> Double { values.median ?? 0 }

  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    // The smallest value that so large a share does not exceed.
    return sorted[max(0, min(sorted.count, Int((Double(sorted.count) * share).rounded(.up))) - 1)]
  }

  static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
