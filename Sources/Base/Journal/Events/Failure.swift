/// Why the program ends without a result: one message and the exit status.
public struct Failure: Error, Hashable {
  /// The status that the program ends with.
  public let status: ExitStatus
  /// What failed, why, and what to do.
  public let message: String

  /// A failure with its message.
  public init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// What the grammar knows and this build does not have.
  public static func notAvailable(_ what: String) -> Failure {
    Failure(.usage, "\(what) is not available in this build")
  }
}
