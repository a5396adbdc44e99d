public import Errors
import Glibc

extension RigError.Code {
  /// The link has ended on this computer's side: nothing is known of the board.
  public static let endedHere = Self("ended by this computer")
}

extension RigError {
  /// An error number of the system, with the advice that fits a device at `link`.
  static func system(_ number: Int32, link: String, doing what: String) -> RigError {
    let text = SystemError.description(number)
    let (code, words, advice): (RigError.Code, String, String) =
      switch number {
      case ENOENT, ENODEV, ENXIO:
        (.notFound, text, "Is the board plugged in, and is the path right?")
      case EACCES, EPERM:
        (
          .notPermitted, text,
          "Add yourself to the group of the device (often dialout or plugdev) and log in again"
        )
      case EBUSY, EWOULDBLOCK:
        (.busy, "another program has it open", "End that program, or choose another board")
      case ENOTTY: (.failed, "it is not a serial port", "Give the path of a serial port")
      case ETIMEDOUT: (.timedOut, text, "")
      case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH:
        (.notFound, text, "Is the program at the other end running?")
      default: (.failed, text, "")
      }
    return RigError(code, link, reason: "could not \(what): \(words)", advice: advice)
  }
}
