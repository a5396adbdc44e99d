import Errors
import Links
import NearbyAccessory

/// What the system looks at before a session may go on in the background: a paired and connected
/// accessory whose Nearby Interaction service has a value that equals the accessory data byte for
/// byte (accessory protocol §4, §5.5).
struct BackgroundCheck: Sendable {
  let failure: FrameworkError.Code
  let behaviour: PhoneBehaviour

  /// Why it may not; nil when it may.
  func failure(
    of data: [UInt8], at identifier: String, over central: BluetoothCentral
  ) async -> FrameworkError? {
    guard let connection = central.connection(to: identifier) else {
      return FrameworkError(
        .accessoryPeerDeviceUnavailable, "the accessory \(identifier) is not connected")
    }
    guard connection.isEncrypted else {
      return FrameworkError(
        .accessoryPeerDeviceUnavailable, "the accessory \(identifier) is not paired")
    }
    do throws(RigError) {
      return try await compare(data, connection, identifier)
    } catch {
      return FrameworkError(failure, "\(error)")
    }
  }

  private func compare(
    _ data: [UInt8], _ connection: any GATTConnection, _ identifier: String
  ) async throws(RigError) -> FrameworkError? {
    let service = GATTLayout.nearbyInteraction.uuid
    let found = try await connection.discover().map(\.handle).filter { $0.service == service }
    guard !found.isEmpty else {
      return FrameworkError(failure, "\(identifier) has no Nearby Interaction service")
    }
    var values = found.filter { $0.characteristic == GATTLayout.configurationData.uuid }
    guard !values.isEmpty else {
      return FrameworkError(
        failure, "\(identifier) has no accessory configuration data in its service")
    }
    if behaviour.has(.readsFirstInstanceOnly) { values = Array(values.prefix(1)) }
    // One instance a session: the one that holds this accessory data is the right one.
    var difference = ""
    for handle in values {
      let value = try await connection.read(handle)
      if value == data || behaviour.has(.skipsByteComparison) { return nil }
      let byte = zip(value, data).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      difference = "it differs from byte \(byte ?? min(value.count, data.count)) on"
    }
    return FrameworkError(
      failure, "the value of \(identifier) is not the accessory data: \(difference)")
  }
}
