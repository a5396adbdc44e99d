/// The type of the packets of a capture: a number of the tcpdump.org list of link types.
public struct LinkType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt16
  /// A link type by its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// FiRa UCI packets, each with its header: LINKTYPE_FIRA_UCI.
  public static let firaUCI = LinkType(rawValue: 299)
  /// Bluetooth HCI H4 packets behind their direction: LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR.
  public static let bluetooth = LinkType(rawValue: 201)
  /// What passes between Linux and its Bluetooth controllers: LINKTYPE_BLUETOOTH_LINUX_MONITOR.
  public static let bluetoothMonitor = LinkType(rawValue: 254)
  /// LINKTYPE_USER0: what it means is for the writer to say.
  public static let user0 = LinkType(rawValue: 147)
  /// LINKTYPE_USER1: what it means is for the writer to say.
  public static let user1 = LinkType(rawValue: 148)
}

/// Which way a packet went, seen from the host that captured it.
public enum CaptureDirection: Sendable, Hashable, CaseIterable {
  case inbound
  case outbound
}

/// One source of packets in a capture.
///
/// Texts that were read are as the file holds them: escape them before they reach a terminal.
public struct CaptureInterface: Hashable, Sendable {
  /// The type of the packets.
  public var linkType: LinkType
  /// Its name; empty where there is none.
  public var name: String
  /// Its description in words; empty where there is none.
  public var description: String

  /// An interface.
  public init(linkType: LinkType, name: String = "", description: String = "") {
    self.linkType = linkType
    self.name = name
    self.description = description
  }
}

/// One packet of a capture.
public struct CapturePacket: Hashable, Sendable {
  /// When it crossed the interface, in nanoseconds since the epoch; `nil` where the capture does not
  /// say.
  public var nanoseconds: Int64?
  /// Which way it went; `nil` where the capture does not say.
  public var direction: CaptureDirection?
  /// The bytes.
  public var bytes: [UInt8]
  /// How long it was on the interface; more than `bytes` holds where it was cut.
  public var originalLength: Int
  /// Comments of the capture's author; escape them before they reach a terminal.
  public var comments: [String]

  /// A packet.
  public init(
    nanoseconds: Int64?, direction: CaptureDirection?, bytes: [UInt8],
    originalLength: Int? = nil, comments: [String] = []
  ) {
    self.nanoseconds = nanoseconds
    self.direction = direction
    self.bytes = bytes
    self.originalLength = originalLength ?? bytes.count
    self.comments = comments
  }
}

/// An item of a capture.
public enum CaptureItem: Hashable, Sendable {
  /// A capture begins; several may stand behind one another in a file.
  case section(application: String, comments: [String])
  case interface(CaptureInterface)
  case packet(CapturePacket, on: CaptureInterface)
  case closing(comments: [String], of: CaptureInterface)
}

/// The numbers of the pcapng format (draft-ietf-opsawg-pcapng).
enum Pcapng {
  enum Block {
    static let section: UInt32 = 0x0A0D_0D0A
    static let interface: UInt32 = 1
    static let simplePacket: UInt32 = 3
    static let statistics: UInt32 = 5
    static let enhancedPacket: UInt32 = 6
  }

  enum Option {
    static let end: UInt16 = 0
    static let comment: UInt16 = 1
    static let application: UInt16 = 4
    static let interfaceName: UInt16 = 2
    static let interfaceDescription: UInt16 = 3
    static let timestampResolution: UInt16 = 9
    static let timestampOffset: UInt16 = 14
    static let packetFlags: UInt16 = 2
    static let received: UInt16 = 4
  }

  /// Tells the byte order of a section.
  static let byteOrderMagic: UInt32 = 0x1A2B_3C4D
  /// Type, length, and the length again at the end.
  static let frameLength = 12
  /// The longest block that is written, or read rather than passed over: 16 MiB.
  static let maximumBlockLength = 1 << 24

  /// Bytes that fill `count` up to a multiple of four.
  static func padding(_ count: Int) -> Int { (4 - count % 4) % 4 }
}
