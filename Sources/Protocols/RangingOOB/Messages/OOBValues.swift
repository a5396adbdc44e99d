/// How a board changes from one technology to another (Ranging OOB §1.4).
public struct OOBTransitioning: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [
    (0, "break-before-make"), (1, "make-before-break"),
  ]
  /// 0: the old one ends first.
  public static let breakBeforeMake = Self(rawValue: 0)
  /// 1: the new one starts beside the old one.
  public static let makeBeforeBreak = Self(rawValue: 1)
}

/// The kind of a device (Ranging OOB §1.4).
public struct OOBDeviceType: NamedNumber {
  /// The number on the wire.
  public let rawValue: UInt16
  /// Any number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt16, name: String)] = [
    (0, "unknown"), (1, "phone"), (2, "tablet"), (3, "tag"), (4, "wearable"), (5, "hearable"),
  ]
  /// 0.
  public static let unknown = Self(rawValue: 0)
  /// 1.
  public static let phone = Self(rawValue: 1)
  /// 2.
  public static let tablet = Self(rawValue: 2)
  /// 3.
  public static let tag = Self(rawValue: 3)
  /// 4.
  public static let wearable = Self(rawValue: 4)
  /// 5.
  public static let hearable = Self(rawValue: 5)

  /// How willingly a phone leaves the initiator to such a device: the one with the lower rank waits
  /// (Ranging OOB §5.5).
  public var powerRank: Int {
    switch self {
    case .tablet: 0
    case .phone: 1
    case .wearable: 2
    case .hearable: 3
    case .tag: 4
    default: 5
    }
  }
}

/// Whether the phone wants to know how the board moves (Ranging OOB §1.4).
public struct OOBMotionSupport: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [
    (0, "not supported"), (1, "supported"),
  ]
  /// 0.
  public static let unsupported = Self(rawValue: 0)
  /// 1.
  public static let supported = Self(rawValue: 1)
}

/// How far a board turned (Ranging OOB §1.4).
public struct OOBMotion: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [
    (0, "not detected"), (1, "slight"), (2, "moderate"), (3, "large"),
  ]
  /// Less than 5°.
  public static let notDetected = Self(rawValue: 0)
  /// 5° to 7°.
  public static let slight = Self(rawValue: 1)
  /// 7° to 10°.
  public static let moderate = Self(rawValue: 2)
  /// More than 10°.
  public static let large = Self(rawValue: 3)
}

/// The side that a board takes in a ranging round (Ranging OOB §1.4).
public struct OOBRole: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [(1, "initiator"), (2, "responder")]
  /// 1.
  public static let initiator = Self(rawValue: 1)
  /// 2.
  public static let responder = Self(rawValue: 2)
}

/// The sides that a board can take (Ranging OOB §1.4).
public struct OOBRoles: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [
    (0, "none"), (1, "initiator"), (2, "responder"), (3, "initiator responder"),
  ]
  /// Both.
  public static let both = Self(rawValue: 3)
  /// One side alone: the bits are the numbers of the sides.
  public static func only(_ role: OOBRole) -> Self { Self(rawValue: role.rawValue) }

  /// Whether a board can take a side.
  public func contains(_ role: OOBRole) -> Bool { role.isKnown && rawValue & role.rawValue != 0 }
}

/// What phones say about the controller; a board goes by its role (Ranging OOB §3.1).
public struct OOBMode: NamedNumber {
  /// The byte on the wire.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The names.
  public static let names: [(value: UInt8, name: String)] = [(1, "controller"), (2, "controlee")]
  /// 1.
  public static let controller = Self(rawValue: 1)
  /// 2.
  public static let controlee = Self(rawValue: 2)
}

/// UWB channels; bit n is channel n.
public struct OOBChannels: NumberBits {
  /// The number on the wire.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bit 0 is channel 0.
  public static let first = 0
  /// The channels of IEEE 802.15.4z that kits have.
  public static let defined: OOBChannels = [5, 6, 8, 9, 10, 12, 13, 14]
}

/// Preamble code indexes; bit n is index n + 1.
public struct OOBPreambles: NumberBits {
  /// The number on the wire.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bit 0 is index 1.
  public static let first = 1
  /// Those of both pulse rates.
  public static let defined = OOBPreambles(Array(9...12) + Array(25...32))
}

/// Configuration ids of the ranging module; bit n is id n (Ranging OOB §9.1).
public struct OOBConfigIDs: NumberBits {
  /// The number on the wire.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bit 0 is id 0.
  public static let first = 0
  /// 1 to 6.
  public static let defined = OOBConfigIDs(1...6)
}
