public import Errors
public import NearbyAccessory

extension GATTConnection {
  /// Performs an operation; where the server refuses it for want of encryption, once more over an
  /// encrypted link. What was refused has not happened.
  public func encryptingIfAsked(
    _ operation: () async throws(RigError) -> Void
  ) async throws(RigError) {
    do throws(RigError) { try await operation() } catch {
      guard !isEncrypted,
        [.insufficientEncryption, .insufficientAuthentication].contains(error.code)
      else { throw error }
      try await encrypt()
      try await operation()
    }
  }
}

extension GATTLayout {
  /// The characteristics that carry messages in a service whose layout is not known: the first that can
  /// be written, and the first that notifies or indicates.
  ///
  /// - Parameter service: its UUID, also in four digits.
  public static func messages(
    of service: String, among found: [GATTDiscovery]
  ) -> (receive: GATTDiscovery?, transmit: GATTDiscovery?) {
    let own = found.filter { $0.handle.service == longUUID(service) }
    return (
      own.first { !$0.properties.isDisjoint(with: [.write, .writeWithoutResponse]) },
      own.first { !$0.properties.isDisjoint(with: [.notify, .indicate]) }
    )
  }
}
