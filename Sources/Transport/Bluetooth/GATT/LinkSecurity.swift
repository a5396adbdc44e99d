import Errors
import LabRuntime

/// How a connection over the kernel's channel is secured: the kernel encrypts it, and bluetoothd says when
/// the keys of a pairing are there.
struct LinkSecurity: Sendable {
  let lab: Lab
  let socket: L2CAPSocket
  /// Waits until bluetoothd has the device's keys, where it says so, or the deadline.
  let awaitKeys: @Sendable (_ deadline: LabInstant) async -> Void

  /// How long keys may take behind the encryption: some packets, at the slowest of usual intervals.
  private static let exchange = Duration.seconds(1)

  /// Whether the link is encrypted.
  var isEncrypted: Bool { socket.isEncrypted }

  /// Encrypts, with a key that there is or by pairing.
  ///
  /// A pairing encrypts first and exchanges keys second (Bluetooth Core 5.4, volume 3, part H, 2.1): a link
  /// that is ended between has no bond here, and may have one there.
  ///
  /// - Throws: ``RigError`` `pairingFailed` where it does not come to that until the deadline.
  func encrypt(until deadline: LabInstant) async throws(RigError) {
    // Of a device that has begun to pair by itself the keys may be missing as well.
    try await socket.encrypt(until: deadline)
    await awaitKeys(lab.now.advanced(by: Self.exchange))
  }
}
