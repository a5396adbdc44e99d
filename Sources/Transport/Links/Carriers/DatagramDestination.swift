import CRigShims
public import Errors

/// Where datagrams can be sent to on this machine. What nobody waits for is lost.
public final class DatagramDestination: Sendable {
  private let descriptor: Int32

  /// A port of 127.0.0.1.
  public init(port: UInt16) throws(RigError) {
    descriptor = rig_udp_to_loopback(port)
    guard descriptor >= 0 else {
      throw .system(-descriptor, link: "udp://127.0.0.1:\(port)", doing: "send to it")
    }
  }

  deinit { rig_close(descriptor) }

  /// Sends one datagram.
  public func send(_ bytes: [UInt8]) { _ = System.write(descriptor, bytes, from: 0) }
}
