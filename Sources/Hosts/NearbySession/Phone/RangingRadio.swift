public import LabRuntime
import NearbyAccessory
public import UCIHost

/// An order to a phone's radio for one session.
public struct RadioOrder: Equatable, Sendable {
  /// The session id on the air.
  public var sessionIdentifier: UInt32
  /// Everything else.
  public var parameters: RangingParameters
  /// The address of the other side.
  public var peerAddress: UInt16
}

/// A report of a phone's radio, for the session of that number.
public enum RadioReport: Hashable, Sendable {
  case heard(Int, NearbyEvent.Update)
  case failed(Int, String)
}

/// The radio of a phone as its sessions use it: orders in, reports out, nothing awaited.
public protocol RangingRadio: Sendable {
  var reports: LabChannel<RadioReport> { get }
  /// Ranges for a session, in the place of what that session had before.
  func start(_ session: Int, _ order: RadioOrder)
  /// Ceases to range for a session; again is harmless.
  func stop(_ session: Int)
  /// Works until the task is cancelled or the board is gone.
  func serve() async
}
