import Testing
import WireFormat

struct StreamDamageTests {
  @Test("behind an announced message that is too long the next one is found")
  func oversizeLength16() throws {
    var decoder = StreamFraming.length16.makeDecoder(limit: 4)
    var items = decoder.feed([0x05, 0x00, 1, 2, 3])
    guard case .damage(_, let bytes) = items.first, items.count == 1 else {
      Issue.record("no damage: \(items)")
      return
    }
    #expect(bytes == 7)
    #expect(decoder.pending == 0)
    #expect(!decoder.isBetweenMessages)
    items = decoder.feed([4, 5, 0x01, 0x00, 0x0C])
    #expect(items == [.frame([0x0C])])
  }

  @Test(
    "a damaged message costs itself and no other",
    arguments: [
      (.slip, [0xC0, 0x01, 0xDB, 0x02, 0x03, 0xC0], 4), (.slip, [0xC0, 0x01, 0xDB, 0xC0], 2),
      (.cobs, [0x05, 0x01, 0x00], 2), (.hexline, Array("0a1\n".utf8), 3),
      (.hexline, Array("0azz\r\n".utf8), 4), (.hexline, Array("0a b c\n".utf8), 6),
    ] as [(StreamFraming, [UInt8], Int)])
  func resynchronises(framing: StreamFraming, garbage: [UInt8], size: Int) throws {
    var decoder = framing.makeDecoder()
    let items = decoder.feed(garbage + (try framing.encode([0x0A, 0x0B])))
    #expect(items.count == 2)
    guard case .damage(let reason, let bytes) = items.first else {
      Issue.record("no damage: \(items)")
      return
    }
    #expect(bytes == size)
    #expect(!reason.isEmpty)
    #expect(items.last == .frame([0x0A, 0x0B]))
  }

  @Test("a message at the limit passes, one byte more is damage", arguments: StreamFraming.allCases)
  func limit(framing: StreamFraming) throws {
    var decoder = framing.makeDecoder(limit: 10)
    let fits = [UInt8](repeating: 0xC0, count: 10)
    #expect(decoder.feed(try framing.encode(fits)) == [.frame(fits)])
    let items = decoder.feed(try framing.encode(fits + [0xC0]) + framing.encode([1]))
    #expect(items.count == 2)
    guard case .damage = items.first else {
      Issue.record("no damage: \(items)")
      return
    }
    #expect(items.last == .frame([1]))
  }

  @Test("whatever arrives, no more than the limit is held", arguments: StreamFraming.allCases)
  func bounded(framing: StreamFraming) throws {
    var random = SeededGenerator(seed: 7)
    var decoder = framing.makeDecoder(limit: 64)
    for round in 0..<2000 {
      var bytes = random.bytes(upTo: 90)
      if round % 2 == 1 { bytes = Array(bytes.map { $0 | 1 }) }
      for item in decoder.feed(bytes) {
        switch item {
        case .frame(let frame): #expect(frame.count <= 64)
        case .damage(_, let bytes): #expect(bytes > 0)
        }
      }
      #expect(decoder.pending <= 64)
    }
    decoder.reset()
    #expect(decoder.feed(try framing.encode([0x0C])) == [.frame([0x0C])])
  }

  @Test("an unfinished message is counted as pending and reset forgets it")
  func pending() throws {
    var decoder = StreamFraming.length16.makeDecoder()
    #expect(decoder.feed([0x03, 0x00, 0x0B, 0x01]) == [])
    #expect(decoder.pending == 2)
    decoder.reset()
    #expect(decoder.pending == 0)
    #expect(decoder.feed([0x01, 0x00, 0x0A]) == [.frame([0x0A])])
  }
}
