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

  /// What is told, without what is said of it.
  public enum Kind: String, Sendable {
    case startedRunning = "started running"
    case generatedShareableData = "generated shareable data"
    case updated
    case convergenceChanged = "convergence changed"
    case removed
    case suspended
    case suspensionEnded = "suspension ended"
    case invalidated
  }

  /// What it tells.
  public var kind: Kind {
    switch self {
    case .startedRunning: .startedRunning
    case .generatedShareableData: .generatedShareableData
    case .updated: .updated
    case .convergenceChanged: .convergenceChanged
    case .removed: .removed
    case .suspended: .suspended
    case .suspensionEnded: .suspensionEnded
    case .invalidated: .invalidated
    }
  }

  /// Words for it.
  public var name: String {
    switch self {
    case .convergenceChanged(let convergence, _): "\(kind.rawValue): \(convergence)"
    case .removed(.timeout, _): "\(kind.rawValue): timeout"
    case .removed(.peerEnded, _): "\(kind.rawValue): peer ended"
    case .invalidated(let error): "\(kind.rawValue): \(error.code)"
    default: kind.rawValue
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
