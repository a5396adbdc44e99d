public import LabRuntime

/// The framework's reports about an object.
public enum NearbyEvent {
  /// Where the object is.
  public struct Update: Hashable, Sendable {
    /// The distance in metres.
    public var distanceMetres: Double
    /// The horizontal angle in radians; nil when the radio measures none.
    public var azimuth: Double?
    /// The vertical angle in radians; nil when the radio measures none.
    public var elevation: Double?
    /// The number of the round.
    public var sequence: UInt32
    /// When the radio reported it.
    public var at: LabInstant
    /// False where the radio says that something is in the way.
    public var hasLineOfSight = true
    /// What the framework tells the application of it: each value absent when the geometry, or the
    /// phone, says so.
    public var object = NearbyObject()
  }

  /// Why an object was removed, as the framework numbers it.
  public enum RemovalReason: Int, Hashable, Sendable {
    /// It was not heard in time.
    case timeout = 0
    /// It ended the session.
    case peerEnded = 1
  }
}
