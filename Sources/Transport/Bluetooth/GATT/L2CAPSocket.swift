import CRigShims
import Errors
import Glibc
import LabRuntime
import Links
import Synchronization

/// The kernel's channel of the attribute protocol to one device: packets, and how well the link is
/// secured.
final class L2CAPSocket: Sendable {
  /// One packet of the channel is one packet of the link.
  let link: any ImmediateLink
  private let lab: Lab
  private let name: String
  /// Beside the link's own descriptor: the reader waits for packets there, and here for room.
  private let second: Second
  /// Waits until bluetoothd has the device's keys, where it says so, or the deadline.
  private let awaitKeys: @Sendable (_ deadline: LabInstant) async -> Void
  /// How long keys may take behind the encryption: some packets, at the slowest of usual intervals.
  private static let exchange = Duration.seconds(1)

  /// A descriptor that is closed once.
  private final class Second: Sendable {
    private let descriptor: Mutex<Int32>
    init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    func use(_ body: (Int32) -> Int32) -> Int32 {
      descriptor.withLock { $0 >= 0 ? body($0) : -EBADF }
    }

    func close() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 { rig_close(descriptor) }
        descriptor = -1
      }
    }
  }

  /// A device as the kernel is told of it.
  struct Address: Sendable {
    /// As `C0:FF:EE:00:00:01`.
    var text: String
    var isRandom: Bool

    /// Least significant byte first.
    var bytes: [UInt8] { text.split(separator: ":").reversed().compactMap { UInt8($0, radix: 16) } }
  }

  private init(
    _ lab: Lab, name: String, link: any ImmediateLink, second: Second,
    awaitKeys: @escaping @Sendable (_ deadline: LabInstant) async -> Void
  ) {
    (self.lab, self.name, self.link, self.second) = (lab, name, link, second)
    self.awaitKeys = awaitKeys
  }

  /// Connects until the deadline.
  ///
  /// - Parameter awaitKeys: waits until bluetoothd has the device's keys, where it says so, or a deadline.
  /// - Throws: ``RigError`` `busy` where something else on this computer has the channel,
  ///   `noAdapter` where the adapter is off, `timedOut` where a connection came to nothing, `notFound`
  ///   where the device does not answer until the deadline.
  static func connect(
    _ lab: Lab, name: String, from adapter: String, to address: Address, until deadline: LabInstant,
    awaitKeys: @escaping @Sendable (_ deadline: LabInstant) async -> Void
  ) async throws(RigError) -> L2CAPSocket {
    let own = Address(text: adapter, isRandom: false).bytes
    let other = address.bytes
    guard own.count == 6, other.count == 6 else {
      throw RigError(.malformed, name, reason: "\(address.text) is no Bluetooth address")
    }
    let descriptor = unsafe rig_l2cap_connect(own, other, address.isRandom ? 2 : 1)
    guard descriptor >= 0 else { throw failure(-descriptor, name) }
    var isOurs = true
    defer { if isOurs { rig_close(descriptor) } }
    guard try await isWritable(descriptor, lab, until: deadline) else {
      throw RigError(
        .notFound, name, reason: "it does not answer a connection request",
        advice: "It may be off, out of reach, connected with something else, or its address of "
          + "another type")
    }
    let number = rig_socket_error(descriptor)
    guard number == 0 else { throw failure(abs(number), name) }
    let copy = rig_duplicate(descriptor)
    guard copy >= 0 else { throw failure(-copy, name) }
    let second = Second(copy)
    isOurs = false
    let link = lab.packetLink(name, over: descriptor) { second.close() }
    return L2CAPSocket(lab, name: name, link: link, second: second, awaitKeys: awaitKeys)
  }

  /// Whether the link is encrypted.
  var isEncrypted: Bool { second.use(rig_l2cap_security) >= 2 }

  /// Packets that the kernel has dropped because they were not taken in time; 0 once it is closed.
  var drops: Int { max(0, Int(second.use(rig_socket_drops))) }

  /// Encrypts, with a key that there is or by pairing.
  ///
  /// A pairing encrypts first and exchanges keys second (Bluetooth Core 5.4, volume 3, part H, 2.1): a link
  /// that is ended between has no bond here, and may have one there.
  ///
  /// - Throws: ``RigError`` `pairingFailed` where it does not come to that until the deadline; the
  ///   channel is of no use then.
  func encrypt(until deadline: LabInstant) async throws(RigError) {
    try await secure(until: deadline)
    // Of a device that has begun to pair by itself the keys may be missing as well.
    await awaitKeys(lab.now.advanced(by: Self.exchange))
  }

  private func secure(until deadline: LabInstant) async throws(RigError) {
    if isEncrypted { return }
    let status = second.use { rig_l2cap_secure($0, 2) }
    // The kernel refuses to do what is done already.
    if status == -EINVAL, isEncrypted { return }
    guard status == 0 else { throw Self.failure(-status, name) }
    let watched = second.use { rig_duplicate($0) }
    guard watched >= 0 else { throw Self.failure(-watched, name) }
    defer { rig_close(watched) }
    guard try await Self.isWritable(watched, lab, until: deadline), isEncrypted else {
      throw RigError(
        .pairingFailed, name, reason: "the link was not encrypted",
        advice: "The device refused, did not answer, or has lost its bond (a new image does that): "
          + "bond=fresh in the link pairs again")
    }
  }

  /// Whether the socket takes packets, or has failed, before the deadline.
  private static func isWritable(
    _ descriptor: Int32, _ lab: Lab, until deadline: LabInstant
  ) async throws(RigError) -> Bool {
    let ready = LabChannel<Void>(lab, label: "the Bluetooth channel")
    let watch = DescriptorWatch(lab, descriptor, isForWriting: true) { ready.send(()) }
    guard let watch else { throw failure(EAGAIN, "Bluetooth") }
    defer { watch.close() }
    do throws(RigError) {
      try await ready.receive(until: deadline)
      return true
    } catch {
      if error.code == .timedOut { return false }
      throw error
    }
  }

  private static func failure(_ number: Int32, _ name: String) -> RigError {
    switch number {
    case EBUSY:
      RigError(
        .busy, name, reason: "something else on this computer is connected with it",
        advice: "End that program, or disconnect: bluetoothctl disconnect")
    case EHOSTUNREACH, ENODEV:
      RigError(
        .noAdapter, name, reason: "the Bluetooth adapter is off or gone",
        advice: "`uwbrig doctor` says how to turn it on")
    case EAFNOSUPPORT:
      RigError(
        .notFound, name, reason: "this kernel, or this container, has no Bluetooth sockets",
        advice: "Load the module bluetooth; start a container with --network host")
    case ECONNREFUSED, ETIMEDOUT:
      RigError(.timedOut, name, reason: "it does not answer a connection request")
    case ECONNRESET, ENOTCONN:
      RigError(.closed, name, reason: "it has ended the connection")
    case ECONNABORTED:
      RigError(.endedHere, name, reason: "the Bluetooth adapter was turned off or taken out")
    default: RigError(.failed, name, reason: SystemError.description(number))
    }
  }
}
