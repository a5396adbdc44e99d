import WireFormat

/// One message of Ranging OOB, by which an Android phone and an accessory agree on how to range
/// (Ranging OOB §1). One message is one write or notification; nothing says its length.
public struct OOBMessage: Hashable, Sendable {
  /// The first byte.
  public var version: UInt8
  /// What follows.
  public var body: Body

  /// The kind of a message, its second byte.
  public struct Kind: NamedNumber {
    /// The byte on the wire.
    public let rawValue: UInt8
    /// Any byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0x00, phone to board.
    public static let capabilitiesRequest = Kind(rawValue: 0)
    /// 0x01, board to phone.
    public static let capabilitiesResponse = Kind(rawValue: 1)
    /// 0x02, phone to board.
    public static let configurationRequest = Kind(rawValue: 2)
    /// 0x03, board to phone.
    public static let configurationResponse = Kind(rawValue: 3)
    /// 0x06, phone to board.
    public static let stopRequest = Kind(rawValue: 6)
    /// 0x07, board to phone.
    public static let stopResponse = Kind(rawValue: 7)
    /// 0x08, board to phone, version 3.
    public static let motion = Kind(rawValue: 8)
    /// The names.
    public static let names: [(value: UInt8, name: String)] = [
      (0, "capabilities-request"), (1, "capabilities-response"), (2, "configuration-request"),
      (3, "configuration-response"), (6, "stop-request"), (7, "stop-response"),
      (8, "motion-notification"),
    ]

    /// Whether a board sends it.
    public var isFromBoard: Bool { [1, 3, 7, 8].contains(rawValue) }
  }

  /// The content of a message.
  public enum Body: Hashable, Sendable {
    /// The technologies that the phone asks for.
    case capabilitiesRequest(OOBTechnologySet)
    /// What a board can do.
    case capabilitiesResponse(Capabilities)
    /// What the phone has chosen.
    case configurationRequest(Configuration)
    /// The technologies that were started, or configured where none was to start.
    case configurationResponse(OOBTechnologySet)
    /// The technologies that are to stop.
    case stopRequest(OOBTechnologySet)
    /// The technologies that were stopped.
    case stopResponse(OOBTechnologySet)
    /// How far the board turned.
    case motion(OOBMotion)
    /// A reserved kind.
    case unknown(Kind, [UInt8])
  }

  /// The content of a capability response.
  public struct Capabilities: Hashable, Sendable {
    /// The technologies, a bit for each.
    public var technologies: OOBTechnologySet
    /// The first is what the board would like best.
    public var blocks: [CapabilityBlock]
    /// Behind the last block, in every version but the first.
    public var tail: Tail?

    /// The three bytes that came with version 2.
    public struct Tail: OOBRecord {
      /// How the board changes technologies.
      public var transitioning = OOBTransitioning.breakBeforeMake
      /// What the board is.
      public var deviceType = OOBDeviceType.tag
      /// A tag.
      public init() {}

      static let table: [RecordField<Self>] = [
        .value("transitioning", \.transitioning), .value("device type", \.deviceType),
      ]
      /// Its fields.
      public static let fields = table.map(\.field)
    }

    /// The capabilities of these blocks.
    public init(blocks: [CapabilityBlock], tail: Tail? = nil) {
      technologies = OOBTechnologySet(blocks.map(\.technology))
      self.blocks = blocks
      self.tail = tail
    }
  }

  /// The content of a configuration request.
  public struct Configuration: Hashable, Sendable {
    /// The technologies that have a block.
    public var configure: OOBTechnologySet
    /// The technologies that are to start at once.
    public var start: OOBTechnologySet
    /// One for each technology.
    public var blocks: [ConfigurationBlock]
    /// Whether motion is to be told: the last byte from version 3.
    public var motion: OOBMotionSupport?

    /// Configures and starts these.
    public init(
      blocks: [ConfigurationBlock], start: OOBTechnologySet? = nil, motion: OOBMotionSupport? = nil
    ) {
      configure = OOBTechnologySet(blocks.map(\.technology))
      self.start = start ?? configure
      self.blocks = blocks
      self.motion = motion
    }
  }

  /// A message.
  public init(version: UInt8, _ body: Body) {
    self.version = version
    self.body = body
  }

  /// The second byte.
  public var kind: Kind {
    switch body {
    case .capabilitiesRequest: .capabilitiesRequest
    case .capabilitiesResponse: .capabilitiesResponse
    case .configurationRequest: .configurationRequest
    case .configurationResponse: .configurationResponse
    case .stopRequest: .stopRequest
    case .stopResponse: .stopResponse
    case .motion: .motion
    case .unknown(let kind, _): kind
    }
  }

  /// The highest version that is known.
  public static let highestVersion: UInt8 = 3
  /// Versions up to this one may be in the world some day; those above it are asked for to learn a
  /// board's own.
  public static let highestPlausibleVersion: UInt8 = 8
  /// Version and kind.
  public static let headerSize = 2

  /// Whether a value on a channel that is shared with the accessory protocol of Apple's phones is one
  /// that a phone sends by this one (Ranging OOB §11).
  public static func isOfPhone(_ bytes: [UInt8]) -> Bool {
    // An initialize, a configuration and a stop of that protocol begin with these.
    guard bytes.count >= 4, !(0x0A...0x0C).contains(bytes[0]) else { return false }
    return [Kind.capabilitiesRequest, .configurationRequest, .stopRequest].contains(
      Kind(rawValue: bytes[1]))
  }

  static func excess(_ offset: Int, _ count: Int) -> WireError {
    WireError(
      .excess, field: "trailing", offset: offset, found: "\(count) bytes more", allowed: "the end")
  }
}
