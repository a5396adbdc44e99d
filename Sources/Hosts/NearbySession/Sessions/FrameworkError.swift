public import NearbyAccessory

/// What an application is told by the framework when a session cannot be (NIError; Apple's headers).
public struct FrameworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error codes of the domain com.apple.NearbyInteraction.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: Int
    /// Any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The phone has no UWB.
    public static let unsupportedPlatform = Code(rawValue: -5889)
    /// The configuration cannot be used.
    public static let invalidConfiguration = Code(rawValue: -5888)
    /// The session failed.
    public static let sessionFailed = Code(rawValue: -5887)
    /// The session was suspended or unused for too long.
    public static let resourceUsageTimeout = Code(rawValue: -5886)
    /// Too many sessions are active.
    public static let activeSessionsLimitExceeded = Code(rawValue: -5885)
    /// The user does not allow it.
    public static let userDidNotAllow = Code(rawValue: -5884)
    /// The AR session cannot be used.
    public static let invalidARConfiguration = Code(rawValue: -5883)
    /// The accessory is not paired, not connected, or does not offer what background needs.
    public static let accessoryPeerDeviceUnavailable = Code(rawValue: -5882)
    /// The peer device cannot do it.
    public static let incompatiblePeerDevice = Code(rawValue: -5881)
    /// Too many sessions measure at an extended distance.
    public static let activeExtendedDistanceSessionsLimitExceeded = Code(rawValue: -5880)

    private static let names: [Int: String] = [
      -5889: "unsupportedPlatform", -5888: "invalidConfiguration", -5887: "sessionFailed",
      -5886: "resourceUsageTimeout", -5885: "activeSessionsLimitExceeded",
      -5884: "userDidNotAllow", -5883: "invalidARConfiguration",
      -5882: "accessoryPeerDeviceUnavailable", -5881: "incompatiblePeerDevice",
      -5880: "activeExtendedDistanceSessionsLimitExceeded",
    ]

    /// `invalidConfiguration (-5888)`.
    public var description: String { "\(Self.names[rawValue] ?? "error") (\(rawValue))" }
  }

  /// The number that the application sees.
  public let code: Code
  /// Why, in words.
  public let reason: String
  /// The rules that configuration data breaks, each with its byte.
  public let violations: [RuleViolation]

  /// An error of a session.
  public init(_ code: Code, _ reason: String, violations: [RuleViolation] = []) {
    self.code = code
    self.reason = reason
    self.violations = violations
  }

  /// One line for a person.
  public var description: String { "\(code): \(reason)" }
}
