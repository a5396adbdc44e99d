/// What an Android phone can do, and what its application wants (Ranging OOB §5.4).
public struct OOBInitiatorSettings: Hashable, Sendable {
  /// Where the key of a session comes from.
  public enum KeySource: String, Hashable, Sendable, CaseIterable {
    /// Random bytes.
    case random
    /// The session id: ``seededSessionKey(sessionID:count:)``.
    case seeded
  }

  /// The release.
  public var generation = AndroidGeneration.android17
  /// The technologies that it asks for.
  public var technologies = OOBTechnologySet.uwb
  /// Its radio; the address is drawn for each session.
  public var radio: CapabilityBlock.UWB
  /// What it is.
  public var deviceType = OOBDeviceType.phone
  /// The application wants provisioned keys.
  public var isSecure = false
  /// The intervals that the application wants, in milliseconds.
  public var range: ClosedRange<Int> = 100...5000
  /// Where keys come from.
  public var keySource = KeySource.random
  /// The country, ASCII.
  public var country = "US"
  /// Its own Bluetooth address as it is written.
  public var bluetoothAddress: [UInt8] = [0xC0, 0xFF, 0xEE, 4, 5, 6]
  /// For how long a board whose transport is lost still counts.
  public var reconnection = Duration.seconds(5)
  /// How long its own radio may take to start.
  public var radioStart = Duration.milliseconds(3100)
  /// How long it lives with errors alone.
  public var errorStreak = Duration.seconds(10)

  /// A phone of a release with the usual radio.
  public init(_ generation: AndroidGeneration = .android17) {
    self.generation = generation
    radio = CapabilityBlock.UWB()
    radio.configIDs = [1, 2, 3, 4]
    radio.minimumInterval = 200
    radio.minimumSlot = 2
  }

  private static let secure = "/secure"

  /// The words for phones: the release, and `/secure` where the application wants provisioned keys.
  public static let names = [AndroidGeneration.android16, .android16QPR3, .android17].flatMap {
    [$0.rawValue, $0.rawValue + secure]
  }

  /// A phone with both channels, by one of ``names``.
  public init?(named name: String) {
    let release = name.split(separator: "/").first.map(String.init)
    guard Self.names.contains(name), let release,
      let generation = AndroidGeneration(rawValue: release)
    else { return nil }
    self.init(generation)
    isSecure = name.hasSuffix(Self.secure)
    radio.channels = [5, 9]
  }
}
