/// One complete UCI message as bytes: what remains when the segments are put together.
public struct UCIPacket: Hashable, Sendable {
  /// Data, command, response or notification.
  public var messageType: UCIMessageType
  /// The group identifier; of a data packet its data packet format.
  public var gid: UInt8
  /// The opcode identifier; 0 in a data packet.
  public var oid: UInt8
  /// The payload of all segments.
  public var payload: [UInt8]
  /// Whether its segments have the 16-bit length of NXP's own groups.
  public var hasExtendedLength: Bool
  /// The reserved header bits of its first segment, as ``UCIHeader/reserved``.
  public var reserved: UInt16

  /// A packet of these parts.
  public init(
    _ messageType: UCIMessageType, gid: UInt8, oid: UInt8, payload: [UInt8] = [],
    hasExtendedLength: Bool = false, reserved: UInt16 = 0
  ) {
    self.messageType = messageType
    self.gid = gid
    self.oid = oid
    self.payload = payload
    self.hasExtendedLength = hasExtendedLength
    self.reserved = reserved
  }

  /// The data packet format; meaningful when ``messageType`` is data.
  public var dpf: UInt8 { gid }

  /// Type, group and opcode in one number; a data packet has no opcode.
  public var key: UInt32 { UCIHeader.key(messageType, gid: gid, oid: oid) }

  /// The bytes on the wire, in segments of at most the usual size.
  public var bytes: [UInt8] { UCIPacketizer().segments(of: self).flatMap { $0 } }

  /// The name of the opcode with its direction, or its numbers: `UNKNOWN_B_32_NTF`.
  public func opcodeName(vendor: UCIVendor = .none) -> String {
    let suffix =
      switch messageType {
      case .command: "_CMD"
      case .response: "_RSP"
      case .notification: "_NTF"
      case .data: "_DATA"
      default: "_MT\(messageType.rawValue)"
      }
    if messageType != .data, let name = Self.knownOpcodeName(gid: gid, oid: oid, vendor: vendor) {
      return name + suffix
    }
    let group = String(gid, radix: 16, uppercase: true)
    let opcode = hexadecimal(oid).dropFirst(2)
    return "UNKNOWN_\(group)_\(opcode)\(suffix)"
  }
}

extension UCIPacket {
  /// The status that a response begins with; nil of another packet, and of the one response that begins
  /// with the token of its session.
  public var statusByte: UInt8? {
    guard messageType == .response else { return nil }
    let isToken = SessionQueryDataSizeInRangingResponse.isNamed(by: self) && payload.count > 1
    return isToken ? nil : payload.first
  }
}
