/// How the data channel of a Bluetooth LE device is found and opened, beside its name or address.
public struct BLEParameters: Sendable, Hashable {
  /// How an address was given to a device.
  public enum AddressType: String, Sendable, Hashable, CaseIterable {
    /// By the register of makers.
    case `public`
    /// By the device itself.
    case random
  }

  /// The life of a bond.
  public enum Bond: String, Sendable, Hashable, CaseIterable {
    /// Removed at the start and at the end of a run.
    case fresh
    /// Left as it is.
    case keep
  }

  /// What carries the data where it is not the kernel's own channel.
  public enum Way: String, Sendable, Hashable, CaseIterable {
    /// bluetoothd, over the system's bus: where the network namespace is not the host's.
    case bluez
  }

  /// The service: `nus`, `qnis` or a UUID.
  public var service: String
  /// The adapter of this computer by its name, such as `hci1`, or its address; nil for the first.
  public var adapter: String?
  /// The type of the address; nil where the system is to say.
  public var type: AddressType?
  /// The weakest signal in dBm at which an advertisement counts; nil for any.
  public var floor: Int?
  /// ATT_MTU to ask for.
  public var unit: Int?
  /// The life of the bond; nil for fresh.
  public var bond: Bond?
  /// What carries the data; nil for the kernel's own channel.
  public var via: Way?

  /// ATT_MTU where none is given.
  public static let usualUnit = 247

  /// The data channel of a service.
  public init(service: String) { self.service = service }

  var description: String {
    var parts = ["service=\(service)"]
    if let adapter { parts.append("adapter=\(adapter)") }
    if let type { parts.append("type=\(type.rawValue)") }
    if let floor { parts.append("rssi>=\(floor)") }
    if let unit { parts.append("mtu=\(unit)") }
    if let bond { parts.append("bond=\(bond.rawValue)") }
    if let via { parts.append("via=\(via.rawValue)") }
    return parts.joined(separator: ",")
  }
}
