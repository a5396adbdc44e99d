/// Cuts messages into segments that a board accepts.
public struct UCIPacketizer: Hashable, Sendable {
  /// Payload bytes of one control segment, 1 to 255.
  public let controlLimit: Int
  /// Payload bytes of one data segment, or of one with an extended length, 1 to 65535.
  public let dataLimit: Int

  /// Limits outside what a length field can say are moved inside.
  ///
  /// - Parameters:
  ///   - controlLimit: AOSP cuts at 255 bytes, the Qorvo host tools at 250.
  ///   - dataLimit: the board's capability MAX_DATA_PACKET_PAYLOAD_SIZE.
  public init(controlLimit: Int = 255, dataLimit: Int = 1024) {
    self.controlLimit = min(max(controlLimit, 1), 255)
    self.dataLimit = min(max(dataLimit, 1), 65_535)
  }

  /// The segments of a message, header and payload each; at least one.
  public func segments(of packet: UCIPacket) -> [[UInt8]] {
    let isWide = packet.messageType.hasWideLength || packet.hasExtendedLength
    let limit = isWide ? dataLimit : controlLimit
    var segments: [[UInt8]] = []
    var rest = packet.payload[...]
    repeat {
      let piece = rest.prefix(limit)
      rest = rest.dropFirst(limit)
      let header = UCIHeader(
        packet.messageType, gid: packet.gid, oid: packet.oid, payloadLength: piece.count,
        moreSegments: !rest.isEmpty, hasExtendedLength: packet.hasExtendedLength,
        reserved: packet.reserved)
      segments.append(header.bytes + piece)
    } while !rest.isEmpty
    return segments
  }
}
