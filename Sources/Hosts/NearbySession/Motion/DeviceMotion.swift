public import LabRuntime

/// Where a device is and where it looks, in a frame of its own: metres, z up, yaw in radians from +y,
/// positive to the right.
public struct DevicePose: Hashable, Sendable {
  /// Metres from where the device began.
  public var position: SIMD3<Double>
  /// Radians from +y, positive to the right.
  public var yaw: Double

  /// A pose; without an angle it looks along +y.
  public init(position: SIMD3<Double>, yaw: Double = 0) {
    self.position = position
    self.yaw = yaw
  }
}

/// The motion of the phone, which is given to it: from the room of a virtual rig, or not at all.
public protocol DeviceMotion: Sendable {
  /// The pose at a moment; nil where nothing is known.
  func pose(at instant: LabInstant) -> DevicePose?
}
