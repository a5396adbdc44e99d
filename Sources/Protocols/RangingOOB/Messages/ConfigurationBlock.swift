/// One technology in a phone's configuration (Ranging OOB §3).
public enum ConfigurationBlock: OOBBlock {
  /// Ultra-wideband.
  case uwb(UWB)
  /// Bluetooth channel sounding.
  case channelSounding(ChannelSounding)
  /// Wi-Fi Aware.
  case wifiNAN(WiFiNAN)
  /// Bluetooth signal strength.
  case rssi(CapabilityBlock.BLERSSI)
  /// Wi-Fi proximity detection.
  case wifiPD(WiFiPD)
  /// A technology without a layout, or a block of another size.
  case unknown(OOBTechnology, [UInt8])

  /// Ultra-wideband, 19 bytes and the key.
  public struct UWB: OOBRecord {
    /// The phone's short address, in wire order.
    public var address: [UInt8] = [0x3C, 0x4D]
    /// The session id on the air.
    public var sessionID: UInt32 = 1
    /// The configuration id, 1 to 6.
    public var configID: UInt8 = 1
    /// The channel.
    public var channel: UInt8 = 9
    /// The preamble code index, a plain number.
    public var preamble: UInt8 = 10
    /// The interval in milliseconds.
    public var interval: UInt16 = 240
    /// The slot in milliseconds.
    public var slot: UInt8 = 2
    /// Vendor id and initialization vector of a static STS (8 bytes), or a provisioned key (16, 32).
    public var key: [UInt8] = [0x08, 0x07, 1, 2, 3, 4, 5, 6]
    /// The phone's country, ASCII.
    public var country: [UInt8] = [0x55, 0x53]
    /// The side that the board must take.
    public var role = OOBRole.initiator
    /// Controller, whatever the role.
    public var mode = OOBMode.controller
    /// Static STS, channel 9.
    public init() {}

    static let table: [RecordField<Self>] = [
      .bytes("address", 2, \.address), .number("session id", \.sessionID),
      .number("configuration id", \.configID), .number("channel", \.channel),
      .number("preamble", \.preamble), .number("interval", \.interval, unit: "ms"),
      .number("slot", \.slot, unit: "ms"), .bytes("key", nil, \.key),
      .bytes("country", 2, \.country), .value("role", \.role, allowed: 1...2),
      .value("mode", \.mode, allowed: 1...2),
    ]
    /// Its fields.
    public static let fields = table.map(\.field)

    /// Puts bytes into one of ``fields``.
    public mutating func set(_ field: OOBField, _ bytes: [UInt8]) {
      Self.table.first { "\($0.field.name)" == "\(field.name)" }?.set(&self, bytes)
    }
  }

  /// Bluetooth channel sounding, 9 bytes.
  public struct ChannelSounding: OOBRecord {
    /// 1 basic, 4 secure.
    public var securityLevel: UInt8 = 1
    /// The phone's Bluetooth address as it is written.
    public var address: [UInt8] = [0, 0, 0, 0, 0, 0]
    /// Basic.
    public init() {}

    static let table: [RecordField<Self>] = [
      .number("security level", \.securityLevel), .bytes("address", 6, \.address),
    ]
  }

  /// Wi-Fi Aware, 5 bytes and the name.
  public struct WiFiNAN: OOBRecord {
    /// The name of the service, ASCII.
    public var service: [UInt8] = []
    /// 0 responder, 1 initiator.
    public var role: UInt8 = 0
    /// Bit 0: periodic ranging.
    public var flags: UInt8 = 0

    static let table: [RecordField<Self>] = [
      .bytes("service", nil, \.service), .number("role", \.role), .number("flags", \.flags),
    ]
  }

  /// Wi-Fi proximity detection, 17 bytes and two keys.
  public struct WiFiPD: OOBRecord {
    /// 0 11mc, 1 11az.
    public var feature: UInt8 = 0
    /// The address of the phone's interface.
    public var address: [UInt8] = [0, 0, 0, 0, 0, 0]
    /// The interval.
    public var interval: UInt16 = 0
    /// The preamble.
    public var preamble: UInt8 = 0
    /// The width of the channel.
    public var width: UInt8 = 0
    /// The channel.
    public var channel: UInt8 = 0
    /// 0 unauthenticated, 1 authenticated.
    public var pasnMode: UInt8 = 0
    /// The device key.
    public var deviceKey: [UInt8] = []
    /// The password.
    public var password: [UInt8] = []

    static let table: [RecordField<Self>] = [
      .number("feature", \.feature), .bytes("address", 6, \.address),
      .number("interval", \.interval), .number("preamble", \.preamble), .number("width", \.width),
      .number("channel", \.channel), .number("PASN mode", \.pasnMode),
      .bytes("device key", nil, \.deviceKey), .bytes("password", nil, \.password),
    ]
  }

  /// The technologies with a layout.
  public static let kinds: [OOBBlockKind<Self>] = [
    OOBBlockKind(.uwb, UWB.self, wrap: { .uwb($0) }, unwrap: { $0.ultraWideband }),
    OOBBlockKind(.channelSounding, ChannelSounding.self, wrap: { .channelSounding($0) }) {
      if case .channelSounding(let block) = $0 { block } else { nil }
    },
    OOBBlockKind(.wifiNAN, WiFiNAN.self, wrap: { .wifiNAN($0) }) {
      if case .wifiNAN(let block) = $0 { block } else { nil }
    },
    OOBBlockKind(.rssi, CapabilityBlock.BLERSSI.self, wrap: { .rssi($0) }) {
      if case .rssi(let block) = $0 { block } else { nil }
    },
    OOBBlockKind(.wifiPD, WiFiPD.self, wrap: { .wifiPD($0) }) {
      if case .wifiPD(let block) = $0 { block } else { nil }
    },
  ]

  /// The block of ultra-wideband; nil for another.
  public var ultraWideband: UWB? { if case .uwb(let block) = self { block } else { nil } }

  /// The technology and the payload of an unknown block.
  public var unread: (technology: OOBTechnology, payload: [UInt8])? {
    if case .unknown(let technology, let payload) = self { (technology, payload) } else { nil }
  }
}

extension Sequence<ConfigurationBlock> {
  /// The first block of ultra-wideband, which is the one that counts; nil where there is none.
  public var ultraWideband: ConfigurationBlock.UWB? { lazy.compactMap(\.ultraWideband).first }
}
