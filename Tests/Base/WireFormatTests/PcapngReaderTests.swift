import Testing
import WireFormat

/// Reads a whole capture, fed in pieces of one size.
func readCapture(_ bytes: [UInt8], pieces: Int = .max) throws(WireError) -> [CaptureItem] {
  var reader = PcapngReader()
  var items: [CaptureItem] = []
  var rest = bytes[...]
  repeat {
    reader.feed(Array(rest.prefix(pieces)))
    rest = rest.dropFirst(pieces)
    while let item = try reader.next() { items.append(item) }
  } while !rest.isEmpty
  try reader.finish()
  return items
}

/// Builds blocks of either byte order from 16-bit and 32-bit fields.
struct BlockScript {
  var isBigEndian: Bool
  private(set) var bytes: [UInt8] = []

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    let size = MemoryLayout<T>.size
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
    let fill = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    return number(code) + number(UInt16(value.count)) + value + fill
  }

  mutating func block(_ type: UInt32, _ body: [UInt8]) {
    let length = number(UInt32(body.count + 12))
    bytes += number(type) + length + body + length
  }

  mutating func section() {
    block(
      0x0A0D_0D0A,
      number(0x1A2B_3C4D as UInt32) + number(1 as UInt16) + number(0 as UInt16)
        + number(-1 as Int64))
  }

  mutating func interface(_ linkType: UInt16, limit: UInt32 = 0, _ options: [UInt8] = []) {
    block(1, number(linkType) + [0, 0] + number(limit) + options)
  }

  mutating func packet(_ ticks: UInt64, _ payload: [UInt8], _ options: [UInt8] = []) {
    let fill = [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    let time = number(UInt32(ticks >> 32)) + number(UInt32(truncatingIfNeeded: ticks))
    let length = number(UInt32(payload.count))
    block(6, number(0 as UInt32) + time + length + length + payload + fill + options)
  }
}

struct PcapngReaderTests {
  @Test("what was written is read back, whatever the pieces", arguments: [1, 3, 16, 1000])
  func roundTrip(pieces: Int) throws {
    let lock = CaptureInterface(linkType: .firaUCI, name: "lock", description: "FiRa UCI")
    let tag = CaptureInterface(linkType: .user0, name: "tag", description: "accessory protocol")
    var packets: [CapturePacket] = []
    for count in 0..<10 {
      let bytes = [UInt8]((0..<count).map { UInt8($0) &* 37 })
      packets.append(
        CapturePacket(
          nanoseconds: Int64(count) * 1_000_000_007,
          direction: count % 3 == 0 ? .inbound : .outbound, bytes: bytes,
          comments: count % 4 == 0 ? ["case", "µ"] : []))
    }
    var writer = try PcapngWriter(application: "uwbrig 1", comments: ["rig loopback"])
    let first = try writer.add(lock)
    let second = try writer.add(tag)
    for packet in packets { try writer.add(packet, on: packet.bytes.count % 2) }
    try writer.close(second, nanoseconds: 5, comments: ["done"])
    #expect(first == 0)
    var expected: [CaptureItem] = [.section(application: "uwbrig 1", comments: ["rig loopback"])]
    expected += [.interface(lock), .interface(tag)]
    for (index, packet) in packets.enumerated() {
      expected.append(.packet(packet, on: index % 2 == 0 ? lock : tag))
    }
    expected.append(.closing(comments: ["done"], of: tag))
    #expect(try readCapture(writer.take(), pieces: pieces) == expected)
  }

  @Test("both byte orders are read, also in one file, and strange blocks are passed over")
  func byteOrders() throws {
    var bytes: [UInt8] = []
    for isBigEndian in [true, false, true] {
      var script = BlockScript(isBigEndian: isBigEndian)
      script.section()
      script.block(0x0BAD, [UInt8](repeating: 0x0A, count: 40))
      script.interface(299, script.option(2, Array("lock".utf8)) + script.option(9, [9]))
      script.packet(7, [1, 2, 3], script.option(2, script.number(2 as UInt32)))
      script.block(10, [])
      bytes += script.bytes
    }
    let lock = CaptureInterface(linkType: .firaUCI, name: "lock")
    let packet = CapturePacket(nanoseconds: 7, direction: .outbound, bytes: [1, 2, 3])
    let section: [CaptureItem] = [
      .section(application: "", comments: []), .interface(lock), .packet(packet, on: lock),
    ]
    for pieces in [1, 7, .max] {
      #expect(try readCapture(bytes, pieces: pieces) == section + section + section)
    }
  }

  @Test("a block that is not read is not held either, however long it says to be")
  func passesOver() throws {
    var script = BlockScript(isBigEndian: false)
    script.section()
    var reader = PcapngReader()
    reader.feed(
      script.bytes + script.number(0x0BAD as UInt32) + script.number(0x7FFF_FFFC as UInt32))
    #expect(try reader.next() == .section(application: "", comments: []))
    for _ in 0..<100 {
      reader.feed([UInt8](repeating: 0, count: 1 << 16))
      #expect(try reader.next() == nil)
      #expect(reader.pending == 0)
    }
  }

