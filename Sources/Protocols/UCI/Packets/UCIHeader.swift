/// The four bytes before every UCI payload.
///
/// Any four bytes are a header and give the same four bytes back; reserved bits are kept.
public struct UCIHeader: Hashable, Sendable {
  /// Bytes of a header.
  public static let size = 4

  /// Data, command, response or notification.
  public var messageType: UCIMessageType
  /// Whether more segments of the same message follow (PBF).
  public var moreSegments: Bool
  /// The group identifier, 4 bits; of a data packet its data packet format (DPF).
  public var gid: UInt8
  /// The opcode identifier, 6 bits.
  public var oid: UInt8
  /// Bytes of payload in this segment.
  public var payloadLength: Int
  /// Whether bit 7 of the second byte announces a 16-bit length, as NXP does in its own groups.
  public var hasExtendedLength: Bool
  /// Reserved bits: the low byte holds the two above the opcode, the high byte the third byte of
  /// a header with an 8-bit length.
  public var reserved: UInt16

  /// A header of these parts.
  public init(
    _ messageType: UCIMessageType, gid: UInt8, oid: UInt8, payloadLength: Int,
    moreSegments: Bool = false, hasExtendedLength: Bool = false, reserved: UInt16 = 0
  ) {
    self.messageType = messageType
    self.moreSegments = moreSegments
    self.gid = gid
    self.oid = oid
    self.payloadLength = payloadLength
    self.hasExtendedLength = hasExtendedLength
    self.reserved = reserved
  }

  /// Reads four bytes.
  public init(_ b0: UInt8, _ b1: UInt8, _ b2: UInt8, _ b3: UInt8, dialect: UCIDialect) {
    messageType = UCIMessageType(rawValue: b0 >> 5)
    moreSegments = b0 & 0x10 != 0
    gid = b0 & 0x0F
    oid = b1 & 0x3F
    hasExtendedLength =
      dialect.vendor == .nxp && b1 & 0x80 != 0 && !messageType.hasWideLength
      && Self.isProprietary(gid)
    reserved = UInt16(hasExtendedLength ? (b1 & 0x40) >> 6 : b1 >> 6)
    if messageType.hasWideLength || hasExtendedLength {
      payloadLength = Int(b2) | Int(b3) << 8
    } else {
      payloadLength = Int(b3)
      reserved |= UInt16(b2) << 8
    }
  }

  /// Reads the first four of `bytes`; nil where there are fewer.
  init?(_ bytes: ArraySlice<UInt8>, dialect: UCIDialect) {
    guard bytes.count >= Self.size else { return nil }
    let start = bytes.startIndex
    self.init(
      bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3], dialect: dialect)
  }

  /// Whether the length field has 16 bits.
  public var hasWideLength: Bool { messageType.hasWideLength || hasExtendedLength }

  /// The four bytes; a part that does not fit its bits loses the upper ones.
  public var bytes: [UInt8] {
    let flags = UInt8(truncatingIfNeeded: reserved & 3) << 6 | (hasExtendedLength ? 0x80 : 0)
    let first =
      (messageType.rawValue & 7) << 5 | (moreSegments ? 0x10 : 0) | gid & 0x0F
    let low = UInt8(truncatingIfNeeded: payloadLength)
    let last: [UInt8] =
      hasWideLength
      ? [low, UInt8(truncatingIfNeeded: payloadLength >> 8)]
      : [UInt8(truncatingIfNeeded: reserved >> 8), low]
    return [first, flags | oid & 0x3F] + last
  }

  /// The header of a message that one segment would hold.
  public init(_ packet: UCIPacket) {
    self.init(
      packet.messageType, gid: packet.gid, oid: packet.oid, payloadLength: packet.payload.count,
      hasExtendedLength: packet.hasExtendedLength, reserved: packet.reserved)
  }

  /// Type, group and opcode in one number, as ``UCIPacket/key``.
  public var key: UInt32 { Self.key(messageType, gid: gid, oid: oid) }

  static func key(_ messageType: UCIMessageType, gid: UInt8, oid: UInt8) -> UInt32 {
    let opcode = messageType == .data ? 0 : UInt32(oid)
    return UInt32(messageType.rawValue) << 16 | UInt32(gid) << 8 | opcode
  }

  /// Groups that belong to vendors: 9 to 0xF without the test group.
  public static func isProprietary(_ gid: UInt8) -> Bool {
    gid >= 0x09 && gid != UCIGroup.test.rawValue
  }
}

extension UCIMessageType {
  /// Data packets have a 16-bit length, and so have the two types reserved for testing
  /// (observed: Qorvo host tools).
  public var hasWideLength: Bool {
    self == .data || self == .reservedForTesting1 || self == .reservedForTesting2
  }

  /// Types 6 and 7 mean nothing: what follows them cannot be read.
  public var isReserved: Bool { rawValue >= 6 }
}
