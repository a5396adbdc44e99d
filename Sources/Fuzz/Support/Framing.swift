import WireFormat

/// What holds for a stream framing, whatever the stream.
func checkFraming(_ framing: StreamFraming, _ bytes: [UInt8]) {
  var input = Input(bytes)
  let seed = input.byte()
  let limit = Int(input.byte())
  let stream = input.rest()

  var whole = framing.makeDecoder(limit: limit)
  let items = whole.feed(stream)
  var inPieces = framing.makeDecoder(limit: limit)
  var collected: [StreamItem] = []
  for piece in stream.pieces(seed) {
    collected += inPieces.feed(piece)
    expect(inPieces.pending <= limit, "\(inPieces.pending) bytes held, the limit is \(limit)")
  }
  expect(collected == items, "pieces give \(collected), the whole gives \(items)")
  expect(whole.pending <= limit, "\(whole.pending) bytes held, the limit is \(limit)")
  expect(whole.pending == inPieces.pending, "pieces leave another state")

  var damaged = 0
  // A stream of nothing but short messages would cost more than all others.
  var written = 0
  for item in items {
    switch item {
    case .frame(let message):
      expect(message.count <= limit, "a message of \(message.count) bytes, the limit is \(limit)")
      if written < 4 { checkRoundTrip(framing, message) }
      written += 1
    case .damage(let reason, let count):
      expectPrintable(reason, "the reason")
      expect(count > 0, "damage of \(count) bytes")
      damaged += count
    }
  }
  // A count above the limit announces bytes that are still to come.
  if framing != .length16 {
    expect(damaged <= stream.count, "\(damaged) of \(stream.count) bytes are damaged")
    checkResynchronization(framing, behind: stream)
  }
  checkRoundTrip(framing, stream)
}

private func checkRoundTrip(_ framing: StreamFraming, _ message: [UInt8]) {
  guard let encoded = try? framing.encode(message) else {
    return expect(message.count > 0xFFFF, "\(message.count) bytes cannot be framed")
  }
  var decoder = framing.makeDecoder(limit: message.count)
  let expected: [StreamItem] =
    message.isEmpty && !framing.carriesEmptyMessages ? [] : [.frame(message)]
  let items = decoder.feed(encoded)
  expect(items == expected, "\(message) comes back as \(items)")
  expect(decoder.isBetweenMessages, "the decoder waits for more behind a whole message")
}

/// Behind any bytes and one end of message, the next message is found.
private func checkResynchronization(_ framing: StreamFraming, behind bytes: [UInt8]) {
  let end: UInt8 =
    switch framing {
    case .slip: 0xC0
    case .hexline: UInt8(ascii: "\n")
    case .cobs, .length16: 0
    }
  let message: [UInt8] = [0x01, 0x00, 0xC0, 0xDB, 0x0A]
  guard let frame = try? framing.encode(message) else { broken("5 bytes cannot be framed") }
  var decoder = framing.makeDecoder(limit: 8)
  let items = decoder.feed(bytes + [end] + frame)
  expect(items.last == .frame(message), "not found behind damage: \(items)")
}
