import Glibc
import Notation
import Statistics

/// Where a board has seen its peer, from above, drawn with letters: the board in the middle, looking up.
package struct PolarChart {
  /// Directions in degrees to the right and metres, with the letter that they are drawn with.
  package struct Stage {
    let name: String
    let directions: [(degrees: Double, metres: Double)]
    let point: Character

    package init(
      _ name: String, _ directions: [(degrees: Double, metres: Double)], point: Character
    ) {
      self.name = name
      self.directions = directions.filter {
        $0.degrees.isFinite && $0.metres.isFinite && $0.metres > 0
      }
      self.point = point
    }
  }

  private let title: String
  private let stages: [Stage]
  private let bearing: Double?
  /// Rows from the board to the ring.
  private let radius: Int

  /// - Parameters:
  ///   - bearing: degrees by the rig file; nil where it does not say.
  ///   - width: columns of the terminal.
  package init(_ title: String, _ stages: [Stage], bearing: Double?, width: Int) {
    self.title = title
    self.stages = stages.filter { !$0.directions.isEmpty }
    self.bearing = bearing
    radius = max(4, min(9, (width - 2) / 4))
  }

  /// The picture, with what it says in numbers; empty without an angle.
  package var lines: [String] {
    guard let ring = stages.flatMap(\.directions).map(\.metres).quantile(0.99) else { return [] }
    let isAhead = stages.flatMap(\.directions).allSatisfy { abs($0.degrees) <= 90 }
    var cells = Array(
      repeating: [Character](repeating: " ", count: 4 * radius + 1),
      count: isAhead ? radius + 1 : 2 * radius + 1)
    func put(_ letter: Character, _ degrees: Double, _ share: Double) {
      let turn = degrees * .pi / 180
      let row = radius - Int((Double(radius) * share * cos(turn)).rounded())
      let column = 2 * radius + Int((2 * Double(radius) * share * sin(turn)).rounded())
      if cells.indices.contains(row) { cells[row][column] = letter }
    }
    for degrees in stride(from: isAhead ? -90 : -180, through: isAhead ? 90 : 180, by: 3) {
      put(".", Double(degrees), 1)
    }
    if let bearing {
      for step in 1...4 * radius { put(":", bearing, Double(step) / Double(4 * radius)) }
    }
    for stage in stages {
      for direction in stage.directions {
        put(stage.point, direction.degrees, min(1, direction.metres / ring))
      }
    }
    put("+", 0, 0)
    let legend =
      stages.map { "\($0.point) \($0.name)" } + (bearing == nil ? [] : [": by the rig file"])
    return [
      "\(title) (\(legend.joined(separator: ", ")); the ring is \(Figures.fixed(ring, 2)) m away)"
    ]
      + cells.map { row in
        var text = String(row)
        while text.last == " " { text.removeLast() }
        return text
      }
      + stages.map(words)
  }

  private func words(_ stage: Stage) -> String {
    let degrees = stage.directions.map(\.degrees)
    let median = degrees.median ?? 0
    let middle = bearing ?? median
    let reach = degrees.map { abs($0 - middle) }.quantile(0.95) ?? 0
    return "\(stage.name): median \(Figures.signed(median, 1))°, 95 % within "
      + "\(Figures.fixed(reach, 1))° of \(Figures.signed(middle, 1))°"
  }
}
