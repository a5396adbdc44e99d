public import LabRuntime

/// A Bluetooth adapter of this computer as bluetoothd has it.
public struct BluetoothAdapter: Hashable, Sendable {
  /// The path of the object, such as `/org/bluez/hci0`.
  var path: String
  /// Its address.
  public var address = ""
  /// Whether it is on.
  public var isPowered = false
  /// Whether some program lets it search.
  public var isDiscovering = false
  /// What it can be: `central`, `peripheral`, `central-peripheral`.
  public var roles: [String] = []

  /// Such as `hci0`.
  public var name: String { String(path.split(separator: "/").last ?? "") }

  /// Whether it can connect with accessories; versions of bluetoothd without the property do not say.
  public var canBeCentral: Bool { roles.isEmpty || roles.contains { $0.hasPrefix("central") } }
}

/// A Bluetooth device as bluetoothd has heard of it.
public struct BluetoothDevice: Hashable, Sendable {
  /// The path of the object, in which the adapter's stands.
  var path: String
  /// Its address of this moment.
  public var address = ""
  /// `public` or `random`.
  public var addressType = ""
  /// The name that it gives itself; nil where it gives none.
  public var name: String?
  /// UUIDs of services, uppercase: those of the advertisement, and after a connection all.
  public var services: [String] = []
  /// The strength of its last advertisement in dBm; nil where none was heard in this search.
  public var strength: Int?
  /// Whether something is connected with it.
  public var isConnected = false
  /// Whether it has been paired with: bluetoothd says so once it knows the services too, for which it needs
  /// the channel that a program may have.
  var isPaired = false
  /// Whether its keys are kept; nil where bluetoothd is older than 5.65 and does not say.
  var isBonded: Bool?
  /// Whether bluetoothd knows its services.
  var isResolved = false
  /// When it was last heard; nil where it was not since this program looks.
  public var heardAt: LabInstant?

  /// Whether there is a bond.
  public var hasBond: Bool { isPaired || isBonded == true }

  /// Whether an adapter has it.
  func belongs(to adapter: String) -> Bool { path.hasPrefix(adapter + "/") }
}

extension BluetoothAdapter {
  mutating func take(_ properties: [String: BusValue]) {
    if let text = properties["Address"]?.text { address = text }
    if let flag = properties["Powered"]?.isTrue { isPowered = flag }
    if let flag = properties["Discovering"]?.isTrue { isDiscovering = flag }
    if let all = properties["Roles"]?.elements { roles = all.compactMap(\.text) }
  }
}

extension BluetoothDevice {
  /// - Parameter heard: the time of the advertisement; nil where this tells of none.
  mutating func take(_ properties: [String: BusValue], heard: LabInstant?) {
    if let text = properties["Address"]?.text { address = text }
    if let text = properties["AddressType"]?.text { addressType = text }
    if let text = properties["Name"]?.text { name = text }
    if let all = properties["UUIDs"]?.elements {
      services = all.compactMap { $0.text?.uppercased() }
    }
    if let flag = properties["Connected"]?.isTrue { isConnected = flag }
    if let flag = properties["Paired"]?.isTrue { isPaired = flag }
    if let flag = properties["Bonded"]?.isTrue { isBonded = flag }
    if let flag = properties["ServicesResolved"]?.isTrue { isResolved = flag }
    guard let number = properties["RSSI"]?.number else { return }
    strength = number
    if let heard { heardAt = heard }
  }
}
