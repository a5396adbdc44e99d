import WireFormat

extension AccessoryMessage {
  /// The first byte of a message (accessory protocol §1.1).
  public struct Identifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The byte on the wire.
    public let rawValue: UInt8
    /// Any byte, known or not.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 0x01, accessory to phone.
    public static let accessoryConfigurationData = Identifier(rawValue: 0x01)
    /// 0x02, accessory to phone.
    public static let didStart = Identifier(rawValue: 0x02)
    /// 0x03, accessory to phone.
    public static let didStop = Identifier(rawValue: 0x03)
    /// 0x04, accessory to phone, vendor.
    public static let accessoryNotice = Identifier(rawValue: 0x04)
    /// 0x0A, phone to accessory.
    public static let initialize = Identifier(rawValue: 0x0A)
    /// 0x0B, phone to accessory.
    public static let configureAndStart = Identifier(rawValue: 0x0B)
    /// 0x0C, phone to accessory.
    public static let stop = Identifier(rawValue: 0x0C)
    /// 0x1A, phone to accessory, community Android port.
    public static let communityAndroidInitialize = Identifier(rawValue: 0x1A)
    /// 0x1B, phone to accessory, community Android port.
    public static let communityAndroidConfigureAndStart = Identifier(rawValue: 0x1B)
    /// 0x2F, accessory to phone, Qorvo.
    public static let qorvoNotify = Identifier(rawValue: 0x2F)
    /// 0xA5, phone to accessory, NXP demonstration for Android.
    public static let nxpAndroidInitialize = Identifier(rawValue: 0xA5)

    /// The entry of an identifier: its name, and the directions in which it has a meaning.
    private typealias Known = (id: Identifier, name: String, directions: [Direction])

    /// In ascending order.
    private static let table: [Known] = [
      (accessoryConfigurationData, "accessory-configuration-data", [.accessoryToPhone]),
      (didStart, "did-start", [.accessoryToPhone]), (didStop, "did-stop", [.accessoryToPhone]),
      (accessoryNotice, "accessory-notice", [.accessoryToPhone]),
      (initialize, "initialize", [.phoneToAccessory]),
      (configureAndStart, "configure-and-start", [.phoneToAccessory]),
      (stop, "stop", [.phoneToAccessory]),
      (communityAndroidInitialize, "community-android-initialize", [.phoneToAccessory]),
      (
        communityAndroidConfigureAndStart, "community-android-configure-and-start",
        [.phoneToAccessory]
      ),
      (Identifier(rawValue: 0x20), "qorvo-get-device", Direction.allCases),
      (Identifier(rawValue: 0x21), "qorvo-set-device", Direction.allCases),
      (qorvoNotify, "qorvo-notify", [.accessoryToPhone]),
      (Identifier(rawValue: 0x30), "play-sound", [.phoneToAccessory]),
      (nxpAndroidInitialize, "nxp-android-initialize", [.phoneToAccessory]),
    ]

    private var known: Known? { Self.table.first { $0.id == self } }

    /// Whether the identifier has a meaning when it is sent that way.
    public func isDefined(in direction: Direction) -> Bool {
      known?.directions.contains(direction) ?? false
    }

    /// Whether the identifier belongs to the profile of Apple's sample application, which aborts on
    /// any other that an accessory sends.
    public var isInSampleProfile: Bool {
      switch self {
      case .accessoryConfigurationData, .didStart, .didStop, .initialize, .configureAndStart, .stop:
        true
      default: false
      }
    }

    /// The name, such as `did-start`, or the number of one that is not known.
    public var description: String { known?.name ?? Hexadecimal.name(rawValue) }
  }
}

/// The body of a Qorvo notification: a length, a distance byte and a text (observed: Qorvo 2021 to
/// 2025 firmware).
///
/// The length counts itself and the distance as well as the text, so it is the text plus 2.
public struct QorvoNotification: Hashable, Sendable {
  /// The distance byte; its unit is not documented.
  public let distance: UInt8
  /// The text, ASCII in every firmware seen, at most 253 bytes.
  public let text: [UInt8]
  /// Bytes behind the announced length.
  public let trailing: [UInt8]

  init(body: [UInt8]) throws(WireError) {
    #if UWBRIG_PLANTED_FAULT
      // A length that is believed: `.ci/fuzz --prove` shows that fuzzing finds it. In no other build.
      let available = Int.max
    #else
      let available = body.count
    #endif
    guard let length = body.first, length >= 2, available >= Int(length) else {
      throw WireError(
        body.count < 2 ? .truncated : .invalid, message: "qorvo-notify", field: "length",
        offset: 1, found: body.first.map { "\($0) with \(body.count) bytes" } ?? "no bytes",
        allowed: "2 to the number of bytes from the length on")
    }
    distance = body[1]
    text = Array(body[2..<Int(length)])
    trailing = Array(body[Int(length)...])
  }

  var body: [UInt8] {
    [UInt8(truncatingIfNeeded: text.count + 2), distance] + text + trailing
  }
}
