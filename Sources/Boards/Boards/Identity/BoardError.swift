/// Why a board cannot be had, and what a person can do about it.
public struct BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String

    /// No attached device is meant.
    public static let notFound = Code(description: "not found")
    /// Several attached devices are meant.
    public static let ambiguous = Code(description: "ambiguous")
    /// Another device is there now than the one that was asked for.
    public static let changed = Code(description: "changed")
    /// Somebody else has it.
    public static let busy = Code(description: "busy")
    /// The system does not allow it.
    public static let notPermitted = Code(description: "not permitted")
    /// It did not answer in time.
    public static let timedOut = Code(description: "timed out")
    /// Anything else.
    public static let failed = Code(description: "failed")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure in words.
  public let reason: String
  /// The next step; empty when there is none.
  public let advice: String

  /// A kind of failure with its words.
  public init(_ code: Code, _ reason: String, advice: String = "") {
    self.code = code
    self.reason = reason
    self.advice = advice
  }

  /// One line for a person.
  public var description: String { advice.isEmpty ? reason : "\(reason). \(advice)" }
}
