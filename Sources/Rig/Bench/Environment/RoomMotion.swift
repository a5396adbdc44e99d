public import LabRuntime
public import NearbySession
public import Room

/// The motion of a phone that stands in the virtual room, as its own sensors would tell it:
/// relative to where it began, and never where another board is.
///
/// The room remembers the last minutes, so that a pose can be asked for the moment of a range that
/// was taken a while ago.
public struct RoomMotion: DeviceMotion {
  private let room: Room
  private let body: String
  private let origin: Position

  /// The motion of a board from now on, from the place where it stands; nil for one that is not in the
  /// room.
  public init?(of body: String, in room: Room) {
    guard let origin = room.position(of: body) else { return nil }
    self.room = room
    self.body = body
    self.origin = origin
  }

  /// The pose at a moment; nil before the board came into the room, and when it is too long ago.
  public func pose(at instant: LabInstant) -> DevicePose? {
    guard let stance = room.stance(of: body, at: instant) else { return nil }
    return DevicePose(
      position: SIMD3(
        stance.position.x - origin.x, stance.position.y - origin.y, stance.position.z - origin.z),
      yaw: stance.facing.yaw * (.pi / 180))
  }
}
