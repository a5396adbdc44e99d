/// One technology in a board's capabilities (Ranging OOB §2).
public enum CapabilityBlock: OOBBlock {
  /// Ultra-wideband.
  case uwb(UWB)
  /// Bluetooth channel sounding.
  case channelSounding(ChannelSounding)
  /// Wi-Fi Aware.
  case wifiNAN(WiFiNAN)
  /// Bluetooth signal strength.
  case rssi(BLERSSI)
  /// Wi-Fi proximity detection.
  case wifiPD(WiFiPD)
  /// A technology without a layout, or a block of another size.
  case unknown(OOBTechnology, [UInt8])

  /// Ultra-wideband, 20 bytes. The defaults are those of the rig's reference.
  public struct UWB: OOBRecord {
    /// The board's own short address, in wire order.
    public var address: [UInt8] = [0x1A, 0x2B]
    /// Its channels.
    public var channels: OOBChannels = [9]
    /// Its preamble code indexes.
    public var preambles: OOBPreambles = [9, 10, 11, 12]
    /// Its configuration ids.
    public var configIDs: OOBConfigIDs = [1, 3, 6]
    /// The shortest interval in milliseconds.
    public var minimumInterval: UInt16 = 96
    /// The shortest slot in milliseconds.
    public var minimumSlot: UInt8 = 1
    /// The sides that it can take.
    public var roles = OOBRoles.both
    /// The reference's.
    public init() {}

    static let table: [RecordField<Self>] = [
      .bytes("address", 2, \.address), .value("channels", \.channels),
      .value("preambles", \.preambles), .value("configuration ids", \.configIDs),
      .number("minimum interval", \.minimumInterval, unit: "ms"),
      .number("minimum slot", \.minimumSlot, unit: "ms"), .value("roles", \.roles),
    ]
  }

  /// Bluetooth channel sounding, 9 bytes.
  public struct ChannelSounding: OOBRecord {
    /// Bit n is security level n.
    public var securityLevels: UInt8 = 0x1E
    /// The Bluetooth address as it is written.
    public var address: [UInt8] = [0, 0, 0, 0, 0, 0]

    static let table: [RecordField<Self>] = [
      .number("security levels", \.securityLevels), .bytes("address", 6, \.address),
    ]
  }

  /// Wi-Fi Aware, 6 bytes.
  public struct WiFiNAN: OOBRecord {
    /// Bits.
    public var features: UInt8 = 0
    /// Bit 0: periodic ranging.
    public var flags: UInt8 = 0
    /// 0 to 5: 20, 40, 80, 160, 80+80, 320 MHz.
    public var bandwidth: UInt8 = 0
    /// Receive chains.
    public var receiveChains: UInt8 = 1

    static let table: [RecordField<Self>] = [
      .number("features", \.features), .number("flags", \.flags),
      .number("bandwidth", \.bandwidth), .number("receive chains", \.receiveChains),
    ]
  }

  /// Bluetooth signal strength, 8 bytes.
  public struct BLERSSI: OOBRecord {
    /// The Bluetooth address as it is written.
    public var address: [UInt8] = [0, 0, 0, 0, 0, 0]
    /// Of no device.
    public init() {}

    static let table: [RecordField<Self>] = [.bytes("address", 6, \.address)]
  }

  /// Wi-Fi proximity detection, 18 bytes.
  public struct WiFiPD: OOBRecord {
    /// Bit 0 11mc, bit 1 11az.
    public var features: UInt8 = 0
    /// Bit 0 unauthenticated, bit 1 authenticated.
    public var pasn: UInt8 = 0
    /// The address of the interface.
    public var address: [UInt8] = [0, 0, 0, 0, 0, 0]
    /// The shortest interval of 11mc.
    public var minimumInterval11mc: UInt16 = 0
    /// The shortest interval of 11az.
    public var minimumInterval11az: UInt16 = 0
    /// 0 to 4: legacy, HT, VHT, HE, EHT.
    public var maximumPreamble: UInt8 = 0
    /// The widest channel.
    public var maximumWidth: UInt8 = 0
    /// Bits 0 to 9: channels 1, 11, 36, 40, 44, 48, 153, 157, 161, 165.
    public var channels: UInt16 = 0

    static let table: [RecordField<Self>] = [
      .number("features", \.features), .number("PASN", \.pasn), .bytes("address", 6, \.address),
      .number("minimum interval 11mc", \.minimumInterval11mc),
      .number("minimum interval 11az", \.minimumInterval11az),
      .number("maximum preamble", \.maximumPreamble), .number("maximum width", \.maximumWidth),
      .number("channels", \.channels),
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
    OOBBlockKind(.rssi, BLERSSI.self, wrap: { .rssi($0) }) {
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

extension Sequence<CapabilityBlock> {
  /// The first block of ultra-wideband, which is the one that counts; nil where there is none.
  public var ultraWideband: CapabilityBlock.UWB? { lazy.compactMap(\.ultraWideband).first }
}
