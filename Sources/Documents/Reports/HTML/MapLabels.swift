/// Finds room for the words of a map, so that none lies on another or on a board: in the letters of a
/// screen, and where there is room in those of a phone, which are larger on the map.
struct MapLabels {
  /// Where a text begins, or ends.
  struct Spot {
    let x: Double
    let y: Double
    let anchor: String
    /// Whether there is room on a phone as well.
    var isForAll = true
  }

  private struct Box {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// About what a character takes in the font of the map.
  private static let character = 7.6
  private static let line = 14.0
  private static let radius = 7.0
  /// How much larger letters are on the map of a phone.
  private static let larger = 1.55

  private let width: Double
  private let height: Double
  private var taken: [Box] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Keeps the place of a board free.
  mutating func keep(x: Double, y: Double) {
    taken.append(
      Box(
        left: x - Self.radius, top: y - Self.radius, right: x + Self.radius, bottom: y + Self.radius
      ))
  }

  /// Where the name of a board goes: above it to the right if there is room, else to the left or below;
  /// to the right where there is none.
  mutating func name(_ text: String, x: Double, y: Double) -> Spot {
    let spots = [(9.0, -8.0, "start"), (-9, -8, "end"), (9, 18, "start"), (-9, 18, "end")]
      .map { Spot(x: x + $0.0, y: y + $0.1, anchor: $0.2) }
    for size in [Self.larger, 1] {
      if let spot = spots.first(where: { isFree($0, text, size) }) {
        take(spot, text, size)
        return spot
      }
    }
    return spots[x > width / 2 ? 1 : 0]
  }

  /// Where the words of a line go: beside its middle, or further along; nil where there is no room.
  mutating func along(
    _ text: String, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> Spot? {
    if let spot = along(text, from, to, Self.larger) { return spot }
    var spot = along(text, from, to, 1)
    spot?.isForAll = false
    return spot
  }

  private mutating func along(
    _ text: String, _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ size: Double
  ) -> Spot? {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = max(1, (dx * dx + dy * dy).squareRoot())
    // To the right of the line as it is seen, and above one that lies flat.
    let side = (x: abs(dy) / length, y: dx * dy > 0 ? -abs(dx) / length : abs(dx) / length)
    for part in [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] {
      for way in [1.0, -1] {
        let x = from.x + dx * part + way * side.x * 8
        let y = from.y + dy * part + way * side.y * 8
        let isFlat = abs(dy) < abs(dx) / 3
        let spot = Spot(
          x: x, y: isFlat ? y + (way * side.y > 0 ? 10 : -2) : y + 4,
          anchor: isFlat ? "middle" : way > 0 ? "start" : "end")
        guard isFree(spot, text, size) else { continue }
        take(spot, text, size)
        return spot
      }
    }
    return nil
  }

  private func box(_ spot: Spot, _ text: String, _ size: Double) -> Box {
    let wide = Double(text.count) * Self.character * size
    let left =
      switch spot.anchor {
      case "start": spot.x
      case "end": spot.x - wide
      default: spot.x - wide / 2
      }
    return Box(
      left: left, top: spot.y - Self.line * size + 3, right: left + wide, bottom: spot.y + 3 * size)
  }

  private func isFree(_ spot: Spot, _ text: String, _ size: Double) -> Bool {
    let box = box(spot, text, size)
    return box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
      && !taken.contains { $0.overlaps(box) }
  }

  private mutating func take(_ spot: Spot, _ text: String, _ size: Double) {
    taken.append(box(spot, text, size))
  }
}
