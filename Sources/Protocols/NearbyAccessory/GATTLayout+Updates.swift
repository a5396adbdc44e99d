extension GATTLayout {
  /// MCUmgr's SMP: requests are written to the characteristic that notifies the answers (Zephyr, SMP over
  /// Bluetooth).
  public static let smp = channel(
    "smp", "SMP (firmware updates)", uuid: "8D53DC1D-1DB7-4CD3-868B-8A527460AA84",
    both: GATTCharacteristic(
      name: "SMP", uuid: "DA2E7828-FBCE-4E01-AE9E-261174997C48",
      properties: [.writeWithoutResponse, .notify]))

  /// The data of objects in Nordic's Secure DFU, which on serial lines are requests too.
  public static let dfuPacket = GATTCharacteristic(
    name: "DFU Packet", uuid: "8EC90002-F315-4F60-9FB8-838830DAEA50",
    properties: .writeWithoutResponse)

  /// Nordic's Secure DFU bootloader: requests and answers at the control point (nRF5 SDK 17).
  public static let dfu = channel(
    "dfu", "Nordic DFU (firmware updates)", uuid: "0000FE59-0000-1000-8000-00805F9B34FB",
    both: GATTCharacteristic(
      name: "DFU Control Point", uuid: "8EC90001-F315-4F60-9FB8-838830DAEA50",
      properties: [.write, .notify]),
    others: [dfuPacket])

  /// What an application that is to become that bootloader is told at, without bonds and with.
  public static let buttonless = [
    GATTCharacteristic(
      name: "Buttonless DFU", uuid: "8EC90003-F315-4F60-9FB8-838830DAEA50",
      properties: [.write, .indicate]),
    GATTCharacteristic(
      name: "Buttonless DFU with bonds", uuid: "8EC90004-F315-4F60-9FB8-838830DAEA50",
      properties: [.write, .indicate]),
  ]

  /// The services that take firmware.
  public static let updates: [GATTDataChannel] = [smp, dfu]

  /// Every channel that a link can name, by its word or the UUID of its service; nil for others.
  public static func channel(_ name: String) -> GATTDataChannel? {
    dataChannel(name)
      ?? updates.first { $0.name == name || $0.service.uuid == name.uppercased() }
  }
}

// Names for people (Bluetooth SIG, Assigned Numbers).
extension GATTLayout {
  private static let standardServices: [String: String] = [
    "1800": "Generic Access", "1801": "Generic Attribute", "180A": "Device Information",
    "180F": "Battery",
  ]

  private static let standardCharacteristics: [String: String] = [
    "2A00": "Device Name", "2A01": "Appearance", "2A04": "Preferred Connection Parameters",
    "2A05": "Service Changed", "2A19": "Battery Level", "2A23": "System ID",
    "2A24": "Model Number", "2A25": "Serial Number", "2A26": "Firmware Revision",
    "2A27": "Hardware Revision", "2A28": "Software Revision", "2A29": "Manufacturer Name",
    "2A50": "PnP ID", "2AA6": "Central Address Resolution", "2B29": "Client Supported Features",
    "2B2A": "Database Hash", "2B3A": "Server Supported Features",
  ]

  /// Characteristics whose value is text.
  private static let texts = ["2A00", "2A24", "2A25", "2A26", "2A27", "2A28", "2A29"]

  /// The four digits of one of the standard's own UUIDs; nil for others.
  public static func shortUUID(_ uuid: String) -> String? {
    let base = "-0000-1000-8000-00805F9B34FB"
    guard uuid.hasPrefix("0000"), uuid.hasSuffix(base), uuid.utf8.count == 36 else { return nil }
    return String(uuid.dropFirst(4).prefix(4))
  }

  /// A UUID in full and uppercase, also of the standard's own in four digits.
  public static func longUUID(_ uuid: String) -> String {
    let uuid = uuid.uppercased()
    return uuid.utf8.count == 4 ? "0000\(uuid)-0000-1000-8000-00805F9B34FB" : uuid
  }

  /// The name of a service that is known, by its UUID; nil for others.
  public static func serviceName(_ uuid: String) -> String? {
    if let channel = dataChannel(uuid) { return "\(channel.service.name) (\(channel.name))" }
    if uuid == nearbyInteraction.uuid { return nearbyInteraction.name }
    return channel(uuid)?.service.name ?? shortUUID(uuid).flatMap { standardServices[$0] }
  }

  /// The name of a characteristic that is known, by its UUID; nil for others.
  public static func characteristicName(_ uuid: String) -> String? {
    let known =
      (dataChannels + updates).flatMap(\.service.characteristics)
      + nearbyInteraction.characteristics + buttonless
    return known.first { $0.uuid == uuid }?.name
      ?? shortUUID(uuid).flatMap { standardCharacteristics[$0] }
  }

  /// Whether the value of a characteristic is text.
  public static func isText(_ uuid: String) -> Bool {
    shortUUID(uuid).map(texts.contains) ?? false
  }
}
