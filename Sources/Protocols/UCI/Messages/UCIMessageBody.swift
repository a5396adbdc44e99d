public import WireFormat

/// The payload of one message in one direction, as a value.
///
/// Reading and appending give the same bytes back, whatever follows the known fields.
public protocol UCIMessageBody: Equatable, Sendable {
  /// The name, the numbers of the header, and who speaks it.
  static var identity: UCIMessageIdentity { get }
  static var fields: [FieldDescription] { get }
  /// Bytes after the last known field; empty where the layout takes all bytes.
  var trailing: [UInt8] { get }

  init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError)
  /// Appends the payload.
  ///
  /// A list or byte string longer than its length field can say is cut there, and a byte string
  /// of fixed size is cut or filled with zeros, so that the bytes always hold what they say.
  func encode(into writer: inout WireWriter)
}

/// The name of a message, and the header that names it.
public struct UCIMessageIdentity: Sendable {
  let name: String
  let messageType: UCIMessageType
  let gid: UInt8
  let oid: UInt8
  let vendor: UCIVendor?
  let isFromHost: Bool
  let isInSubsystem: Bool
  let mayEndAfterStatus: Bool

  init(
    _ name: String, _ messageType: UCIMessageType, gid: UInt8, oid: UInt8,
    vendor: UCIVendor? = nil, isFromHost: Bool = false, isInSubsystem: Bool = false,
    mayEndAfterStatus: Bool = false
  ) {
    self.name = name
    self.messageType = messageType
    self.gid = gid
    self.oid = oid
    self.vendor = vendor
    self.isFromHost = isFromHost || messageType == .command
    self.isInSubsystem = isInSubsystem
    self.mayEndAfterStatus = mayEndAfterStatus
  }
}

extension UCIMessageBody {
  /// The name as logs print it, such as `SESSION_INIT_CMD`.
  public static var name: String { identity.name }
  /// Command, response, notification or data.
  public static var messageType: UCIMessageType { identity.messageType }
  /// The group identifier; of a data message its data packet format.
  public static var gid: UInt8 { identity.gid }
  /// The opcode identifier; 0 in a data message.
  public static var oid: UInt8 { identity.oid }
  /// The vendor in whose dialects the group and opcode have this meaning; nil for every dialect.
  public static var vendor: UCIVendor? { identity.vendor }
  /// Whether the host sends it.
  public static var isFromHost: Bool { identity.isFromHost }
  /// Whether ``UWBSubsystem`` speaks it.
  public static var isInSubsystem: Bool { identity.isInSubsystem }
  /// Whether a response may end after a status that is OK; after another it always may.
  public static var mayEndAfterStatus: Bool { identity.mayEndAfterStatus }

  /// Empty: the layout takes all bytes.
  public var trailing: [UInt8] { [] }

  /// Reads the payload of `packet`.
  ///
  /// - Throws: ``WireError`` with the name of the message, when a field does not fit; the group
  ///   and the opcode of the packet are not looked at.
  public init(packet: UCIPacket, dialect: UCIDialect) throws(WireError) {
    do {
      var reader = WireReader(packet.payload)
      try self.init(reading: &reader, dialect: dialect)
    } catch {
      throw error.within(Self.name)
    }
  }

  /// The payload.
  public var payload: [UInt8] {
    var writer = WireWriter()
    encode(into: &writer)
    return writer.bytes
  }

  /// Whether the header of a packet names this message.
  public static func isNamed(by packet: UCIPacket, in dialect: UCIDialect = .fira2) -> Bool {
    messageType == packet.messageType && gid == packet.gid
      && (oid == packet.oid || messageType == .data)
      && (vendor == nil || vendor == dialect.vendor)
  }

  /// The complete packet.
  public var packet: UCIPacket {
    UCIPacket(Self.messageType, gid: Self.gid, oid: Self.oid, payload: payload)
  }
}

extension UCIMessage {
  enum Contents {
    case body(any UCIMessageBody)
    /// A packet of no known layout, or one that does not hold what its layout says.
    case packet(UCIPacket, WireError?)
  }

  /// The fields of the message; nil where no layout fits it.
  public var body: (any UCIMessageBody)? {
    if case .body(let body) = contents { body } else { nil }
  }

  /// The complete packet of the message.
  public func encode() -> UCIPacket {
    switch contents {
    case .body(let body): body.packet
    case .packet(let packet, _): packet
    }
  }

  /// The name of the message as logs print it, such as `SESSION_INIT_CMD`.
  public var name: String {
    switch contents {
    case .body(let body): type(of: body).name
    case .packet(let packet, nil): packet.opcodeName()
    case .packet(_, let error?): error.message
    }
  }

  /// The layout of the message; of a malformed one the first that its header names. Nil where none
  /// is known.
  public func layout(in dialect: UCIDialect) -> (any UCIMessageBody.Type)? {
    switch contents {
    case .body(let body): type(of: body)
    case .packet(let packet, _): Self.layouts.first { $0.isNamed(by: packet, in: dialect) }
    }
  }

  /// The layouts of a group's opcode in every direction, alternatives left out.
  public static func layouts(
    gid: UInt8, oid: UInt8, in dialect: UCIDialect
  ) -> [any UCIMessageBody.Type] {
    layouts.filter { layout in
      layout.messageType != .data
        && layout.isNamed(
          by: UCIPacket(layout.messageType, gid: gid, oid: oid), in: dialect)
    }
  }

  enum Reading {
    case exact(UCIMessage)
    case inexact(UCIMessage)
    case failed(WireError)
  }

  static func read<Body: UCIMessageBody>(
    _ packet: UCIPacket, _ dialect: UCIDialect, _ wrap: (Body) -> UCIMessage
  ) -> Reading {
    read(wrap) { () throws(WireError) in try Body(packet: packet, dialect: dialect) }
  }

  static func read<Body: UCIMessageBody>(
    _ wrap: (Body) -> UCIMessage, _ decode: () throws(WireError) -> Body
  ) -> Reading {
    do throws(WireError) {
      let body = try decode()
      return body.trailing.isEmpty ? .exact(wrap(body)) : .inexact(wrap(body))
    } catch {
      return .failed(error)
    }
  }

  static func only<Body: UCIMessageBody>(
    _ packet: UCIPacket, _ dialect: UCIDialect, _ wrap: (Body) -> UCIMessage
  ) -> UCIMessage {
    switch read(packet, dialect, wrap) {
    case .exact(let message), .inexact(let message): message
    case .failed(let error): .malformed(packet, error)
    }
  }

  /// The first layout that uses up the payload; without one, what the first made of it.
  static func firstExact(_ layouts: [() -> Reading], _ packet: UCIPacket) -> UCIMessage {
    var first: Reading?
    for layout in layouts {
      let reading = layout()
      if case .exact(let message) = reading { return message }
      if first == nil { first = reading }
    }
    switch first {
    case .exact(let message), .inexact(let message): return message
    case .failed(let error): return .malformed(packet, error)
    case nil: return .unknown(packet)
    }
  }
}
