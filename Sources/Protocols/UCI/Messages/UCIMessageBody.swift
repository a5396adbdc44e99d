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

  /// The complete packet.
  public var packet: UCIPacket {
    UCIPacket(Self.messageType, gid: Self.gid, oid: Self.oid, payload: payload)
  }
}

extension UCIMessage {
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
