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
    switch number {
    case ENOENT, ENODEV, ENXIO:
      return RigError(
        .notFound, link, reason: "could not \(what): \(text)",
        advice: "Is the board plugged in, and is the path right?")
    case EACCES, EPERM:
      return RigError(
        .notPermitted, link, reason: "could not \(what): \(text)",
        advice:
          "Add yourself to the group of the device (often dialout or plugdev) and log in again")
    case EBUSY, EWOULDBLOCK:
      return RigError(
        .busy, link, reason: "could not \(what): another program has it open",
        advice: "End that program, or choose another board")
    case ENOTTY:
      return RigError(
        .failed, link, reason: "could not \(what): it is not a serial port",
        advice: "Give the path of a serial port")
    case ETIMEDOUT:
      return RigError(.timedOut, link, reason: "could not \(what): \(text)")
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH:
      return RigError(
        .notFound, link, reason: "could not \(what): \(text)",
        advice: "Is the program at the other end running?")
    default:
      return RigError(.failed, link, reason: "could not \(what): \(text)")
    }
  }
}
