/// Something that stands in the room, and what it does to a signal that goes through it.
public struct Obstacle: Hashable, Sendable {
  /// Its shape.
  public enum Shape: Hashable, Sendable {
    case box(Position, Position)
    /// An upright wall without thickness between two points of the floor, metres high.
    case wall(from: Position, to: Position, height: Double)
  }

  /// Its effect on a signal.
  public enum Effect: Hashable, Sendable {
    case blocks
    /// It arrives weaker, by decibels, and later: the distance comes out longer by metres.
    case weakens(decibels: Double, delay: Double)
  }

  /// A name for people.
  public var name: String
  /// Its shape.
  public var shape: Shape
  /// Its effect on a signal.
  public var effect: Effect

  /// An obstacle.
  public init(_ name: String, _ shape: Shape, _ effect: Effect) {
    self.name = name
    self.shape = shape
    self.effect = effect
  }

  /// Whether the straight way between two points goes through it; touching it counts.
  public func stands(between one: Position, and other: Position) -> Bool {
    switch shape {
    case .box(let corner, let opposite):
      return Self.crosses(one, other, corner, opposite)
    case .wall(let from, let to, let height):
      return Self.crosses(one, other, from, to, height)
    }
  }

  /// The part of the way that is inside of all three pairs of faces.
  private static func crosses(
    _ one: Position, _ other: Position, _ corner: Position, _ opposite: Position
  ) -> Bool {
    var (enters, leaves) = (0.0, 1.0)
    for (start, end, face, back) in [
      (one.x, other.x, corner.x, opposite.x), (one.y, other.y, corner.y, opposite.y),
      (one.z, other.z, corner.z, opposite.z),
    ] {
      let (near, far) = (min(face, back), max(face, back))
      let way = end - start
      if way == 0 {
        guard near <= start, start <= far else { return false }
        continue
      }
      let (first, second) = ((near - start) / way, (far - start) / way)
      enters = max(enters, min(first, second))
      leaves = min(leaves, max(first, second))
    }
    return enters <= leaves
  }

  /// Where the way meets the wall's line on the floor plan, and how high it is there.
  private static func crosses(
    _ one: Position, _ other: Position, _ from: Position, _ to: Position, _ height: Double
  ) -> Bool {
    let (wayX, wayY) = (other.x - one.x, other.y - one.y)
    let (wallX, wallY) = (to.x - from.x, to.y - from.y)
    let area = wayX * wallY - wayY * wallX
    // Along the wall nothing is in the way: it has no thickness.
    guard area != 0 else { return false }
    let (gapX, gapY) = (from.x - one.x, from.y - one.y)
    let alongWay = (gapX * wallY - gapY * wallX) / area
    let alongWall = (gapX * wayY - gapY * wayX) / area
    guard (0...1).contains(alongWay), (0...1).contains(alongWall) else { return false }
    let rise = one.z + (other.z - one.z) * alongWay
    let floor = min(from.z, to.z)
    return floor <= rise && rise <= floor + height
  }
}

/// The effect of all obstacles between two points.
struct Obstruction {
  var isBlocked = false
  var isShadowed = false
  var loss = 0.0
  /// Metres by which the distance comes out longer.
  var delay = 0.0

  init(_ obstacles: [Obstacle], from one: Position, to other: Position) {
    for obstacle in obstacles where obstacle.stands(between: one, and: other) {
      isShadowed = true
      switch obstacle.effect {
      case .blocks: isBlocked = true
      case .weakens(let decibels, let delay):
        loss += decibels
        self.delay += delay
      }
    }
  }
}
