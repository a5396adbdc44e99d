import Glibc
import Notation
import Statistics

/// Where a board has seen its peer, from above: the board at the bottom or in the middle, looking up.
struct PolarFigure {
  typealias Direction = (degrees: Double, metres: Double)

  let title: String
  /// Names, 0 for before and 1 for after, and what was seen then.
  let stages: [(name: String, tone: Int, directions: [Direction])]
  /// Degrees by the rig file.
  let bearing: Double

  private static let radius = 200.0
  private static let middle = 280.0
  private static let mostPoints = 600

  /// The picture; empty where no angle was measured.
  var svg: String {
    let seen = stages.flatMap(\.directions).filter { $0.degrees.isFinite && $0.metres > 0 }
    guard let ring = seen.map(\.metres).quantile(0.99), ring.isFinite else { return "" }
    let isAhead = abs(bearing) <= 90 && seen.allSatisfy { abs($0.degrees) <= 90 }
    let height = isAhead ? Self.radius + 48 : 2 * Self.radius + 56
    func place(_ degrees: Double, _ share: Double) -> (x: String, y: String) {
      let turn = degrees * .pi / 180
      return (
        Figures.fixed(Self.middle + Self.radius * share * sin(turn), 1),
        Figures.fixed(24 + Self.radius - Self.radius * share * cos(turn), 1)
      )
    }
    func ray(_ degrees: Double, _ style: String) -> String {
      let (start, end) = (place(0, 0), place(degrees, 1))
      return "<line class=\"\(style)\" x1=\"\(start.x)\" y1=\"\(start.y)\" x2=\"\(end.x)\" "
        + "y2=\"\(end.y)\"/>"
    }
    var parts = [
      "<figure><svg viewBox=\"0 0 560 \(Figures.fixed(height, 0))\" role=\"img\">",
      "<title>\(HTMLContent.escaped(title))</title>",
    ]
    for share in [0.5, 1] {
      let (edge, reach) = (isAhead ? 90.0 : 180.0, Figures.fixed(Self.radius * share, 1))
      let (start, end) = (place(-edge, share), place(isAhead ? edge : edge - 0.1, share))
      let label = place(90, share)
      parts.append(
        "<path class=\"ring\" d=\"M\(start.x) \(start.y)A\(reach) \(reach) 0 \(isAhead ? 0 : 1) 1 "
          + "\(end.x) \(end.y)\"/><text class=\"tick\" x=\"\(label.x)\" y=\"\(label.y)\" dy=\"14\" "
          + "text-anchor=\"middle\">\(Figures.fixed(ring * share, 1)) m</text>")
    }
    for degrees in isAhead ? [-90.0, -45, 0, 45, 90] : [-135, -90, -45, 0, 45, 90, 135, 180] {
      let label = place(degrees, 1.06)
      parts.append(ray(degrees, "ring"))
      guard abs(degrees) != 90 else { continue }
      parts.append(
        "<text class=\"tick\" x=\"\(label.x)\" y=\"\(label.y)\" text-anchor=\"middle\">"
          + "\(Figures.fixed(degrees, 0))°</text>")
    }
    parts.append(ray(bearing, "rule"))
    for stage in stages {
      for direction in stage.directions.thinned(to: Self.mostPoints)
      where direction.degrees.isFinite && direction.metres > 0 {
        let spot = place(direction.degrees, min(1, direction.metres / ring))
        parts.append("<circle class=\"s\(stage.tone)\" cx=\"\(spot.x)\" cy=\"\(spot.y)\" r=\"3\"/>")
      }
    }
    let legend = stages.filter { !$0.directions.isEmpty }.map { stage in
      let median = stage.directions.map(\.degrees).median ?? 0
      return
        "<span class=\"s\(stage.tone)\">\(stage.name), median \(Figures.signed(median, 1))°</span>"
    }
    parts.append(
      "</svg><figcaption>\(HTMLContent.escaped(title)); by the rig file "
        + "\(Figures.signed(bearing, 1))° (dashed) " + legend.joined(separator: " ")
        + "</figcaption></figure>")
    return parts.joined()
  }
}
