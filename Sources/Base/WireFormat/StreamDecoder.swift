/// An item of a stream: a message, or bytes that were none.
public enum StreamItem: Hashable, Sendable {
  case frame([UInt8])
  /// Bytes of the stream that belong to no message; the decoder goes on behind them.
  case damage(reason: String, bytes: Int)
}

/// Cuts messages out of a byte stream, whatever the pieces in which it arrives, and finds the next
/// message again after damage.
///
/// The decoder never holds more than its limit, whatever arrives.
public struct StreamDecoder: Sendable {
  /// The limit when none is given: 4096 bytes.
  public static let defaultLimit = 4096

  /// How the stream is framed.
  public let framing: StreamFraming
  /// The longest message that is delivered, in bytes.
  public let limit: Int

  var message: [UInt8] = []
  /// Bytes of the stream that belong to the unfinished message.
  var consumed = 0
  /// Why the unfinished message cannot be delivered.
  var fault: String?
  var phase = Phase.between

  /// Where inside a message the stream stands. Each framing uses its own cases.
  enum Phase: Sendable, Hashable {
    /// At the start of a message, or for SLIP and hexadecimal lines anywhere at a byte boundary.
    case between
    /// `length16`: the low byte of the count is known.
    case count(low: UInt8)
    /// `length16`: the number of bytes of the message that are missing.
    case body(missing: Int)
    /// `length16`: the number of bytes of a message that is too long to be dropped.
    case skipping(missing: Int)
    /// SLIP: behind an escape.
    case escaped
    /// COBS: inside a block; behind it a zero is due unless it is a full one.
    case block(missing: Int, full: Bool)
    /// Hexadecimal line: behind the first digit of a byte.
    case digit(UInt8)
  }

  init(_ framing: StreamFraming, limit: Int) {
    self.framing = framing
    self.limit = max(limit, 0)
  }

  /// Bytes of an unfinished message that are held in memory.
  public var pending: Int { message.count }

  /// Whether the stream stands between two messages.
  public var isBetweenMessages: Bool { consumed == 0 && phase == .between }

  /// Forgets an unfinished message; the next byte begins a new one.
  public mutating func reset() {
    message.removeAll(keepingCapacity: true)
    consumed = 0
    fault = nil
    phase = .between
  }

  /// Takes the next bytes of the stream and gives what they complete.
  public mutating func feed(_ bytes: [UInt8]) -> [StreamItem] {
    var items: [StreamItem] = []
    switch framing {
    case .length16: feedLength16(bytes, &items)
    case .slip: for byte in bytes { feedSLIP(byte, &items) }
    case .cobs: for byte in bytes { feedCOBS(byte, &items) }
    case .hexline: for byte in bytes { feedHexadecimal(byte, &items) }
    }
    return items
  }

  /// Ends the unfinished message: delivers it, or says why it is none.
  mutating func finish(_ items: inout [StreamItem]) {
    if let fault {
      items.append(.damage(reason: fault, bytes: consumed))
    } else {
      items.append(.frame(message))
    }
    reset()
  }

  /// Adds one byte to the unfinished message, unless that is lost already.
  mutating func append(_ byte: UInt8) {
    guard fault == nil else { return }
    guard message.count < limit else {
      return fail("a message longer than the limit of \(limit) bytes")
    }
    message.append(byte)
  }

  /// Gives the unfinished message up; what still comes of it is counted, not held.
  mutating func fail(_ reason: String) {
    if fault == nil { fault = reason }
    message.removeAll(keepingCapacity: true)
  }
}
