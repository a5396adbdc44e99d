import Notation
import Statistics

/// Errors of ranges as pictures of letters: before and after something that should have made them small.
package struct ErrorChart {
  /// The ranges of one pair, as errors in metres.
  package struct Pair: Sendable {
    let name: String
    let truth: Double
    let before: [Double]
    let after: [Double]
    /// Seconds from range to range.
    let interval: Double

    /// - Parameters:
    ///   - truth: the distance in metres.
    ///   - interval: seconds from range to range.
    package init(
      _ name: String, truth: Double, before: [Double], after: [Double], interval: Double
    ) {
      (self.name, self.truth, self.before, self.after) = (name, truth, before, after)
      self.interval = interval
    }
  }

  /// The letters that it is drawn with.
  package struct Pen: Sendable {
    let bar: Character
    let zero: Character
    package let before: Character
    package let after: Character
    /// Heights, the lowest first.
    let steps: [Character]

    package static let plain = Pen(
      bar: "#", zero: "|", before: "o", after: "*", steps: Array("_.-~=+*#"))
    package static let drawn = Pen(
      bar: "█", zero: "│", before: "○", after: "●", steps: Array("▁▂▃▄▅▆▇█"))
  }

  private let pairs: [Pair]
  private let pen: Pen
  /// Columns of a bar.
  private let bar: Int
  /// Columns of the axis of errors.
  private let axis: Int

  package init(_ pairs: [Pair], width: Int, pen: Pen) {
    self.pairs = pairs
    self.pen = pen
    bar = max(8, min(24, (width - 34) / 2))
    axis = max(21, min(61, width - 40)) | 1
  }

  /// All pictures, with a line between; empty without a range.
  package var lines: [String] {
    guard !pairs.flatMap(\.before).isEmpty else { return [] }
    return overDistance + [""] + course + [""] + histogram + [""] + cumulative + [""] + allan
  }

  private var stages: [(name: String, values: [Double])] {
    [("before", pairs.flatMap(\.before)), ("after", pairs.flatMap(\.after))]
      .filter { !$0.1.isEmpty }
  }

  // MARK: Error over distance

  /// A row for each pair, the nearest first: where its trimmed mean lies.
  private var overDistance: [String] {
    let sorted = pairs.sorted { $0.truth < $1.truth }
    let means = sorted.map { ($0.before.trimmedMean(0.1), $0.after.trimmedMean(0.1)) }
    let most = means.flatMap { [$0.0, $0.1] }.compactMap(\.self).map(abs).max() ?? 0
    let span = max(0.02, most)
    let middle = axis / 2
    func column(_ metres: Double) -> Int {
      max(0, min(axis - 1, middle + Int((metres / span * Double(middle)).rounded())))
    }
    let names = sorted.map { Figures.left(String($0.name.prefix(24)), 24) }
    let rows = zip(names, zip(sorted, means)).map { name, row in
      var cells = [Character](repeating: " ", count: axis)
      cells[middle] = pen.zero
      if let before = row.1.0 { cells[column(before)] = pen.before }
      if let after = row.1.1 { cells[column(after)] = pen.after }
      return "\(name) \(Figures.right(Figures.fixed(row.0.truth, 2), 6)) m  \(String(cells))"
    }
    let scale =
      Figures.left("-\(Figures.fixed(span * 100, 0)) cm", middle - 1) + " 0"
      + Figures.right("+\(Figures.fixed(span * 100, 0)) cm", axis - middle - 1)
    return ["error over distance (\(pen.before) before, \(pen.after) after)"] + rows
      + [String(repeating: " ", count: 35) + scale]
  }

  // MARK: Course

  private static let parts = 20

  /// A row for each pair and stage: medians of twenty parts in their order, and what they drift by.
  private var course: [String] {
    func medians(_ values: [Double]) -> [Double] {
      let count = min(Self.parts, values.count)
      return (0..<count).compactMap { part in
        values[(part * values.count / count)..<((part + 1) * values.count / count)].median
      }
    }
    let rows = pairs.flatMap { pair in
      [("before", pair.before), ("after", pair.after)].filter { !$0.1.isEmpty }.map {
        stage, values in
        (pair: pair, stage: stage, values: values, medians: medians(values))
      }
    }
    let widest = rows.map { ($0.medians.max() ?? 0) - ($0.medians.min() ?? 0) }.max() ?? 0
    // Every row has the same scale, and noise of a centimetre fills none.
    let span = max(0.04, widest)
    let lines = rows.map { row in
      let low = ((row.medians.min() ?? 0) + (row.medians.max() ?? 0) - span) / 2
      let cells = row.medians.map { median in
        pen.steps[max(0, min(7, Int((median - low) / span * 8)))]
      }
      let seconds = Figures.fixed(Double(row.values.count) * row.pair.interval, 0)
      let drift = row.values.drift().map {
        "  \(Figures.signed($0 * 100, 1)) cm in \(seconds) s"
      }
      return Figures.left(String(row.pair.name.prefix(24)), 24) + " "
        + Figures.left(row.stage, 7) + Figures.left(String(cells), Self.parts) + (drift ?? "")
    }
    return ["course (full height \(Figures.fixed(span * 100, 0)) cm)"] + lines
  }

  // MARK: Allan deviation

  /// How much means of so many ranges in a row differ: noise falls with the root of their number, drift
  /// does not.
  private var allan: [String] {
    func deviation(_ size: Int, _ values: [[Double]]) -> Double? {
      let squares = values.compactMap { $0.allanDeviation(size) }.map { $0 * $0 }
      return squares.mean?.squareRoot()
    }
    let stages = [pairs.map(\.before), pairs.map(\.after)].filter { !$0.allSatisfy(\.isEmpty) }
    let rows = [1, 2, 5, 10, 20, 50, 100, 200].map { size in
      (size: size, found: stages.map { deviation(size, $0) })
    }.filter { $0.found.contains { $0 != nil } }
    let most = rows.flatMap(\.found).compactMap(\.self).max() ?? 1
    return [head("Allan deviation")]
      + rows.map { row in
        Figures.right("\(row.size) in a row", 13) + "  "
          + row.found.map { value in
            value.map {
              bars(
                Int(($0 / max(most, 1e-9) * 1000).rounded()), of: 1000,
                Figures.fixed($0 * 100, 2) + " cm")
            } ?? Figures.left("", bar + 8)
          }.joined()
      }
  }

  // MARK: Histogram

  private static let mostBins = 16

  /// How many errors are how large; what is far out is in the first and the last row.
  private var histogram: [String] {
    let all = stages.flatMap(\.values)
    guard let low = all.quantile(0.01), let high = all.quantile(0.99) else { return [] }
    let widths = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
    let width =
      widths.first { ((high - low) / $0).rounded(.up) < Double(Self.mostBins) }
      ?? max(10, (high - low) / Double(Self.mostBins - 1))
    guard abs(low) < 1e6, abs(high) < 1e6 else { return [] }
    let (first, last) = (Int((low / width).rounded()), Int((high / width).rounded()))
    func bin(_ metres: Double) -> Int {
      max(first, min(last, Int((max(-1e6, min(1e6, metres)) / width).rounded())))
    }
    let counts = stages.map { stage in
      Dictionary(grouping: stage.values, by: bin).mapValues(\.count)
    }
    let most = counts.flatMap(\.values).max() ?? 1
    let rows = (first...last).map { place in
      let label = "\(Figures.signed(Double(place) * width * 100, 0)) cm"
      return Figures.right(label, 9) + "  "
        + counts.map { self.bars($0[place] ?? 0, of: most, "\($0[place] ?? 0)") }.joined()
    }
    return [head("ranges by error")] + rows
  }

  // MARK: Cumulative

  /// The share of ranges within a distance of the truth.
  private var cumulative: [String] {
    let rows = [5, 10, 15, 20, 30, 50].map { limit in
      Figures.right("\(limit) cm", 9) + "  "
        + stages.map { stage in
          let share = stage.values.count { abs($0) * 100 <= Double(limit) + 1e-6 }
          let percent = Figures.fixed(Double(share) / Double(stage.values.count) * 100, 0)
          return self.bars(share, of: stage.values.count, "\(percent) %")
        }.joined()
    }
    return [head("ranges within")] + rows
  }

  private func head(_ title: String) -> String {
    Figures.left(title, 17) + stages.map { Figures.left($0.name, bar + 8) }.joined()
  }

  private func bars(_ count: Int, of most: Int, _ label: String) -> String {
    let length = most == 0 ? 0 : Int((Double(count) / Double(most) * Double(bar)).rounded(.up))
    return Figures.left(String(repeating: pen.bar, count: length) + " " + label, bar + 8)
  }
}
