/// A way to range, by its number in the protocol (Ranging OOB §1.3).
public struct OOBTechnology: NamedNumber {
  /// The byte in front of a block, and the bit in a set.
  public let rawValue: UInt8
  /// Any number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Ultra-wideband.
  public static let uwb = OOBTechnology(rawValue: 0)
  /// Bluetooth channel sounding.
  public static let channelSounding = OOBTechnology(rawValue: 1)
  /// Round-trip time of Wi-Fi Aware.
  public static let wifiNAN = OOBTechnology(rawValue: 2)
  /// The strength of Bluetooth signals.
  public static let rssi = OOBTechnology(rawValue: 3)
  /// Wi-Fi proximity detection.
  public static let wifiPD = OOBTechnology(rawValue: 5)

  /// The names, as rig files have them.
  public static let names: [(value: UInt8, name: String)] = [
    (0, "uwb"), (1, "ble-cs"), (2, "wifi-nan-rtt"), (3, "ble-rssi"), (5, "wifi-pd"),
  ]
  /// Those that have a meaning.
  public static let all = names.map { OOBTechnology(rawValue: $0.value) }

  /// The name, such as `uwb`, or `reserved7`.
  public var description: String {
    Self.names.first { $0.value == rawValue }?.name ?? "reserved\(rawValue)"
  }
}

/// Ways to range; the two bytes of the protocol, reserved bits kept.
public struct OOBTechnologySet: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// Bit n is technology n.
  public let rawValue: UInt16
  /// Any bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The set of these; what has no bit is left out.
  public init(_ technologies: some Sequence<OOBTechnology>) {
    self.init(rawValue: technologies.reduce(0) { $1.rawValue < 16 ? $0 | 1 << $1.rawValue : $0 })
  }

  /// Ultra-wideband alone.
  public static let uwb = OOBTechnologySet([OOBTechnology.uwb])
  /// All that have a meaning.
  public static let known = OOBTechnologySet(OOBTechnology.all)

  /// Its members, reserved ones too, in ascending order.
  public var technologies: [OOBTechnology] {
    (0..<16).filter { rawValue >> $0 & 1 == 1 }.map { OOBTechnology(rawValue: $0) }
  }

  /// Whether a technology is in it.
  public func contains(_ technology: OOBTechnology) -> Bool {
    technology.rawValue < 16 && rawValue >> technology.rawValue & 1 == 1
  }

  /// The names, or `none`.
  public var description: String {
    isEmpty ? "none" : technologies.map(\.description).joined(separator: " ")
  }
}
