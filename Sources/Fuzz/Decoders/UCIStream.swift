import UCI

extension FuzzTarget {
  /// The bytes of a board from the stream to whole packets, in every dialect.
  ///
  /// The input is the length of the pieces, the limit, whether to synchronize, and the stream.
  static let uciStream = FuzzTarget("UCIStream") { bytes in
    var input = Input(bytes)
    let seed = input.byte()
    let limit = Int(input.byte())
    let synchronizes = input.bool()
    let stream = input.rest()
    for dialect in everyDialect {
      checkSegments(stream, seed, dialect)
      checkPackets(stream, seed, dialect, limit: limit, synchronizes: synchronizes)
      checkPackets(stream, seed, dialect, limit: 65_535, synchronizes: synchronizes)
    }
  }
}

/// An unfinished segment is all that is held, and every byte comes out once, in order.
private func checkSegments(_ stream: [UInt8], _ seed: UInt8, _ dialect: UCIDialect) {
  var decoder = UCIStreamDecoder(dialect: dialect)
  var out: [UInt8] = []
  for piece in stream.pieces(seed) {
    for item in decoder.append(piece) {
      switch item {
      case .segment(let segment):
        expect(segment.payload.count == segment.header.payloadLength, "a length that lies")
        out += segment.raw
      case .damage(_, let bytes):
        expect(!bytes.isEmpty, "damage without bytes")
        out += bytes
      }
    }
    expect(decoder.pending.count < 65_539, "\(decoder.pending.count) bytes held")
  }
  expectEqual(out + decoder.pending, stream, "the segments of \(dialect) and what is left")
}

/// No byte is lost or doubled, and what came as one packet is one packet when it comes again.
private func checkPackets(
  _ stream: [UInt8], _ seed: UInt8, _ dialect: UCIDialect, limit: Int, synchronizes: Bool
) {
  var receiver = UCIReceiver(dialect: dialect, synchronize: synchronizes, limit: limit)
  var items: [UCIItem] = []
  for piece in stream.pieces(seed) { items += receiver.append(piece) }
  items += receiver.finish()
  var accounted = 0
  for item in items {
    switch item {
    case .damage(_, let bytes): accounted += bytes.count
    case .packet(let packet, let raw):
      accounted += raw.count
      expect(packet.payload.count <= limit, "\(packet.payload.count) bytes, the limit is \(limit)")
      var again = UCIReceiver(dialect: dialect)
      expect(again.append(raw) == [item], "a packet of \(dialect) read again: \(item)")
    }
  }
  expect(accounted == stream.count, "\(accounted) of \(stream.count) bytes in \(dialect)")
  expect(receiver.finish() == [], "something is left behind the end")
}

private let everyDialect: [UCIDialect] = UCIVersion.allCases.flatMap { version in
  UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0) }
}
