import Notation

/// Numbers with their intervals, one below the other on a common axis, with zero marked.
///
/// ```
/// |   [-*-]          |
/// |      |    [--*-] |
/// ```
package struct IntervalTrack {
  private static let width = 33
  private let low: Double
  private let high: Double

  package init(_ figures: [(value: Double, interval: ClosedRange<Double>?)]) {
    let ends = figures.flatMap { figure in
      [figure.value] + (figure.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }.filter(\.isFinite)
    (low, high) = (min(0, ends.min() ?? 0), max(0, ends.max() ?? 0))
  }

  /// The row of one number.
  package func row(_ value: Double, _ interval: ClosedRange<Double>?) -> String {
    var cells = [Character](repeating: " ", count: Self.width)
    cells[column(0)] = "|"
    if let interval {
      let (from, to) = (column(interval.lowerBound), column(interval.upperBound))
      for place in from...to { cells[place] = "-" }
      cells[from] = "["
      cells[to] = "]"
    }
    cells[column(value)] = "*"
    return String(cells)
  }

  private func column(_ value: Double) -> Int {
    guard value.isFinite, high > low else { return Self.width / 2 }
    let share = (value - low) / (high - low)
    return max(0, min(Self.width - 1, Int((share * Double(Self.width - 1)).rounded())))
  }
}
