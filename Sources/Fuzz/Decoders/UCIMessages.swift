import UCI
import WireFormat

extension FuzzTarget {
  /// Whole UCI packets as messages, in every dialect.
  ///
  /// The input is a header, of which the length does not count, and a payload.
  static let uciMessages = FuzzTarget("UCIMessages") { bytes in
    var input = Input(bytes)
    let first = input.byte()
    let second = input.byte()
    _ = input.bytes(2)
    let payload = input.rest()
    for dialect in everyDialect {
      let header = UCIHeader(first, second, 0, 0, dialect: dialect)
      let packet = UCIPacket(
        header.messageType, gid: header.gid, oid: header.oid, payload: payload)
      let message = UCIMessage.decode(packet: packet, dialect: dialect)
      let encoded = message.encode()
      expect(encoded.messageType == packet.messageType, "\(message.name): another message type")
      expect(encoded.gid == packet.gid, "\(message.name): another group")
      expectEqual(encoded.payload, payload, "\(message.name) in \(dialect) written again")
      switch message {
      case .malformed(let kept, let error):
        expect(kept == packet, "a malformed packet is changed")
        expectPrintable(error.description, "the refusal")
      case .unknown(let kept): expect(kept == packet, "an unknown packet is changed")
      default:
        let again = UCIMessage.decode(packet: encoded, dialect: dialect)
        expect(again == message, "\(message.name) in \(dialect) read again")
      }
    }
  }
}

private let everyDialect: [UCIDialect] = UCIVersion.allCases.flatMap { version in
  UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0) }
}
