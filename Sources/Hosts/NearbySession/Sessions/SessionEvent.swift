public import LabRuntime

/// A delegate call of a session.
public enum SessionEvent: Hashable, Sendable {
  case startedRunning
  /// The data that the application hands to the accessory, unchanged; the session is prepared for a
  /// limited time from now.
  case generatedShareableData([UInt8], accessory: DiscoveryToken)
  case updated(NearbyEvent.Update, object: DiscoveryToken)
  /// Camera assistance knows more, or less, of where the object is.
  case convergenceChanged(Convergence, object: DiscoveryToken)
  /// No update follows until the session runs again. That a peer has ended is best effort.
  case removed(NearbyEvent.RemovalReason, object: DiscoveryToken)
  /// The session does not range and never resumes by itself.
  case suspended
  case suspensionEnded
  case invalidated(FrameworkError)

  /// A word for it.
  public var name: String {
    switch self {
    case .startedRunning: "started running"
    case .generatedShareableData: "generated shareable data"
    case .updated: "updated"
    case .convergenceChanged(let convergence, _): "convergence changed: \(convergence)"
    case .removed(.timeout, _): "removed: timeout"
    case .removed(.peerEnded, _): "removed: peer ended"
    case .suspended: "suspended"
    case .suspensionEnded: "suspension ended"
    case .invalidated(let error): "invalidated: \(error.code)"
    }
  }
}

/// An event with its moment.
public struct DeliveredEvent: Hashable, Sendable {
  /// The delegate call.
  public var event: SessionEvent
  /// When it was told.
  public var at: LabInstant
}