  @Test(
    "time is counted as the interface says",
    arguments: [
      (nil, 0, 1_500_000, 1_500_000_000), (6, 0, 1, 1_000), (9, 0, 12_345, 12_345),
      (0, 0, 3, 3_000_000_000), (12, 0, 5_999, 5), (0x8A, 0, 1_536, 1_500_000_000),
      (9, 2, 5, 2_000_000_005), (9, -1, 5, -999_999_995), (3, 0, UInt64.max, Int64.max),
      (0, Int64.min, 0, Int64.min), (127, 0, UInt64.max, 0), (255, 0, UInt64.max, 0),
      (128, 0, UInt64.max, Int64.max),
    ] as [(UInt8?, Int64, UInt64, Int64)])
  func clocks(resolution: UInt8?, offset: Int64, ticks: UInt64, nanoseconds: Int64) throws {
    var script = BlockScript(isBigEndian: true)
    script.section()
    var options = script.option(14, script.number(offset))
    if let resolution { options += script.option(9, [resolution]) }
    script.interface(147, options)
    script.packet(ticks, [])
    guard case .packet(let packet, _) = try readCapture(script.bytes).last else {
      Issue.record("no packet")
      return
    }
    #expect(packet.nanoseconds == nanoseconds)
  }

  @Test("a simple packet belongs to the first interface, has no time and may be cut")
  func simplePacket() throws {
    var script = BlockScript(isBigEndian: false)
    script.section()
    script.interface(147, limit: 2)
    script.block(3, script.number(5 as UInt32) + [0xAA, 0xBB, 0, 0])
    let expected = CapturePacket(
      nanoseconds: nil, direction: nil, bytes: [0xAA, 0xBB], originalLength: 5)
    #expect(
      try readCapture(script.bytes).last
        == .packet(expected, on: CaptureInterface(linkType: .user0)))
  }

  @Test(
    "a fault is named with the byte where it stands",
    arguments: [
      (4, 0x1D, 4, "block length"), (4, 0x08, 4, "block length"), (7, 0x7F, 4, "block length"),
      (8, 0x00, 8, "byte order magic"), (12, 0x02, 12, "major version"),
      (24, 0x20, 24, "block length at the end"), (0, 0x0B, 0, "section header"),
      (56, 0x01, 56, "interface"), (68, 0x0D, 76, "packet"), (68, 0xFF, 76, "packet"),
      (82, 0x05, 84, "option"), (82, 0x02, 84, "epb_flags"),
    ] as [(Int, UInt8, Int, String)])
  func faults(place: Int, value: UInt8, offset: Int, field: String) throws {
    var script = BlockScript(isBigEndian: false)
    script.section()
    script.interface(299)
    script.packet(0, [1, 2, 3, 4], script.option(2, script.number(1 as UInt32)))
    var bytes = script.bytes
    #expect(try readCapture(bytes).count == 3)
    bytes[place] = value
    for pieces in [1, .max] {
      let error = #expect(throws: WireError.self) { try readCapture(bytes, pieces: pieces) }
      #expect(error?.offset == offset)
      #expect(error?.field == field)
    }
  }

  @Test("a capture that ends inside a block is told from a whole one at every byte")
  func truncation() throws {
    var script = BlockScript(isBigEndian: false)
    script.section()
    let section = script.bytes.count
    script.interface(299)
    let interface = script.bytes.count
    script.block(0x0BAD, [1, 2, 3, 4])
    for count in 0..<script.bytes.count where ![section, interface].contains(count) {
      let error = #expect(throws: WireError.self) {
        try readCapture(Array(script.bytes.prefix(count)))
      }
      #expect(error?.code == .truncated)
    }
    #expect(try readCapture(Array(script.bytes.prefix(interface))).count == 2)
  }

  @Test("a file of the older format is called by its name")
  func classic() {
    let error = #expect(throws: WireError.self) {
      try readCapture([0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0])
    }
    #expect(error?.found.contains("older pcap format") == true)
  }

  @Test("behind a fault nothing is read")
  func staysFailed() throws {
    var reader = PcapngReader()
    reader.feed([1, 2, 3, 4])
    let error = try #require(throws: WireError.self) { try reader.next() }
    var script = BlockScript(isBigEndian: false)
    script.section()
    reader.feed(script.bytes)
    #expect(reader.pending == 0)
    #expect(throws: error) { try reader.next() }
    #expect(throws: error) { try reader.finish() }
  }

  @Test("interfaces and comments beyond the limits are not held")
  func limits() throws {
    var script = BlockScript(isBigEndian: false)
    script.section()
    script.interface(299)
    let comment = script.option(1, [])
    script.packet(0, [], Array((0..<2000).map { _ in comment }.joined()))
    guard case .packet(let packet, _) = try readCapture(script.bytes).last else {
      Issue.record("no packet")
      return
    }
    #expect(packet.comments.count == PcapngReader.maximumComments)
    for _ in 0..<PcapngReader.maximumInterfaces { script.interface(299) }
    let error = #expect(throws: WireError.self) { try readCapture(script.bytes) }
    #expect(error?.code == .oversize)
  }
}
