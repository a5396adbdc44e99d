import Notation
import Statistics

/// Distances over rounds, drawn with letters.
package struct DistancePlot {
  package struct Pen: Sendable {
    let point: Character
    let truth: Character
    let lost: Character
    let corner: Character
    let axis: (vertical: Character, horizontal: Character)

    package static let plain = Pen(
      point: "*", truth: "-", lost: "x", corner: "+", axis: ("|", "-"))
    package static let drawn = Pen(
      point: "•", truth: "┄", lost: "×", corner: "└", axis: ("│", "─"))
  }

  private static let height = 8
  /// Fewer rounds are read better than seen.
  private static let fewest = 4
  private static let margin = 11
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The least that the axis spans, in metres: noise of a centimetre should look like that.
  private static let leastSpan = 0.2

  private let points: [RangeStatistics.Point]
  private let truth: Double?
  private let width: Int
  private let pen: Pen

  package init(_ points: [RangeStatistics.Point], truth: Double?, width: Int, pen: Pen) {
    self.points = points
    self.truth = truth
    self.width = width
    self.pen = pen
  }

  /// The lines; empty without any distance, and for a few rounds.
  package var lines: [String] {
    let columns = max(10, min(width, 100) - Self.margin - 1)
    let cells = cells(columns)
    let distances = cells.compactMap(\.self)
    guard points.count >= Self.fewest, let least = distances.min(), let most = distances.max()
    else { return [] }
    var (low, high) = (least, most)
    if let truth, truth > low - 1, truth < high + 1 {
      (low, high) = (min(low, truth), max(high, truth))
    }
    let spare = (Self.leastSpan - (high - low)) / 2
    if spare > 0 { (low, high) = (low - spare, high + spare) }
    func row(_ metres: Double) -> Int {
      Int(((high - metres) / (high - low) * Double(Self.height - 1)).rounded())
    }
    var rows = Array(
      repeating: [Character](repeating: " ", count: cells.count), count: Self.height)
    if let truth, truth >= low, truth <= high {
      rows[row(truth)] = Array(repeating: pen.truth, count: cells.count)
    }
    for (column, metres) in cells.enumerated() {
      if let metres {
        rows[row(metres)][column] = pen.point
      } else {
        rows[Self.height - 1][column] = pen.lost
      }
    }
    var lines = rows.enumerated().map { index, row in
      let metres = high - (high - low) * Double(index) / Double(Self.height - 1)
      let isLabelled = index == 0 || index == Self.height - 1 || index == Self.height / 2
      let label = isLabelled ? Figures.fixed(metres, 2) + " m" : ""
      return Figures.right(label, Self.margin - 1) + " \(pen.axis.vertical)" + String(row)
    }
    let floor = String(repeating: pen.axis.horizontal, count: cells.count)
    lines.append(String(repeating: " ", count: Self.margin) + "\(pen.corner)" + floor)
    let (from, to) = ("\(points.first?.sequence ?? 0)", "round \(points.last?.sequence ?? 0)")
    let gap = max(1, cells.count - from.count - to.count)
    lines.append(
      String(repeating: " ", count: Self.margin + 1) + from + String(repeating: " ", count: gap)
        + to)
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The latest distances in one line.
  package static func spark(_ points: [RangeStatistics.Point], width: Int) -> String {
    let shown = points.suffix(max(1, width))
    let distances = shown.compactMap(\.metres)
    guard let low = distances.min(), let high = distances.max() else { return "" }
    let span = max(high - low, leastSpan)
    return String(
      shown.map { point in
        guard let metres = point.metres else { return " " }
        let level = Int((metres - low) / span * Double(blocks.count - 1))
        return blocks[min(max(level, 0), blocks.count - 1)]
      })
  }

  /// One value a column: the mean of its rounds; nil where none gave a distance.
  private func cells(_ columns: Int) -> [Double?] {
    guard points.count > columns else { return points.map(\.metres) }
    return (0..<columns).map { column in
      let range = (points.count * column / columns)..<(points.count * (column + 1) / columns)
      return points[range].compactMap(\.metres).mean
    }
  }
}
