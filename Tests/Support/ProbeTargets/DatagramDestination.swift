import CRigShims
public import Errors
import Glibc
public import Links

/// Where datagrams can be sent to on this machine. What nobody waits for is lost.
public final class DatagramDestination: Sendable {
  private let descriptor: Int32

  /// A port of 127.0.0.1.
  public init(port: UInt16) throws(RigError) {
    descriptor = rig_udp_to_loopback(port)
    guard descriptor >= 0 else {
      throw RigError(
        .failed, "udp://127.0.0.1:\(port)",
        reason: "could not send to it: \(SystemError.description(-descriptor))")
    }
  }

  deinit { rig_close(descriptor) }

  /// Sends one datagram.
  public func send(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }
}
