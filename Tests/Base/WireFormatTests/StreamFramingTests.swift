import Testing
import WireFormat

struct StreamFramingTests {
  @Test(
    "a message has the bytes that its framing says",
    arguments: [
      (.length16, [0x0A], [0x01, 0x00, 0x0A]), (.length16, [], [0x00, 0x00]),
      (.slip, [0x01, 0xC0, 0xDB], [0xC0, 0x01, 0xDB, 0xDC, 0xDB, 0xDD, 0xC0]),
      (.cobs, [], [0x01, 0x00]), (.cobs, [0x00], [0x01, 0x01, 0x00]),
      (.cobs, [0x11, 0x22, 0x00, 0x33], [0x03, 0x11, 0x22, 0x02, 0x33, 0x00]),
      (.hexline, [0x0A, 0xFF], Array("0aff\n".utf8)),
    ] as [(StreamFraming, [UInt8], [UInt8])])
  func vectors(framing: StreamFraming, message: [UInt8], wire: [UInt8]) throws {
    #expect(try framing.encode(message) == wire)
  }

  @Test("a COBS block of 254 bytes is not followed by an empty one")
  func fullBlock() throws {
    let message = (1...254).map { UInt8($0) }
    #expect(try StreamFraming.cobs.encode(message) == [0xFF] + message + [0x00])
    let longer = message + [0x55]
    #expect(try StreamFraming.cobs.encode(longer) == [0xFF] + message + [0x02, 0x55, 0x00])
  }

  @Test("the words of a rig file name the framings")
  func words() {
    #expect(StreamFraming.allCases.map(\.rawValue) == ["length16", "slip", "cobs", "hexline"])
  }

  @Test("length16 refuses what it cannot count")
  func tooLong() {
    #expect(throws: WireError.self) {
      try StreamFraming.length16.encode([UInt8](repeating: 1, count: 65536))
    }
  }

  @Test("messages come back whatever the cut", arguments: StreamFraming.allCases)
  func everyCut(framing: StreamFraming) throws {
    let messages: [[UInt8]] = [[0x0A], [0x00, 0xC0, 0xDB, 0x00], [0xDB, 0xDC, 0x0D, 0x0A, 0xFF]]
    var wire: [UInt8] = []
    for message in messages { wire += try framing.encode(message) }
    for cut in 0...wire.count {
      var decoder = framing.makeDecoder()
      let items = decoder.feed(Array(wire[..<cut])) + decoder.feed(Array(wire[cut...]))
      #expect(items == messages.map(StreamItem.frame), "cut at \(cut)")
      #expect(decoder.isBetweenMessages)
      #expect(decoder.pending == 0)
    }
  }

  @Test("random messages come back in random pieces", arguments: StreamFraming.allCases)
  func randomPieces(framing: StreamFraming) throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<200 {
      var messages: [[UInt8]] = []
      var wire: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let message = random.bytes(upTo: 600)
        if message.isEmpty, !framing.carriesEmptyMessages { continue }
        messages.append(message)
        wire += try framing.encode(message)
      }
      var decoder = framing.makeDecoder()
      var items: [StreamItem] = []
      var rest = wire[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...40, using: &random)
        items += decoder.feed(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(items == messages.map(StreamItem.frame))
    }
  }

  @Test(
    "an empty message arrives only where the framing can carry it",
    arguments: StreamFraming.allCases)
  func emptyMessage(framing: StreamFraming) throws {
    var decoder = framing.makeDecoder()
    let items = decoder.feed(try framing.encode([]))
    #expect(items == (framing.carriesEmptyMessages ? [.frame([])] : []))
  }
}
