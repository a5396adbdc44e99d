import BootProtocols
import Testing

@Suite("SMP on a serial line")
struct SMPFramingTests {
  /// An echo of "hello", worked out by hand.
  private static let echo = SMPMessage(
    .write, group: 0, command: 0, sequence: 0x42, version: 1,
    payload: CBORValue.map(["d": .text("hello")]).encoded)

  @Test("a message is a header of eight bytes, big-endian, and a map")
  func header() throws {
    #expect(
      Self.echo.encoded
        == [0x0A, 0, 0, 9, 0, 0, 0x42, 0, 0xA1, 0x61, 0x64, 0x65, 0x68, 0x65, 0x6C, 0x6C, 0x6F])
    #expect(SMPMessage(Self.echo.encoded) == Self.echo)
    #expect(SMPMessage(Self.echo.encoded + [0]) == nil)
    #expect(SMPMessage(Array(Self.echo.encoded.dropLast())) == nil)
    #expect(SMPMessage([4, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test("a line is a mark and base64 of length, message and CRC")
  func line() {
    var framing = SMPSerialFraming(.base64)
    let bytes = framing.encode(Self.echo.encoded)
    // Length 19, the message, CRC-16/XMODEM of the message.
    #expect(
      String(decoding: bytes, as: UTF8.self) == "\u{6}\u{9}ABMKAAAJAABCAKFhZGVoZWxsb0YZ\n")
    #expect(framing.feed(bytes) == [Self.echo.encoded])
  }

  @Test("no line is longer than boards take, and every size comes back", arguments: 0..<400)
  func sizes(size: Int) {
    var framing = SMPSerialFraming(.base64)
    let message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let bytes = framing.encode(message)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    #expect(lines.allSatisfy { $0.count + 1 <= 127 && ($0.count - 2) % 4 == 0 })
    #expect(lines.first?.prefix(2) == [0x06, 0x09])
    #expect(lines.dropFirst().allSatisfy { $0.prefix(2) == [0x04, 0x14] })
    var found: [[UInt8]] = []
    for byte in bytes { found += framing.feed([byte]) }
    #expect(found == [message])
  }

  @Test("what a console prints between lines, and before them, is passed over")
  func noise() {
    var framing = SMPSerialFraming(.base64)
    let message = Array(repeating: UInt8(7), count: 200)
    let lines = framing.encode(message).split(separator: 0x0A).map { $0 + [0x0A] }
    let log = Array("[00:01] <inf> app: \u{6}\u{1}hi\r\n".utf8)
    var found: [[UInt8]] = []
    for line in lines {
      found += framing.feed(log)
      // Half a line of the console, and the mark in the middle of it.
      found += framing.feed(Array("uart:~$ ".utf8))
      found += framing.feed(Array(line))
    }
    #expect(found == [message])
    #expect(framing.damaged == 0)
  }

  @Test("a message with a wrong bit, a lost line or a wrong length is none, and the next one is")
  func damage() {
    let message = Array(UInt8(0)..<180)
    let good = SMPSerialFraming(.base64).encode(message)
    for place in stride(from: 2, to: good.count, by: 5) where good[place] != 0x0A {
      var framing = SMPSerialFraming(.base64)
      var bad = good
      bad[place] = bad[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let first = framing.feed(bad)
      #expect(first.isEmpty || first == [message])
      let second = framing.feed(good)
      #expect(second == [message])
    }
    var framing = SMPSerialFraming(.base64)
    let second = good.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let lost = framing.feed(Array(good[second...]))
    #expect(lost.isEmpty)
    let next = framing.feed(good)
    #expect(next == [message])
  }

  @Test("a byte-stuffed message is followed by its CRC and a zero")
  func stuffed() {
    var framing = SMPSerialFraming(.cobs)
    let bytes = framing.encode([1, 0, 2])
    // CRC-16/XMODEM of 01 00 02 is 0x1772.
    #expect(bytes == [0x02, 0x01, 0x04, 0x02, 0x17, 0x72, 0x00])
    let found = framing.feed([9, 9, 0] + bytes + [0] + bytes)
    #expect(found == [[1, 0, 2], [1, 0, 2]])
  }

  @Test("raw messages are told apart by their headers, in whatever pieces", arguments: 1...20)
  func raw(piece: Int) {
    var framing = SMPSerialFraming(.raw, limit: 300)
    let stream = [0xFF] + Self.echo.encoded + Self.echo.encoded + [0xEE, 0xEE] + Self.echo.encoded
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: stream.count, by: piece) {
      found += framing.feed(Array(stream[start..<min(start + piece, stream.count)]))
    }
    #expect(found == [Self.echo.encoded, Self.echo.encoded, Self.echo.encoded])
  }

  @Test("holds no more than its limit, whatever comes", arguments: SMPEncoding.allCases)
  func hostile(encoding: SMPEncoding) {
    var chance = Chance(21)
    var framing = SMPSerialFraming(encoding, limit: 100)
    for _ in 0..<3000 {
      var bytes = chance.bytes(chance.below(60))
      if chance.below(2) == 0 { bytes = [0x0A, 0x06, 0x09] + bytes + [0x0A] }
      #expect(framing.feed(bytes).allSatisfy { $0.count <= 100 })
    }
    framing.reset()
    let message = framing.feed(framing.encode(Self.echo.encoded))
    #expect(message == [Self.echo.encoded])
  }

  @Test(
    "an error of either version is read, and no error where the code is zero",
    arguments: [
      (.map(["rc": .unsigned(0)]), nil), (.map([]), nil),
      (.map(["rc": .unsigned(5), "rsn": .text("a\u{1B}b")]), "no such entry (a b)"),
      (.map(["rc": .unsigned(300)]), "error 300 of its own"),
      (.map(["err": .map(["group": .unsigned(1), "rc": .unsigned(0)])]), nil),
      (
        .map(["err": .map(["group": .unsigned(1), "rc": .unsigned(12)])]),
        "writing the flash failed"
      ), (.map(["err": .map(["group": .unsigned(8), "rc": .unsigned(2)])]), "error 2 of group 8"),
    ] as [(CBORValue, String?)])
  func errors(payload: CBORValue, words: String?) {
    #expect(SMPError(payload)?.description == words)
  }
}
