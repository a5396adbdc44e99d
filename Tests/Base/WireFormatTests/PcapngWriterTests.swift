import Testing
import WireFormat

/// The bytes of the format, computed by hand from its definition.
struct PcapngWriterTests {
  @Test("a capture without texts begins with the 28 bytes of a bare section header")
  func bareSection() throws {
    var writer = try PcapngWriter()
    #expect(
      writer.take() == [
        0x0A, 0x0D, 0x0D, 0x0A, 0x1C, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1C, 0, 0, 0,
      ])
  }

  @Test("a section header carries its comment and the program that wrote it")
  func section() throws {
    var writer = try PcapngWriter(application: "uwbrig", comments: ["seed 70"])
    #expect(
      writer.take() == [
        0x0A, 0x0D, 0x0D, 0x0A, 0x38, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        1, 0, 7, 0, 0x73, 0x65, 0x65, 0x64, 0x20, 0x37, 0x30, 0,
        4, 0, 6, 0, 0x75, 0x77, 0x62, 0x72, 0x69, 0x67, 0, 0,
        0, 0, 0, 0, 0x38, 0, 0, 0,
      ])
  }

  @Test(
    "an interface has its link type, name, description and nanoseconds",
    arguments: [(.firaUCI, 0x2B, 0x01), (.user0, 0x93, 0x00)] as [(LinkType, UInt8, UInt8)])
  func interface(linkType: LinkType, low: UInt8, high: UInt8) throws {
    var writer = try PcapngWriter()
    _ = writer.take()
    #expect(
      try writer.add(CaptureInterface(linkType: linkType, name: "lock", description: "UCI")) == 0)
    #expect(
      writer.take() == [
        1, 0, 0, 0, 0x30, 0, 0, 0, low, high, 0, 0, 0, 0, 0, 0,
        2, 0, 4, 0, 0x6C, 0x6F, 0x63, 0x6B,
        3, 0, 3, 0, 0x55, 0x43, 0x49, 0,
        9, 0, 1, 0, 9, 0, 0, 0,
        0, 0, 0, 0, 0x30, 0, 0, 0,
      ])
    #expect(try writer.add(CaptureInterface(linkType: linkType)) == 1)
    #expect(
      writer.take() == [
        1, 0, 0, 0, 0x20, 0, 0, 0, low, high, 0, 0, 0, 0, 0, 0,
        9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0,
      ])
  }

  @Test(
    "a packet of any length ends on a multiple of four bytes",
    arguments: [
      (0, 0x2C, 0), (1, 0x30, 3), (2, 0x30, 2), (3, 0x30, 1), (4, 0x30, 0), (5, 0x34, 3),
      (6, 0x34, 2), (7, 0x34, 1), (8, 0x34, 0), (9, 0x38, 3),
    ] as [(Int, UInt8, Int)])
  func padding(count: Int, length: UInt8, fill: Int) throws {
    let payload = (0..<count).map { 0xA0 + UInt8($0) }
    var writer = try writerWithInterfaces()
    try writer.add(
      CapturePacket(nanoseconds: 0x0102_0304_0506_0708, direction: .inbound, bytes: payload), on: 1)
    var expected: [UInt8] = [6, 0, 0, 0, length, 0, 0, 0, 1, 0, 0, 0]
    expected += [4, 3, 2, 1, 8, 7, 6, 5]
    expected += [UInt8(count), 0, 0, 0, UInt8(count), 0, 0, 0]
    expected += payload + [UInt8](repeating: 0, count: fill)
    expected += [2, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, length, 0, 0, 0]
    #expect(writer.take() == expected)
  }

  @Test(
    "the flags say which way a packet went, and are left out where nobody knows",
    arguments: [
      (.inbound, [2, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x30, 0, 0, 0]),
      (.outbound, [2, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x30, 0, 0, 0]),
      (nil, [0x24, 0, 0, 0]),
    ] as [(CaptureDirection?, [UInt8])])
  func flags(direction: CaptureDirection?, end: [UInt8]) throws {
    var writer = try writerWithInterfaces()
    try writer.add(
      CapturePacket(nanoseconds: 1_000, direction: direction, bytes: [0x0C]), on: 0)
    let start: [UInt8] = [
      6, 0, 0, 0, end[end.count - 4], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE8, 3, 0, 0,
      1, 0, 0, 0, 1, 0, 0, 0, 0x0C, 0, 0, 0,
    ]
    #expect(writer.take() == start + end)
  }

  @Test("comments of a packet stand before its flags, each filled up by itself")
  func comments() throws {
    var writer = try writerWithInterfaces()
    try writer.add(
      CapturePacket(
        nanoseconds: nil, direction: .outbound, bytes: [1, 2], originalLength: 5,
        comments: ["a", "µs!"]), on: 0)
    #expect(
      writer.take() == [
        6, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 5, 0, 0, 0, 1, 2, 0, 0,
        1, 0, 1, 0, 0x61, 0, 0, 0,
        1, 0, 4, 0, 0xC2, 0xB5, 0x73, 0x21,
        2, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0,
      ])
  }

  @Test("the end of an interface says how many packets it had")
  func closing() throws {
    var writer = try writerWithInterfaces()
    for _ in 0..<3 {
      try writer.add(CapturePacket(nanoseconds: 1, direction: nil, bytes: []), on: 1)
    }
    _ = writer.take()
    try writer.close(1, nanoseconds: 2, comments: ["end"])
    #expect(
      writer.take() == [
        5, 0, 0, 0, 0x30, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
        1, 0, 3, 0, 0x65, 0x6E, 0x64, 0,
        4, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0x30, 0, 0, 0,
      ])
  }

  @Test("a time before the epoch is written as the epoch")
  func early() throws {
    var writer = try writerWithInterfaces()
    try writer.add(CapturePacket(nanoseconds: -1, direction: nil, bytes: []), on: 0)
    #expect(writer.take()[12..<20].allSatisfy { $0 == 0 })
  }

  @Test("what does not fit is refused and leaves no trace")
  func refusals() throws {
    var writer = try writerWithInterfaces()
    let long = String(repeating: "x", count: 65_536)
    let fits = String(repeating: "x", count: 65_535)
    let refused: [(WireError.Code, (inout PcapngWriter) throws -> Void)] = [
      (.invalid, { try $0.add(packet(), on: 2) }),
      (.invalid, { try $0.add(packet(), on: -1) }),
      (.invalid, { try $0.close(7, nanoseconds: 0) }),
      (.oversize, { try $0.add(packet(comments: ["fits", long]), on: 0) }),
      (.oversize, { try $0.add(packet([UInt8](repeating: 0, count: 1 << 24)), on: 0) }),
      (.oversize, { try $0.add(packet(comments: .init(repeating: fits, count: 300)), on: 0) }),
      (.oversize, { _ = try $0.add(CaptureInterface(linkType: .user1, name: long)) }),
    ]
    for (code, attempt) in refused {
      let error = #expect(throws: WireError.self) { try attempt(&writer) }
      #expect(error?.code == code)
      #expect(writer.count == 0)
    }
    #expect(throws: WireError.self) { try PcapngWriter(comments: [long]) }
    try writer.add(packet(), on: 0)
    #expect(writer.count == 0x24 - 4)
  }

  private func packet(_ bytes: [UInt8] = [], comments: [String] = []) -> CapturePacket {
    CapturePacket(nanoseconds: 0, direction: nil, bytes: bytes, comments: comments)
  }

  private func writerWithInterfaces() throws -> PcapngWriter {
    var writer = try PcapngWriter()
    _ = try writer.add(CaptureInterface(linkType: .firaUCI))
    _ = try writer.add(CaptureInterface(linkType: .user0))
    _ = writer.take()
    return writer
  }
}
