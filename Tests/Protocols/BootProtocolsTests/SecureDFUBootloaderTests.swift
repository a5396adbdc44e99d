import BootProtocols
import Testing
import WireFormat

/// A bootloader asked by hand, with frames written out.
private struct Interview {
  var board: SecureDFUBootloader
  var busy = 0
  var restarts = 0

  init(_ board: SecureDFUBootloader) {
    self.board = board
    _ = self.board.start()
  }

  /// Sends the bytes of a line as they are, and gives those that come back.
  mutating func line(_ bytes: [UInt8]) -> [UInt8] {
    board.receive(bytes).reduce(into: []) { out, action in
      switch action {
      case .send(let bytes): out += bytes
      case .busy(let microseconds): busy += microseconds
      case .restart: restarts += 1
      case .setRate: break
      }
    }
  }

  /// A request without escapes, and its answer without END.
  mutating func ask(_ request: [UInt8]) -> [UInt8] {
    let answer = line(request + [0xC0])
    return Array(answer.dropLast(answer.last == 0xC0 ? 1 : 0))
  }

  mutating func expect(
    line request: [UInt8], _ answer: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = line(request)
    #expect(found == answer, sourceLocation: location)
  }

  mutating func expect(
    ask request: [UInt8], _ answer: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = ask(request)
    #expect(found == answer, sourceLocation: location)
  }

  mutating func send(_ data: [UInt8]) { _ = line(slip([0x08] + data)) }

  mutating func sendInit(_ packet: [UInt8]) -> [UInt8] {
    _ = ask([0x06, 1])
    _ = ask([0x01, 1] + LittleEndianBytes.of(UInt32(packet.count)))
    for start in stride(from: 0, to: packet.count, by: 32) {
      _ = line(slip([0x08] + packet[start..<min(start + 32, packet.count)]))
    }
    return ask([0x04])
  }
}

