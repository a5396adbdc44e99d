/// A version of the accessory interoperability specification, as both configuration blobs carry it.
public struct SpecificationVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Major version.
  public var major: UInt16
  /// Minor version.
  public var minor: UInt16

  /// Any pair of numbers.
  public init(_ major: UInt16, _ minor: UInt16) {
    self.major = major
    self.minor = minor
  }

  /// 1.0: release R1.
  public static let v1_0 = SpecificationVersion(1, 0)
  /// 1.1: releases R2 and R3; adds the clock drift.
  public static let v1_1 = SpecificationVersion(1, 1)
  /// 2.0: release R4; adds the requested round and hopping.
  public static let v2_0 = SpecificationVersion(2, 0)
  /// Every version that was published.
  public static let published = [v1_0, v1_1, v2_0]

  /// Older versions come first.
  public static func < (left: SpecificationVersion, right: SpecificationVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// Such as `1.1`.
  public var description: String { "\(major).\(minor)" }

  /// The fields that a blob of this version is read with: any major version above 2 as 2.0 (AOSP
  /// codec), any minor version above 1 as 1.1, major version 0 as 1.0.
  public var layout: ConfigurationLayout {
    if major >= 2 { return .v2_0 }
    return major == 1 && minor >= 1 ? .v1_1 : .v1_0
  }
}

/// Which fields a configuration blob has, and so how long it is (accessory protocol §2.2, §3.1).
public enum ConfigurationLayout: String, Hashable, Sendable, CaseIterable {
  /// Without clock drift.
  case v1_0 = "1.0"
  /// With clock drift.
  case v1_1 = "1.1"
  /// With clock drift, requested round and hopping mode.
  case v2_0 = "2.0"

  private var row: (version: SpecificationVersion, accessoryLength: Int, shareableLength: Int) {
    switch self {
    case .v1_0: (.v1_0, 19, 28)
    case .v1_1: (.v1_1, 21, 30)
    case .v2_0: (.v2_0, 32, 35)
    }
  }

  /// The published version that has these fields.
  public var version: SpecificationVersion { row.version }
  /// Bytes of the inner part of the accessory configuration data: 19, 21 or 32.
  public var accessoryLength: Int { row.accessoryLength }
  /// Bytes of the shareable configuration data, its header included: 28, 30 or 35.
  public var shareableLength: Int { row.shareableLength }

  /// Whether the clock drift is present.
  public var hasClockDrift: Bool { self != .v1_0 }
  /// Whether the fields of release R4 are present.
  public var hasRoundRequest: Bool { self == .v2_0 }
}

/// Which side of a ranging round a device is; one byte in the accessory configuration data.
public struct RangingRole: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0: responder and controlee.
  public static let responder = RangingRole(rawValue: 0)
  /// 1: initiator and controller.
  public static let initiator = RangingRole(rawValue: 1)

  /// From 5 on those of the AOSP enumeration; the last two are of downlink TDoA.
  private static let names: [UInt8: String] = [
    0: "responder", 1: "initiator", 5: "advertiser", 6: "observer", 7: "DT-anchor", 8: "DT-tag",
  ]

  /// The name, or the number of one that is not known.
  public var description: String { Self.names[rawValue] ?? "role \(rawValue)" }
}

/// How often the accessory would like to range; one byte in the accessory configuration data.
public struct PreferredUpdateRate: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0: the phone chooses.
  public static let automatic = PreferredUpdateRate(rawValue: 0)
  /// 10: about 1.3 a second.
  public static let infrequent = PreferredUpdateRate(rawValue: 10)
  /// 20: about 5.5 a second.
  public static let userInteractive = PreferredUpdateRate(rawValue: 20)

  /// The name, or the number of one that is not known.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .infrequent: "infrequent"
    case .userInteractive: "user-interactive"
    default: "rate \(rawValue)"
    }
  }
}
