/// Where the application stands, as the system sees it.
public enum AppState: String, Hashable, Sendable, CaseIterable {
  case foreground
  case background
  case locked
}

/// Whether the user lets the application range.
public enum NearbyPermission: String, Hashable, Sendable, CaseIterable {
  /// The user was never asked; the first run asks.
  case notAsked
  /// Allowed while the application is in use.
  case allowedWhileInUse
  /// Refused, or withdrawn later.
  case refused
}
