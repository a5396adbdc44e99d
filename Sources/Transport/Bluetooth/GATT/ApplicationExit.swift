import BootProtocols
import Errors
import LabRuntime
import Links
import NearbyAccessory

/// Has an application become its bootloader over Bluetooth LE (``ButtonlessDFU``).
struct ApplicationExit {
  /// How the bootloader is found.
  enum Bootloader: Hashable {
    /// By the name that the application has taken for it.
    case named(String)
    /// The application's address, one higher in its last octet: where it takes no name.
    case nextAddress
    /// The application's own address: they share a bond.
    case sameAddress
  }

  private static let answering = Duration.seconds(5)
  private let lab: Lab
  private let connection: any AirConnection
  private let handle: GATTHandle
  private let isBonded: Bool

  /// - Returns: nil for a device that offers nothing of the kind.
  init?(_ lab: Lab, _ connection: any AirConnection, among found: [GATTDiscovery]) {
    let offer = GATTLayout.buttonless.compactMap { each in
      found.first { $0.handle.characteristic == each.uuid }
    }.first
    guard let offer else { return nil }
    (self.lab, self.connection, handle) = (lab, connection, offer.handle)
    isBonded = offer.handle.characteristic == GATTLayout.buttonless[1].uuid
  }

  /// Tells it, and waits until it has left.
  ///
  /// - Parameter name: what the bootloader is to be called.
  func perform(calling name: String) async throws(RigError) -> Bootloader {
    try await connection.encryptingIfAsked { () throws(RigError) in
      try await connection.setNotifications(true, of: handle)
    }
    var bootloader = isBonded ? Bootloader.sameAddress : .nextAddress
    if !isBonded, try await ask(ButtonlessDFU.name(name)) == nil { bootloader = .named(name) }
    if let reason = try await ask(ButtonlessDFU.enter) {
      throw RigError(
        .refused, connection.name,
        reason: "its application does not become its bootloader: \(reason)",
        advice: "Bring it there by its buttons, and name the bootloader (`uwbrig scan ble`)")
    }
    let deadline = lab.now.advanced(by: Self.answering)
    while !connection.hasEnded, (try? await connection.events.receive(until: deadline)) != nil {}
    connection.disconnect()
    return bootloader
  }

  /// Why a request is not done; nil for one that is, or whose answer the end of the connection has cut off.
  private func ask(_ request: [UInt8]) async throws(RigError) -> String? {
    do throws(RigError) {
      try await connection.write(request, to: handle, withResponse: true)
    } catch {
      if connection.hasEnded, request == ButtonlessDFU.enter { return nil }
      guard error.code.isAttributeRefusal else { throw error }
      return error.reason
    }
    let deadline = lab.now.advanced(by: Self.answering)
    while true {
      do throws(RigError) {
        switch try await connection.events.receive(until: deadline) {
        case .disconnected(let error):
          if request == ButtonlessDFU.enter { return nil }
          throw error
        case .notified(let from, let chunk):
          guard from == handle, let isDone = ButtonlessDFU.isDone(chunk.bytes, of: request) else {
            continue
          }
          return isDone ? nil : ButtonlessDFU.reason(chunk.bytes)
        }
      } catch {
        guard error.code == .timedOut else { throw error }
        return "it does not answer"
      }
    }
  }
}
