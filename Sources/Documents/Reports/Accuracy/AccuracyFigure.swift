import Notation
import Statistics

/// A picture of numbers: points, lines and bars over two axes, as SVG without anything from outside.
struct AccuracyFigure {
  /// How the points of a series are drawn.
  enum Style: String { case points, line, bars }

  struct Series {
    let name: String
    let style: Style
    /// 0 for before, 1 for after.
    let tone: Int
    let points: [(x: Double, y: Double)]
  }

  let title: String
  let x: String
  let y: String
  let series: [Series]
  /// Heights of lines across: the truth, or limits.
  var rules: [Double] = []

  private static let width = 560.0
  private static let height = 240.0
  private static let left = 56.0
  private static let bottom = 36.0
  /// Points of a series that are drawn at most.
  private static let mostPoints = 600

  /// The picture; empty where there is nothing to see.
  var svg: String {
    let all = series.flatMap(\.points)
    guard let low = all.map(\.x).min(), let high = all.map(\.x).max(),
      let least = (all.map(\.y) + rules).min(), let most = (all.map(\.y) + rules).max()
    else { return "" }
    let (spanX, spanY) = (max(high - low, 1e-9), max(most - least, 1e-9))
    func px(_ value: Double) -> Double {
      Self.left + (value - low) / spanX * (Self.width - Self.left - 12)
    }
    func py(_ value: Double) -> Double {
      12 + (most - value) / spanY * (Self.height - Self.bottom - 12)
    }
    func number(_ value: Double) -> String { Figures.fixed(value, 1) }
    var parts = [
      "<figure><svg viewBox=\"0 0 \(number(Self.width)) \(number(Self.height))\" role=\"img\">",
      "<title>\(HTMLContent.escaped(title))</title>",
    ]
    for share in [0.0, 0.5, 1] {
      let (valueX, valueY) = (low + spanX * share, least + spanY * share)
      parts.append(
        "<text class=\"tick\" x=\"\(number(px(valueX)))\" y=\"\(number(Self.height - 18))\" "
          + "text-anchor=\"middle\">\(Self.short(valueX))</text>"
          + "<text class=\"tick\" x=\"\(number(Self.left - 6))\" y=\"\(number(py(valueY) + 4))\" "
          + "text-anchor=\"end\">\(Self.short(valueY))</text>")
    }
    for rule in rules {
      parts.append(
        "<line class=\"rule\" x1=\"\(number(Self.left))\" x2=\"\(number(Self.width - 12))\" "
          + "y1=\"\(number(py(rule)))\" y2=\"\(number(py(rule)))\"/>")
    }
    for series in series {
      let step = max(1, (series.points.count + Self.mostPoints - 1) / Self.mostPoints)
      let points = stride(from: 0, to: series.points.count, by: step).map { series.points[$0] }
      let name = "s\(series.tone)"
      switch series.style {
      case .points:
        parts += points.map {
          "<circle class=\"\(name)\" cx=\"\(number(px($0.x)))\" cy=\"\(number(py($0.y)))\" r=\"2\"/>"
        }
      case .line:
        let path = points.map { "\(number(px($0.x))),\(number(py($0.y)))" }.joined(separator: " ")
        parts.append("<polyline class=\"\(name)\" points=\"\(path)\"/>")
      case .bars:
        let gaps = zip(points, points.dropFirst()).map { $1.x - $0.x }
        let width = max(2, px(low + (gaps.min() ?? spanX)) - px(low) - 1)
        parts += points.map {
          "<rect class=\"\(name)\" x=\"\(number(px($0.x) - width / 2))\" y=\"\(number(py($0.y)))\" "
            + "width=\"\(number(width))\" height=\"\(number(max(0, py(least) - py($0.y))))\"/>"
        }
      }
    }
    let legend = series.filter { !$0.name.isEmpty }.map {
      "<span class=\"s\($0.tone)\">\(HTMLContent.escaped($0.name))</span>"
    }
    parts.append(
      "</svg><figcaption>\(HTMLContent.escaped("\(title): \(y) over \(x)")) "
        + legend.joined(separator: " ") + "</figcaption></figure>")
    return parts.joined()
  }

  private static func short(_ value: Double) -> String {
    Figures.fixed(value, abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2)
  }
}
