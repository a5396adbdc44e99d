/// Why a wait in the lab ended without what it waited for.
public struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What ended the wait. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this end.
    public let description: String

    /// The deadline passed.
    public static let timedOut = Code(description: "timed out")
    /// What was awaited was closed.
    public static let closed = Code(description: "closed")
    /// The task was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// Nothing in a simulated lab can ever run again.
    public static let deadlock = Code(description: "deadlock")
  }

  /// What ended the wait.
  public let code: Code
  /// What was awaited; for a deadlock, everything that was awaited.
  public let label: String

  /// An ended wait.
  public init(_ code: Code, _ label: String) {
    self.code = code
    self.label = label
  }

  /// One line for a person.
  public var description: String { "\(label): \(code)" }
}
