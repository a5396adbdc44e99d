/// Why a session does not do what its application asks for.
public struct NearbyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String
    /// A kind with words of its own.
    public init(_ description: String) { self.description = description }

    /// The order of the calls does not allow it.
    public static let notAllowed = Code("not allowed")
    /// A way to deviate that the model of the phone does not have.
    public static let unknownMisbehaviour = Code("unknown misbehaviour")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure in words.
  public let reason: String
  /// The next step; empty when there is none.
  public let advice: String

  /// An error of a session.
  public init(_ code: Code, _ reason: String, advice: String = "") {
    self.code = code
    self.reason = reason
    self.advice = advice
  }

  /// One line for a person.
  public var description: String { advice.isEmpty ? reason : "\(reason). \(advice)" }
}
