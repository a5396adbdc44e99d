/// One characteristic of an accessory's GATT server.
public struct GATTCharacteristic: Hashable, Sendable {
  /// The operations of a central. The raw value is the properties byte of its declaration.
  public struct Properties: OptionSet, Hashable, Sendable {
    /// The properties byte.
    public let rawValue: UInt8
    /// Any byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Read.
    public static let read = Properties(rawValue: 0x02)
    /// Write without response.
    public static let writeWithoutResponse = Properties(rawValue: 0x04)
    /// Write.
    public static let write = Properties(rawValue: 0x08)
    /// Notify; needs a ``GATTLayout/clientConfiguration`` descriptor.
    public static let notify = Properties(rawValue: 0x10)
    /// Indicate; needs that descriptor too.
    public static let indicate = Properties(rawValue: 0x20)
  }

  /// A name for a person.
  public let name: String
  /// The UUID, uppercase.
  public let uuid: String
  /// The operations that a central may perform.
  public let properties: Properties
}

/// One service of an accessory's GATT server.
public struct GATTService: Hashable, Sendable {
  /// A name for a person.
  public let name: String
  /// The UUID, uppercase; 16-bit ones in four digits.
  public let uuid: String
  /// Its characteristics.
  public let characteristics: [GATTCharacteristic]
}

/// A data channel: the service that carries the accessory messages.
public struct GATTDataChannel: Hashable, Sendable {
  /// The word for it in a link string: `nus`, `qnis` or `find-hub`.
  public let name: String
  /// The service, which the advertisement names too.
  public let service: GATTService
  /// Phone to accessory.
  public let receive: GATTCharacteristic
  /// Accessory to phone.
  public let transmit: GATTCharacteristic
}

/// The GATT layout of Nearby Interaction accessories (accessory protocol §4; sources AOSP, Stella,
/// Canvas, public Qorvo profiles).
public enum GATTLayout {
  /// The accessory configuration data as the phone's system reads it for background sessions:
  /// exactly the blob, without the message identifier.
  public static let configurationData = GATTCharacteristic(
    name: "accessory configuration data", uuid: "95E8D9D5-D8EF-4721-9A4E-807375F53328",
    properties: .read)
  /// The same for several sessions; the format of its value is not documented (AOSP).
  public static let configurationDataOfMany = GATTCharacteristic(
    name: "accessory configuration data, multiple", uuid: "1176CF7B-BED2-4690-BD69-5F34001E820C",
    properties: .read)
  /// The Nearby Interaction service; needed for background sessions only.
  public static let nearbyInteraction = GATTService(
    name: "Nearby Interaction", uuid: "48FE3E40-0817-4BB2-8633-3073689C2DBA",
    characteristics: [configurationData, configurationDataOfMany])

  /// Nordic UART Service: Apple's sample, NXP, Stella, Canvas, early Qorvo firmware, AOSP.
  public static let nordicUART = channel(
    "nus", "Nordic UART", uuid: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
    receive: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E",
    transmit: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")

  /// Qorvo Nearby Interaction Service: Qorvo firmware from QNI 3.
  public static let qorvo = channel(
    "qnis", "Qorvo Nearby Interaction", uuid: "2E938FD0-6A61-11ED-A1EB-0242AC120002",
    receive: "2E93998A-6A61-11ED-A1EB-0242AC120002",
    transmit: "2E939AF2-6A61-11ED-A1EB-0242AC120002",
    others: [
      GATTCharacteristic(
        name: "secure", uuid: "2E93941C-6A61-11ED-A1EB-0242AC120002", properties: .read)
    ])

  /// The beacon actions of the Find Hub network, which carry Ranging OOB: one characteristic for both
  /// directions (Ranging OOB §8.1).
  public static let findHub = channel(
    "find-hub", "Fast Pair", uuid: "0000FE2C-0000-1000-8000-00805F9B34FB",
    both: GATTCharacteristic(
      name: "beacon actions", uuid: "FE2C1238-8366-4814-8EB0-01DE32100BEA",
      properties: [.read, .write, .notify]))

  /// A channel with one characteristic for both directions.
  static func channel(
    _ word: String, _ name: String, uuid: String, both: GATTCharacteristic,
    others: [GATTCharacteristic] = []
  ) -> GATTDataChannel {
    GATTDataChannel(
      name: word, service: GATTService(name: name, uuid: uuid, characteristics: [both] + others),
      receive: both, transmit: both)
  }

  private static func channel(
    _ word: String, _ name: String, uuid: String, receive: String, transmit: String,
    others: [GATTCharacteristic] = []
  ) -> GATTDataChannel {
    let receive = GATTCharacteristic(
      name: "RX", uuid: receive, properties: [.write, .writeWithoutResponse])
    let transmit = GATTCharacteristic(name: "TX", uuid: transmit, properties: .notify)
    return GATTDataChannel(
      name: word,
      service: GATTService(name: name, uuid: uuid, characteristics: others + [receive, transmit]),
      receive: receive, transmit: transmit)
  }

  /// The data channels by the word in a link string.
  public static let dataChannels: [GATTDataChannel] = [nordicUART, qorvo, findHub]

  /// The data channel of a word or of the UUID of its service; nil for others.
  public static func dataChannel(_ name: String) -> GATTDataChannel? {
    dataChannels.first { $0.name == name || $0.service.uuid == name.uppercased() }
  }

  /// UUID of the descriptor that turns notifications on.
  public static let clientConfiguration = "00002902-0000-1000-8000-00805F9B34FB"
}
