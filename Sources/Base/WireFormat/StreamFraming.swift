/// How messages that have no length of their own are cut out of a byte stream.
///
/// The raw values are the words of a rig file.
public enum StreamFraming: String, Sendable, CaseIterable {
  /// A 16-bit little-endian count of the bytes that follow, then the message.
  case length16
  /// RFC 1055, with END before and after every message.
  case slip
  /// Consistent overhead byte stuffing; 0x00 ends a message.
  case cobs
  /// Hexadecimal text; a newline ends a message.
  case hexline

  /// Whether a message without bytes arrives as one: SLIP and hexadecimal lines cannot tell it from
  /// the idle stream.
  public var carriesEmptyMessages: Bool {
    switch self {
    case .length16, .cobs: true
    case .slip, .hexline: false
    }
  }

  /// The bytes to put on the stream for one message.
  ///
  /// - Throws: ``WireError`` `oversize` when `length16` cannot count the message (65535 bytes).
  public func encode(_ message: [UInt8]) throws(WireError) -> [UInt8] {
    switch self {
    case .length16:
      guard let count = UInt16(exactly: message.count) else {
        throw WireError(
          .oversize, field: "message", offset: 0, found: "\(message.count) bytes",
          allowed: "at most 65535 bytes")
      }
      var writer = WireWriter(capacity: message.count + 2)
      writer.write(count)
      writer.write(message)
      return writer.bytes
    case .slip: return SLIP.encode(message)
    case .cobs: return COBS.encode(message)
    case .hexline: return Hexadecimal.digits(of: message[...]) + [UInt8(ascii: "\n")]
    }
  }

  /// A decoder at the start of a stream.
  ///
  /// - Parameter limit: the longest message that is delivered, in bytes; also the most that the
  ///   decoder ever holds.
  public func makeDecoder(limit: Int = StreamDecoder.defaultLimit) -> StreamDecoder {
    StreamDecoder(self, limit: limit)
  }
}

enum SLIP {
  static let end: UInt8 = 0xC0
  static let escape: UInt8 = 0xDB
  static let escapedEnd: UInt8 = 0xDC
  static let escapedEscape: UInt8 = 0xDD

  static func encode(_ message: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [end]
    out.reserveCapacity(message.count + 2)
    for byte in message {
      switch byte {
      case end: out += [escape, escapedEnd]
      case escape: out += [escape, escapedEscape]
      default: out.append(byte)
      }
    }
    out.append(end)
    return out
  }
}

enum COBS {
  static func encode(_ message: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(message.count + message.count / 254 + 2)
    var block: [UInt8] = []
    var endedFull = false
    for byte in message {
      endedFull = false
      if byte == 0 {
        out.append(UInt8(block.count + 1))
        out += block
        block.removeAll(keepingCapacity: true)
        continue
      }
      block.append(byte)
      if block.count == 254 {
        out.append(0xFF)
        out += block
        block.removeAll(keepingCapacity: true)
        endedFull = true
      }
    }
    if !endedFull {
      out.append(UInt8(block.count + 1))
      out += block
    }
    out.append(0)
    return out
  }
}
