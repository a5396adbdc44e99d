import Glibc
import Notation
import Statistics

/// One axis of a picture: what it shows, and where its numbers stand.
struct FigureAxis {
  let low: Double
  let high: Double
  /// The values are logarithms to the base of ten of what the numbers say.
  let isLogarithmic: Bool

  /// All values, or all but those far out.
  ///
  /// - Parameters:
  ///   - included: what is shown in any case.
  ///   - isRobust: a few values far out do not make the rest small: from the first to the last
  ///     hundredth, and half as much again.
  init?(
    _ values: [Double], including included: [Double] = [], isRobust: Bool = false,
    isLogarithmic: Bool = false
  ) {
    let finite = values.filter(\.isFinite)
    guard var low = finite.min(), var high = finite.max() else { return nil }
    if isRobust, let first = finite.quantile(0.01), let last = finite.quantile(0.99) {
      let margin = max(1, (last - first) / 4)
      (low, high) = (max(low, first - margin), min(high, last + margin))
    }
    for value in included { (low, high) = (min(low, value), max(high, value)) }
    let margin = max((high - low) * 0.04, 1e-6)
    self.low = low - margin
    self.high = high + margin
    self.isLogarithmic = isLogarithmic
  }

  /// Where a value stands, from 0 to 1; what is beyond an end stands there.
  func place(_ value: Double) -> Double { max(0, min(1, (value - low) / (high - low))) }

  func shows(_ value: Double) -> Bool { (low...high).contains(value) }

  /// Places and words of the numbers beside it: some four to eight round ones.
  var ticks: [(value: Double, label: String)] {
    isLogarithmic ? logarithmicTicks : evenTicks
  }

  private var evenTicks: [(value: Double, label: String)] {
    let rough = (high - low) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? power * 10
    let digits = max(0, min(6, Int(-log10(step).rounded(.down))))
    let (first, last) = (Int((low / step).rounded(.up)), Int((high / step).rounded(.down)))
    guard first <= last, last - first < 20 else { return [] }
    return (first...last).map { number in
      let value = Double(number) * step
      return (value, Figures.fixed(value, digits))
    }
  }

  private var logarithmicTicks: [(value: Double, label: String)] {
    let powers = Int(low.rounded(.down))...Int(high.rounded(.up))
    guard powers.count < 20 else { return [] }
    let factors: [Double] = high - low > 2.5 ? [1] : [1, 2, 5]
    return powers.flatMap { power in
      factors.map { factor in
        let number = factor * pow(10, Double(power))
        return (log10(number), Figures.fixed(number, max(0, -power)))
      }
    }.filter { shows($0.0) }
  }
}
