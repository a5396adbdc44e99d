/// A scale with marks at round numbers.
struct Axis: Sendable {
  let low: Double
  let high: Double
  let ticks: [Double]

  /// A scale around values, its ends at marks of its own.
  ///
  /// - Parameter count: how many marks there are, about.
  init(around values: [Double], count: Int = 5) {
    let finite = values.filter(\.isFinite)
    var (low, high) = (finite.min() ?? 0, finite.max() ?? 1)
    if high - low < max(1e-9, abs(high) * 1e-9) {
      let margin = max(abs(high) * 0.05, 0.5)
      (low, high) = (low - margin, high + margin)
    }
    let step = Self.step(for: (high - low) / Double(max(1, count)))
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    self.low = first * step
    self.high = last * step
    // Products and not sums, so that 0.1 three times is 0.3.
    ticks = stride(from: first, through: last, by: 1).map { Self.rounded($0 * step, step) }
  }

  /// A scale of times from 0 to an end, in microseconds, which need not be a mark.
  init(until end: Int64, count: Int = 5) {
    let total = Double(max(1, end))
    low = 0
    high = total
    let units: [Double] = [
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6,
      5e6, 1e7, 2e7, 3e7, 6e7, 12e7, 3e8, 6e8, 12e8, 18e8, 36e8, 72e8, 144e8, 216e8, 432e8, 864e8,
    ]
    let wanted = total / Double(max(1, count))
    let step = units.first { $0 >= wanted } ?? Self.step(for: wanted)
    ticks = Array(stride(from: 0, through: total, by: step).prefix(50))
  }

  /// Where a value stands, from 0 to 1.
  func part(_ value: Double) -> Double {
    high > low ? min(1, max(0, (value - low) / (high - low))) : 0.5
  }

  /// 1, 2 or 5 with zeros, and not below.
  private static func step(for wanted: Double) -> Double {
    var unit = 1.0
    while unit > wanted { unit /= 10 }
    while unit * 10 <= wanted { unit *= 10 }
    return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= wanted } ?? unit * 10
  }

  private static func rounded(_ value: Double, _ step: Double) -> Double {
    var scale = 1.0
    while step * scale < 0.999_999, scale < 1e12 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}
