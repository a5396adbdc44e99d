/// What failed, of what, why, and what to do about it: the error of everything that is asked to do
/// something and does not.
///
///     throw RigError(.busy, "/dev/ttyACM0", reason: "another program has it open", advice: "End it")
public struct RigError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for code that tells one from another. Modules add their own.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind in words.
    public let description: String
    /// A kind with words of its own.
    public init(_ description: String) { self.description = description }
  }

  /// The kind of failure.
  public let code: Code
  /// The link, board, file or wait that failed; empty where the reason names it.
  public let context: String
  /// Why, in words.
  public let reason: String
  /// The remedy; empty where there is none.
  public let advice: String

  /// A failure. Without a reason, the words of the code are the reason.
  public init(_ code: Code, _ context: String = "", reason: String? = nil, advice: String = "") {
    self.code = code
    self.context = context
    self.reason = reason ?? code.description
    self.advice = advice
  }

  /// A failure of a step on a file: the code finishes the phrase "failed to …".
  public init(failingTo code: Code, _ path: String, reason: String, advice: String) {
    self.init(code, "failed to \(code) \(path)", reason: reason, advice: advice)
  }

  /// The same failure, of a thing by another name.
  public func at(_ context: String) -> RigError {
    RigError(code, context, reason: reason, advice: advice)
  }

  /// One line for a person.
  public var description: String {
    (context.isEmpty ? "" : "\(context): ") + reason + (advice.isEmpty ? "" : ". \(advice)")
  }
}

extension RigError.Code {
  /// A deadline passed.
  public static let timedOut = Self("timed out")
  /// What was awaited or used was closed, or the device is gone.
  public static let closed = Self("closed")
  /// The task was cancelled.
  public static let cancelled = Self("cancelled")
  /// Nothing in a simulated lab can ever run again.
  public static let deadlock = Self("deadlock")
  /// Another program has it.
  public static let busy = Self("busy")
  /// The system does not allow it.
  public static let notPermitted = Self("not permitted")
  /// There is no such device, host, file or program.
  public static let notFound = Self("not found")
  /// This build does not have it.
  public static let notAvailable = Self("not available in this build")
  /// What was asked for makes no sense.
  public static let usage = Self("wrong usage")
  /// What was read does not hold what it must.
  public static let malformed = Self("malformed")
  /// The other side said no.
  public static let refused = Self("refused")
  /// Anything else.
  public static let failed = Self("failed")
}
