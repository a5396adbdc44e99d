import Glibc

/// A point in the room, in metres; z points up.
public struct Position: Hashable, Sendable {
  /// Metres to the east of the corner.
  public var x: Double
  /// Metres to the north of the corner.
  public var y: Double
  /// Metres above the floor.
  public var z: Double

  /// A point by its coordinates in metres.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// How far it is to `other`, in metres.
  public func distance(to other: Position) -> Double {
    let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}

/// Where a board looks: degrees of yaw (from +y, positive to the right), pitch (up) and roll.
public struct Facing: Hashable, Sendable {
  /// Degrees from +y, positive to the right.
  public var yaw: Double
  /// Degrees above the horizon.
  public var pitch: Double
  /// Degrees about the line of sight.
  public var roll: Double

  /// A facing in degrees.
  public init(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }
}

/// A direction as an antenna array sees it.
public struct Bearing: Hashable, Sendable {
  /// Radians, 0 straight ahead, positive to the right.
  public var azimuth: Double
  /// Radians above the antenna's plane.
  public var elevation: Double

  /// The direction from one place, looked at with a facing, to another; roll is not applied.
  public init(from: Position, facing: Facing, to: Position) {
    let (dx, dy, dz) = (to.x - from.x, to.y - from.y, to.z - from.z)
    let flat = (dx * dx + dy * dy).squareRoot()
    let turn = Double.pi / 180
    var azimuth = atan2(dx, dy) - facing.yaw * turn
    while azimuth > .pi { azimuth -= 2 * .pi }
    while azimuth < -.pi { azimuth += 2 * .pi }
    self.azimuth = azimuth
    elevation = atan2(dz, flat) - facing.pitch * turn
  }
}
