public import WireFormat

/// One message of the data channel between phone and accessory: an identifier and a body.
///
/// The identifiers are those of Apple's sample application, which every kit copies; vendors add
/// their own (accessory protocol §1.1). The two blobs stay bytes here, because they pass through
/// the phone's framework unmodified and because an accessory must survive a blob that it refuses:
/// see ``AccessoryConfigurationData`` and ``ShareableConfigurationData`` for what is in them.
/// Every byte is kept, so encoding a decoded message gives the same bytes.
public enum AccessoryMessage: Hashable, Sendable {
  /// Accessory to phone, 0x01: the accessory configuration data, without the identifier.
  case accessoryConfigurationData([UInt8])
  /// Accessory to phone, 0x02: UWB did start.
  case didStart(trailing: [UInt8] = [])
  /// Accessory to phone, 0x03: UWB did stop.
  case didStop(trailing: [UInt8] = [])
  /// Phone to accessory, 0x0A: initialize. Some accessories read a dialect in one byte behind it,
  /// and not all the same way round.
  case initialize(trailing: [UInt8] = [])
  /// Phone to accessory, 0x0B: configure and start, with the shareable configuration data.
  case configureAndStart([UInt8])
  /// Phone to accessory, 0x0C: stop.
  case stop(trailing: [UInt8] = [])
  /// Accessory to phone, 0x2F: Qorvo notification for a person.
  case qorvoNotify(QorvoNotification)
  /// A vendor's message whose body has no known layout.
  case vendor(Identifier, body: [UInt8])
  /// An identifier that has no meaning in the direction in which it was sent.
  case unknown(Identifier, body: [UInt8])

  /// Which way a message goes.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case phoneToAccessory = "phone-to-accessory"
    case accessoryToPhone = "accessory-to-phone"
  }

  /// The identifier, the first byte on the wire.
  public var identifier: Identifier {
    switch self {
    case .accessoryConfigurationData: .accessoryConfigurationData
    case .didStart: .didStart
    case .didStop: .didStop
    case .initialize: .initialize
    case .configureAndStart: .configureAndStart
    case .stop: .stop
    case .qorvoNotify: .qorvoNotify
    case .vendor(let identifier, _), .unknown(let identifier, _): identifier
    }
  }

  /// Everything behind the identifier.
  public var body: [UInt8] {
    switch self {
    case .accessoryConfigurationData(let body), .configureAndStart(let body),
      .didStart(let body), .didStop(let body), .initialize(let body), .stop(let body),
      .vendor(_, let body), .unknown(_, let body):
      body
    case .qorvoNotify(let notification): notification.body
    }
  }

  /// The bytes of one GATT write or notification, or of one frame on a byte stream.
  public func encode() -> [UInt8] { [identifier.rawValue] + body }

  /// Reads one message that was sent in `direction`.
  ///
  /// An identifier of the other direction becomes ``unknown(_:body:)``; ask
  /// ``Identifier/isDefined(in:)`` to tell the two apart.
  /// - Throws: ``WireError`` when there is no identifier or a body contradicts its own length.
  public static func decode(
    _ bytes: [UInt8], direction: Direction
  ) throws(WireError) -> AccessoryMessage {
    guard let first = bytes.first else {
      throw WireError(
        .truncated, message: "accessory message", field: "identifier", offset: 0,
        found: "no bytes", allowed: "at least 1 byte")
    }
    let identifier = Identifier(rawValue: first)
    let body = Array(bytes.dropFirst())
    guard identifier.isDefined(in: direction) else { return .unknown(identifier, body: body) }
    switch identifier {
    case .accessoryConfigurationData: return .accessoryConfigurationData(body)
    case .didStart: return .didStart(trailing: body)
    case .didStop: return .didStop(trailing: body)
    case .initialize: return .initialize(trailing: body)
    case .configureAndStart: return .configureAndStart(body)
    case .stop: return .stop(trailing: body)
    case .qorvoNotify: return .qorvoNotify(try QorvoNotification(body: body))
    default: return .vendor(identifier, body: body)
    }
  }
}
