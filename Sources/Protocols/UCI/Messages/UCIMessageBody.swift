public import WireFormat

/// The payload of one message in one direction, as a value.
///
/// Reading and appending give the same bytes back, whatever follows the known fields.
public protocol UCIMessageBody: Hashable, Sendable {
  /// The name as logs print it, such as `SESSION_INIT_CMD`.
  static var name: String { get }
  /// Command, response, notification or data.
  static var messageType: UCIMessageType { get }
  /// The group identifier; of a data message its data packet format.
  static var gid: UInt8 { get }
  /// The opcode identifier; 0 in a data message.
  static var oid: UInt8 { get }
  /// The vendor in whose dialects the group and opcode have this meaning; nil for every dialect.
  static var vendor: UCIVendor? { get }
  /// Whether the host sends it.
  static var isFromHost: Bool { get }
  /// Whether ``UWBSubsystem`` speaks it.
  static var isInSubsystem: Bool { get }
  /// Whether a response may end after a status that is OK; after another it always may.
  static var mayEndAfterStatus: Bool { get }
  /// The fields in the order of the bytes.
  static var fields: [FieldDescription] { get }
  /// Bytes after the last known field; empty where the layout takes all bytes.
  var trailing: [UInt8] { get }

  /// Reads a payload to its end.
  init(reading reader: inout WireReader, dialect: UCIDialect) throws(WireError)
  /// Appends the payload.
  ///
  /// A list or byte string longer than its length field can say is cut there, and a byte string
  /// of fixed size is cut or filled with zeros, so that the bytes always hold what they say.
  func encode(into writer: inout WireWriter)
}

extension UCIMessageBody {
  /// Every dialect.
  public static var vendor: UCIVendor? { nil }
  /// Commands only.
  public static var isFromHost: Bool { messageType == .command }
  /// No.
  public static var isInSubsystem: Bool { false }
  /// No.
  public static var mayEndAfterStatus: Bool { false }

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
  /// What a message is made of.
  enum Contents {
    case body(any UCIMessageBody)
    /// A packet of no known layout, or one that does not hold what its layout says.
    case packet(UCIPacket, WireError?)
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

  /// What came of one layout of a message.
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
