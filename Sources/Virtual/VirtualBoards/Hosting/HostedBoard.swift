import LabRuntime
import Links

/// A board behind a link, as its host drives it: told what comes and what time it is, asked what to
/// send and when to wake it.
protocol HostedBoard: Sendable {
  /// When it wants to be woken although nothing comes.
  var nextDeadline: LabInstant? { get }
  /// Set when it has crashed: its host hangs up, and takes no connection for this time.
  var isDeadFor: Duration? { get }
  func makeCutter() -> any FrameCutter

  mutating func connected(at now: LabInstant)
  mutating func disconnected(at now: LabInstant)
  mutating func received(_ frame: [UInt8], at now: LabInstant)
  mutating func passTime(to now: LabInstant)
  mutating func nextToSend(at now: LabInstant) -> [UInt8]?
  /// Starts again, as after a power cut.
  mutating func reboot(at now: LabInstant)
  /// Ends everything outside the board: its radio.
  mutating func powerOff()
}
