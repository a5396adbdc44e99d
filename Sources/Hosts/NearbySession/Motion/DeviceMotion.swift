public import LabRuntime

/// Where a device is and where it looks, in a frame of its own: metres, z up, yaw in radians from +y,
/// positive to the right.
public struct DevicePose: Hashable, Sendable {
  /// Metres from where the device began.
  public var position: SIMD3<Double>
  /// Radians from +y, positive to the right.
  public var yaw: Double
  /// Radians above the horizon.
  public var pitch: Double

  /// A pose; without angles it looks along +y.
  public init(position: SIMD3<Double>, yaw: Double = 0, pitch: Double = 0) {
    self.position = position
    self.yaw = yaw
    self.pitch = pitch
  }
}

/// The motion of the phone, which is given to it: from the room of a virtual rig, from a recording,
/// or not at all.
public protocol DeviceMotion: Sendable {
  /// The pose at a moment; nil where nothing is known.
  func pose(at instant: LabInstant) -> DevicePose?
}

/// A phone that lies on the table.
public struct FixedMotion: DeviceMotion {
  private let pose: DevicePose

  /// A phone that stays in a pose.
  public init(_ pose: DevicePose) { self.pose = pose }

  /// The pose, always.
  public func pose(at instant: LabInstant) -> DevicePose? { pose }
}

/// Poses that were recorded; between two of them the phone moves evenly.
public struct RecordedPath: DeviceMotion {
  private let poses: [(at: LabInstant, pose: DevicePose)]

  /// Poses in any order; of several at one moment the last one counts.
  public init(_ poses: [(at: LabInstant, pose: DevicePose)]) {
    var sorted: [(at: LabInstant, pose: DevicePose)] = []
    for (_, entry) in poses.enumerated().sorted(by: {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }) {
      if sorted.last?.at == entry.at { sorted.removeLast() }
      sorted.append(entry)
    }
    self.poses = sorted
  }

  /// The pose between its two neighbours; before the first and after the last nothing is known.
  public func pose(at instant: LabInstant) -> DevicePose? {
    guard let last = poses.last, instant <= last.at,
      let after = poses.firstIndex(where: { $0.at >= instant })
    else { return nil }
    let next = poses[after]
    guard next.at > instant else { return next.pose }
    guard after > 0 else { return nil }
    let before = poses[after - 1]
    let whole = Double(before.at.duration(to: next.at).nanoseconds)
    let share = Double(before.at.duration(to: instant).nanoseconds) / whole
    // The short way round.
    var turn = (next.pose.yaw - before.pose.yaw).remainder(dividingBy: 2 * .pi)
    if !turn.isFinite { turn = 0 }
    return DevicePose(
      position: before.pose.position + (next.pose.position - before.pose.position) * share,
      yaw: before.pose.yaw + turn * share,
      pitch: before.pose.pitch + (next.pose.pitch - before.pose.pitch) * share)
  }
}
