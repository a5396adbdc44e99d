import Notation

/// A picture of numbers: points, lines and bars over two axes, as SVG without anything from outside.
struct AccuracyFigure {
  /// How the points of a series are drawn.
  enum Style: String { case points, spots, line, bars }

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
  /// Places of lines upwards.
  var marks: [Double] = []
  /// An axis that a few values far out do not stretch.
  var robust: Robust?
  /// The values that it is of, where bars stand for several; nil for the points.
  var counted: [Double]?
  /// Both axes are of logarithms.
  var isLogarithmic = false

  enum Robust { case x, y }

  private static let width = 560.0
  private static let height = 260.0
  private static let left = 56.0
  private static let bottom = 32.0
  private static let top = 12.0
  private static let right = 14.0
  /// Points of a series that are drawn at most.
  private static let mostPoints = 600

  private struct Frame {
    let x: FigureAxis
    let y: FigureAxis

    func px(_ value: Double) -> Double {
      AccuracyFigure.left
        + x.place(value) * (AccuracyFigure.width - AccuracyFigure.left - AccuracyFigure.right)
    }

    func py(_ value: Double) -> Double {
      AccuracyFigure.height - AccuracyFigure.bottom
        - y.place(value) * (AccuracyFigure.height - AccuracyFigure.bottom - AccuracyFigure.top)
    }
  }

  /// The picture; empty where there is nothing to see.
  var svg: String {
    let all = series.flatMap(\.points)
    let isCounted = series.contains { $0.style == .bars }
    guard
      let axisX = FigureAxis(
        counted ?? all.map(\.x), including: marks, isRobust: robust == .x,
        isLogarithmic: isLogarithmic),
      let axisY = FigureAxis(
        all.map(\.y), including: rules + (isCounted ? [0] : []), isRobust: robust == .y,
        isLogarithmic: isLogarithmic)
    else { return "" }
    let frame = Frame(x: axisX, y: axisY)
    var parts = [
      "<figure><svg viewBox=\"0 0 \(number(Self.width)) \(number(Self.height))\" role=\"img\">",
      "<title>\(HTMLContent.escaped(title))</title>",
    ]
    parts += grid(frame)
    for series in series { parts += drawn(series, frame) }
    let legend = series.filter { !$0.name.isEmpty }.map {
      "<span class=\"s\($0.tone)\">\(HTMLContent.escaped($0.name))</span>"
    }
    let beyond = robust.map { axis in
      axis == .x
        ? (counted ?? all.map(\.x)).count { !axisX.shows($0) }
        : series.filter { $0.style != .line }.flatMap(\.points).count { !axisY.shows($0.y) }
    }
    parts.append(
      "</svg><figcaption>\(HTMLContent.escaped("\(title): \(y) over \(x)")) "
        + legend.joined(separator: " ")
        + (beyond.map { $0 > 0 ? " (\($0) beyond the edge)" : "" } ?? "")
        + "</figcaption></figure>")
    return parts.joined()
  }

  private func number(_ value: Double) -> String { Figures.fixed(value, 1) }

  // MARK: Axes

  private func grid(_ frame: Frame) -> [String] {
    var parts: [String] = []
    func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
      parts.append(
        "<line class=\"\(style)\" x1=\"\(number(x1))\" x2=\"\(number(x2))\" y1=\"\(number(y1))\" "
          + "y2=\"\(number(y2))\"/>")
    }
    let (end, ground) = (Self.width - Self.right, Self.height - Self.bottom)
    for tick in frame.y.ticks {
      let place = frame.py(tick.value)
      line("grid", Self.left, place, end, place)
      parts.append(
        "<text class=\"tick\" x=\"\(number(Self.left - 6))\" y=\"\(number(place + 4))\" "
          + "text-anchor=\"end\">\(tick.label)</text>")
    }
    for tick in frame.x.ticks {
      let place = frame.px(tick.value)
      line("grid", place, Self.top, place, ground)
      parts.append(
        "<text class=\"tick\" x=\"\(number(place))\" y=\"\(number(ground + 16))\" "
          + "text-anchor=\"middle\">\(tick.label)</text>")
    }
    for rule in rules where frame.y.shows(rule) {
      line("rule", Self.left, frame.py(rule), end, frame.py(rule))
    }
    for mark in marks where frame.x.shows(mark) {
      line("rule", frame.px(mark), Self.top, frame.px(mark), ground)
    }
    return parts
  }

  // MARK: Series

  private func drawn(_ series: Series, _ frame: Frame) -> [String] {
    let points = series.points.thinned(to: Self.mostPoints)
    let name = "s\(series.tone)"
    switch series.style {
    case .points, .spots:
      return points.map {
        "<circle class=\"\(name)\" cx=\"\(number(frame.px($0.x)))\" cy=\"\(number(frame.py($0.y)))\" "
          + "r=\"\(series.style == .spots ? 5 : 2.5)\"/>"
      }
    case .line:
      let path = points.map { "\(number(frame.px($0.x))),\(number(frame.py($0.y)))" }
      return ["<polyline class=\"\(name)\" points=\"\(path.joined(separator: " "))\"/>"]
    case .bars:
      let gaps = zip(points, points.dropFirst()).map { frame.px($1.x) - frame.px($0.x) }
      let width = max(2, (gaps.filter { $0 > 0 }.min() ?? 8) - 1)
      return points.filter { frame.x.shows($0.x) }.map {
        "<rect class=\"\(name)\" x=\"\(number(frame.px($0.x) - width / 2))\" "
          + "y=\"\(number(frame.py($0.y)))\" width=\"\(number(width))\" "
          + "height=\"\(number(max(0, frame.py(0) - frame.py($0.y))))\"/>"
      }
    }
  }
}
