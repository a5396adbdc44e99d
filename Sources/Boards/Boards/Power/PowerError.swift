/// Why power could not be switched, with what a person can do about it.
public struct PowerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable {
    /// No such hub or port.
    case notFound = "not found"
    /// The system does not allow it.
    case notPermitted = "not permitted"
    /// The port carries something that nobody asked for.
    case carriesOthers = "carries others"
    /// The switch said yes and nothing happened.
    case noEffect = "no effect"
    /// The switch said no.
    case refused
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// The switch: a port of a hub, or a program.
  public var what: String
  /// The failure.
  public var reason: String
  /// The next step; empty when there is none.
  public var advice: String

  /// An error of one switch.
  public init(_ code: Code, what: String, reason: String, advice: String = "") {
    self.code = code
    self.what = what
    self.reason = reason
    self.advice = advice
  }

  /// One line for a person.
  public var description: String {
    advice.isEmpty ? "\(what): \(reason)" : "\(what): \(reason). \(advice)"
  }
}