enum LittleEndianBytes {
  static func of(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

private func slip(_ message: [UInt8]) -> [UInt8] {
  message.flatMap { byte -> [UInt8] in
    byte == 0xC0 ? [0xDB, 0xDC] : byte == 0xDB ? [0xDB, 0xDD] : [byte]
  } + [0xC0]
}

@Suite("A Secure DFU bootloader")
struct SecureDFUBootloaderTests {
  @Test(
    "answers what the protocol says, byte for byte, with END behind the frame only",
    arguments: [
      ([0x09, 0x2A, 0xC0], [0x60, 0x09, 0x01, 0x2A, 0xC0]),
      ([0x09, 0xDB, 0xDC, 0xC0], [0x60, 0x09, 0x01, 0xDB, 0xDC, 0xC0]),
      ([0x09, 0xDB, 0xDD, 0xC0], [0x60, 0x09, 0x01, 0xDB, 0xDD, 0xC0]),
      ([0x07, 0xC0], [0x60, 0x07, 0x01, 0x83, 0x00, 0xC0]),
      ([0x00, 0xC0], [0x60, 0x00, 0x01, 0x01, 0xC0]),
      ([0x02, 0x00, 0x00, 0xC0], [0x60, 0x02, 0x01, 0xC0]),
      ([0x06, 0x01, 0xC0], [0x60, 0x06, 0x01, 0x00, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0]),
      ([0x06, 0x02, 0xC0], [0x60, 0x06, 0x01, 0x00, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC0]),
      ([0x06, 0x03, 0xC0], [0x60, 0x06, 0x07, 0xC0]),
      ([0x42, 0xC0], [0x60, 0x42, 0x02, 0xC0]),
      ([0x01, 0x01, 0x01, 0x02, 0x00, 0x00, 0xC0], [0x60, 0x01, 0x04, 0xC0]),
      ([0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0xC0], [0x60, 0x01, 0x03, 0xC0]),
      ([0x01, 0x02, 0x00, 0x10, 0x00, 0x00, 0xC0], [0x60, 0x01, 0x08, 0xC0]),
      ([0x01, 0x01, 0xC0], [0x60, 0x01, 0x03, 0xC0]),
      ([0x04, 0xC0], [0x60, 0x04, 0x08, 0xC0]),
      ([0xC0, 0xC0, 0xC0], []),
      ([0x60, 0x09, 0x01, 0xC0], []),
      (
        [0x0A, 0xC0],
        [
          0x60, 0x0A, 0x01, 0x33, 0x28, 0x05, 0, 0x30, 0x42, 0x41, 0x41, 0, 0, 2, 0, 0, 0, 2, 0, 0,
          0x10, 0, 0, 0xC0,
        ]
      ),
    ] as [([UInt8], [UInt8])])
  func golden(request: [UInt8], answer: [UInt8]) {
    var interview = Interview(SecureDFUFixture.board())
    interview.expect(line: request, answer)
    var piecewise = Interview(SecureDFUFixture.board())
    var pieces: [UInt8] = []
    for byte in request { pieces += piecewise.line([byte]) }
    #expect(pieces == answer)
  }

  @Test("reports the CRC by itself after the interval, which a new object begins anew")
  func receipts() {
    var interview = Interview(SecureDFUFixture.board())
    interview.expect(ask: [0x02, 2, 0], [0x60, 0x02, 1])
    interview.expect(ask: [0x01, 1, 9, 0, 0, 0], [0x60, 0x01, 1])
    interview.expect(ask: [0x08] + Array("123".utf8), [])
    // CRC-32 of "123456789" is 0xCBF43926.
    interview.expect(ask: [0x01, 1, 9, 0, 0, 0], [0x60, 0x01, 1])
    interview.expect(ask: [0x08] + Array("12345".utf8), [])
    let report: [UInt8] = [0x60, 0x03, 1, 9, 0, 0, 0, 0x26, 0x39, 0xF4, 0xCB]
    interview.expect(ask: [0x08] + Array("6789".utf8), report)
    interview.expect(ask: [0x03], report)
    interview.expect(ask: [0x08, 0x31], [0x60, 0x08, 3])
  }

  @Test("executes nothing that is not whole")
  func shortObject() {
    var interview = Interview(SecureDFUFixture.board())
    _ = interview.ask([0x01, 1, 9, 0, 0, 0])
    _ = interview.ask([0x08, 1, 2, 3])
    interview.expect(ask: [0x04], [0x60, 0x04, 8])
  }

  @Test(
    "says which rule an init packet breaks",
    arguments: [
      (SecureDFUFixture.initPacket(for: [1, 2], hardware: 51), 0x06),
      (SecureDFUFixture.initPacket(for: [1, 2], softDevice: 0x100), 0x07),
      (SecureDFUFixture.initPacket(for: [1, 2], hashType: 2), 0x09),
      (SecureDFUFixture.initPacket(for: [1, 2], version: 9, size: 0x100_0000), 0x0D),
      (SecureDFUFixture.initPacket(for: [1, 2], size: 0), 0x04),
      (SecureDFUFixture.initPacket(for: [1, 2], version: 4), 0x05),
      (SecureDFUFixture.initPacket(for: [1, 2], version: 9, isSigned: false), 0x08),
      ([0x12, 0xFF, 0xFF, 0x01], 0x04),
    ] as [([UInt8], UInt8)])
  func objections(packet: [UInt8], error: UInt8) {
    var board = SecureDFUFixture.board { $0.needsSignature = true }
    board.install([1, 2, 3, 4], version: 5)
    var interview = Interview(board)
    let answer = interview.sendInit(packet)
    #expect(answer == [0x60, 0x04, 0x0B, error])
  }

  @Test("executes an object once more, when the host does not know that it was executed")
  func executesAgain() {
    var chance = Chance(2)
    let image = chance.bytes(5000)
    var interview = Interview(SecureDFUFixture.board())
    let answer = interview.sendInit(SecureDFUFixture.initPacket(for: image))
    #expect(answer == [0x60, 4, 1])
    interview.expect(ask: [0x01, 2, 0, 0x10, 0, 0], [0x60, 0x01, 1])
    interview.expect(ask: [0x04], [0x60, 0x04, 8])
    for start in stride(from: 0, to: 4096, by: 64) {
      interview.send(Array(image[start..<(start + 64)]))
    }
    interview.expect(ask: [0x04], [0x60, 0x04, 1])
    interview.expect(ask: [0x04], [0x60, 0x04, 1])
    // The next object is the rest, neither more nor less.
    interview.expect(ask: [0x01, 2, 0x89, 0x03, 0, 0], [0x60, 0x01, 8])
    interview.expect(ask: [0x01, 2, 0x80, 0x03, 0, 0], [0x60, 0x01, 3])
    interview.expect(ask: [0x01, 2, 0x88, 0x03, 0, 0], [0x60, 0x01, 1])
  }

  @Test("knows its images, and takes as long as its flash")
  func versions() {
    var board = SecureDFUFixture.board()
    board.install(Array(repeating: 7, count: 5000), version: 3)
    var interview = Interview(board)
    let own = interview.ask([0x0B, 0]).prefix(8)
    #expect(own == [0x60, 0x0B, 1, 2, 1, 0, 0, 0])
    interview.expect(
      ask: [0x0B, 1], [0x60, 0x0B, 1, 1, 3, 0, 0, 0, 0, 0x10, 0, 0, 0x88, 0x13, 0, 0])
    interview.expect(ask: [0x0B, 2], [0x60, 0x0B, 1, 0xFF] + Array(repeating: 0, count: 12))
    let answer = interview.sendInit(SecureDFUFixture.initPacket(for: [9, 9], version: 3))
    #expect(answer == [0x60, 4, 1])
    let before = interview.busy
    interview.expect(ask: [0x01, 2, 2, 0, 0, 0], [0x60, 0x01, 1])
    #expect(interview.busy - before == 85_000)
  }
}
