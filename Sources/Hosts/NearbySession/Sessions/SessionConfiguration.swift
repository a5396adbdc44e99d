public import NearbyAccessory

/// The configuration of a session.
public enum SessionConfiguration: Hashable, Sendable {
  case peer(PeerConfiguration)
  case accessory(AccessoryPeerConfiguration)

  /// The token of the other side.
  public var peerToken: DiscoveryToken {
    switch self {
    case .peer(let peer): peer.peerToken
    case .accessory(let accessory): accessory.accessoryToken
    }
  }

  /// Options of the application beyond distances.
  public var options: SessionOptions {
    switch self {
    case .peer(let peer): peer.options
    case .accessory(let accessory): accessory.options
    }
  }

  /// The accessory; nil between phones.
  public var accessory: AccessoryPeerConfiguration? {
    if case .accessory(let accessory) = self { accessory } else { nil }
  }
}

/// Options of an application beyond distances.
public struct SessionOptions: Hashable, Sendable {
  /// Angles and a place with the help of the camera.
  public var cameraAssistance = false
  /// More reach between two phones that both have the second chip.
  public var extendedDistance = false

  /// Nothing beyond distances.
  public init() {}
}

/// A session with another phone.
public struct PeerConfiguration: Hashable, Sendable {
  /// The token of the peer's session.
  public let peerToken: DiscoveryToken
  /// Options of the application beyond distances.
  public var options = SessionOptions()
}

/// A session with an accessory; made by ``Phone/accessoryConfiguration(data:bluetoothPeerIdentifier:)``
/// alone, because the data must be valid.
public struct AccessoryPeerConfiguration: Hashable, Sendable {
  /// The accessory configuration data, as the application got it.
  public let data: [UInt8]
  /// The decoded data.
  public let accessory: AccessoryConfigurationData
  /// The token of the accessory: equal data gives equal tokens.
  public let accessoryToken: DiscoveryToken
  /// The Bluetooth identifier of the accessory, for a session that goes on in the background.
  public let bluetoothPeerIdentifier: String?
  /// Options of the application beyond distances; an accessory has no extended distance.
  public var options = SessionOptions()
}
