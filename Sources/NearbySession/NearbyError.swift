public import Links
public import NearbyAccessory
public import UCIHost

/// Why a session with an accessory did not get where it was told to go.
public struct NearbyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String
    /// A kind with words of its own.
    public init(_ description: String) { self.description = description }

    /// The framework refuses the accessory configuration data (NIError −5888).
    public static let invalidConfiguration = Code("invalid configuration")
    /// The accessory did not answer in time.
    public static let timedOut = Code("timed out")
    /// The accessory stopped where it should have started.
    public static let accessoryStopped = Code("accessory stopped")
    /// The order of the calls does not allow it.
    public static let notAllowed = Code("not allowed")
    /// The phone's radio failed.
    public static let radio = Code("radio failed")
    /// The accessory's link has ended or cannot be used.
    public static let closed = Code("closed")
    /// The task was cancelled.
    public static let cancelled = Code("cancelled")
  }

  /// The kind of trouble.
  public let code: Code
  /// What happened, in words.
  public let reason: String
  /// What to do next; empty when there is nothing to do.
  public let advice: String
  /// What an application would be told by the framework; nil when it would be told nothing.
  public let frameworkCode: Int?
  /// The rules that the accessory configuration data breaks.
  public let violations: [RuleViolation]
  /// Why the link failed; nil for any other kind.
  public let link: LinkError?
  /// Why the radio failed; nil for any other kind.
  public let radio: UCIHostError?

  /// An error of a session.
  public init(
    _ code: Code, _ reason: String, advice: String = "", frameworkCode: Int? = nil,
    violations: [RuleViolation] = [], link: LinkError? = nil, radio: UCIHostError? = nil
  ) {
    self.code = code
    self.reason = reason
    self.advice = advice
    self.frameworkCode = frameworkCode
    self.violations = violations
    self.link = link
    self.radio = radio
  }

  /// One line for a person.
  public var description: String { advice.isEmpty ? reason : "\(reason). \(advice)" }

  static func link(_ error: LinkError) -> NearbyError {
    switch error.code {
    case .timedOut: NearbyError(.timedOut, error.description, link: error)
    case .cancelled: NearbyError(.cancelled, error.description)
    default: NearbyError(.closed, error.description, link: error)
    }
  }

  static func radio(_ error: UCIHostError) -> NearbyError {
    error.code == .cancelled
      ? NearbyError(.cancelled, error.description)
      : NearbyError(.radio, "the phone's radio: \(error)", radio: error)
  }
}
