import Glibc

/// Why a link could not be opened or has ended, and what a person can do about it.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String

    /// The other side has ended the link, or the device is gone.
    public static let closed = Code(description: "closed")
    /// A deadline passed.
    public static let timedOut = Code(description: "timed out")
    /// The task was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// Somebody else has the device.
    public static let busy = Code(description: "busy")
    /// The system does not allow it.
    public static let notPermitted = Code(description: "not permitted")
    /// There is no such device, host or program.
    public static let notFound = Code(description: "not found")
    /// Anything else that the system refused.
    public static let failed = Code(description: "failed")
    /// This build has no such carrier.
    public static let notAvailable = Code(description: "not available in this build")
  }

  /// The kind of failure.
  public let code: Code
  /// The link, by its name.
  public let link: String
  /// The failure in words.
  public let reason: String
  /// The next step; empty when there is none.
  public let advice: String

  /// An error of one link.
  public init(_ code: Code, link: String, reason: String, advice: String = "") {
    self.code = code
    self.link = link
    self.reason = reason
    self.advice = advice
  }

  /// One line for a person.
  public var description: String {
    advice.isEmpty ? "\(link): \(reason)" : "\(link): \(reason). \(advice)"
  }

  /// An error number of the system, with the advice that fits a device at `link`.
  static func system(_ number: Int32, link: String, doing what: String) -> LinkError {
    let text = SystemError.description(number)
    switch number {
    case ENOENT, ENODEV, ENXIO:
      return LinkError(
        .notFound, link: link, reason: "could not \(what): \(text)",
        advice: "Is the board plugged in, and is the path right?")
    case EACCES, EPERM:
      return LinkError(
        .notPermitted, link: link, reason: "could not \(what): \(text)",
        advice:
          "Add yourself to the group of the device (often dialout or plugdev) and log in again")
    case EBUSY, EWOULDBLOCK:
      return LinkError(
        .busy, link: link, reason: "could not \(what): another program has it open",
        advice: "End that program, or choose another board")
    case ENOTTY:
      return LinkError(
        .failed, link: link, reason: "could not \(what): it is not a terminal device",
        advice: "Give the path of a serial port")
    case ETIMEDOUT:
      return LinkError(.timedOut, link: link, reason: "could not \(what): \(text)")
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH:
      return LinkError(
        .notFound, link: link, reason: "could not \(what): \(text)",
        advice: "Is the program at the other end running?")
    default:
      return LinkError(.failed, link: link, reason: "could not \(what): \(text)")
    }
  }
}
