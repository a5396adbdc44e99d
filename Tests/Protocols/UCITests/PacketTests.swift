import Testing
import WireFormat

@testable import UCI

@Suite("headers, segments and streams")
struct PacketTests {
  static let dialects: [UCIDialect] = UCIVersion.allCases.flatMap { version in
    UCIVendor.allCases.map { UCIDialect(version: version, vendor: $0) }
  }

  @Test("any four bytes are a header and give themselves back", arguments: dialects)
  func anyHeader(dialect: UCIDialect) {
    for b0 in UInt8.min...UInt8.max {
      for b1 in UInt8.min...UInt8.max {
        for (b2, b3): (UInt8, UInt8) in [(0, 0), (0x12, 0x34), (0xFF, 0xFF), (0x80, 0x01)] {
          let header = UCIHeader(b0, b1, b2, b3, dialect: dialect)
          guard header.bytes == [b0, b1, b2, b3] else {
            Issue.record("\([b0, b1, b2, b3]) became \(header.bytes)")
            return
          }
          #expect(header.payloadLength <= 65_535)
        }
      }
    }
  }

  @Test("the length of an NXP group has 16 bits when bit 7 of the second byte is set")
  func extendedLength() {
    let nxp = UCIDialect(vendor: .nxp)
    let header = UCIHeader(0x79, 0x8A, 0x00, 0x08, dialect: nxp)
    #expect(header.payloadLength == 2048)
    #expect(header.oid == 0x0A)
    #expect(header.moreSegments)
    #expect(UCIHeader(0x79, 0x8A, 0x00, 0x08, dialect: .fira2).payloadLength == 8)
    #expect(UCIHeader(0x62, 0x20, 0x00, 0x33, dialect: nxp).payloadLength == 0x33)
    #expect(UCIHeader(0x61, 0x82, 0x00, 0x06, dialect: nxp).payloadLength == 6)
  }

  @Test("a message of any length is cut at the limit and put together again")
  func segmentation() {
    var generator = SeededGenerator(state: 11)
    for limit in [1, 2, 7, 250, 255, 400] {
      let packetizer = UCIPacketizer(controlLimit: limit, dataLimit: limit)
      for length in [0, 1, 2, 7, 8, 249, 250, 251, 255, 256, 510, 511, 1000] {
        for type in [UCIMessageType.command, .response, .notification, .data] {
          let packet = UCIPacket(type, gid: 1, oid: 3, payload: generator.bytes(length))
          let segments = packetizer.segments(of: packet)
          let most = type == .data ? limit : min(limit, 255)
          #expect(segments.count == max(1, (length + most - 1) / most))
          #expect(segments.allSatisfy { $0.count <= most + 4 })
          var receiver = UCIReceiver()
          let items = segments.flatMap { receiver.append($0) }
          #expect(items == [.packet(packet, raw: segments.flatMap { $0 })])
        }
      }
    }
  }

  @Test("a stream split at every point gives the same packets")
  func splits() {
    let stream = Vector.packets.prefix(12).flatMap(\.bytes)
    var whole = UCIReceiver()
    let expected = whole.append(stream)
    #expect(expected.count == 12)
    for split in 1..<stream.count {
      var receiver = UCIReceiver()
      let items =
        receiver.append(Array(stream[..<split])) + receiver.append(Array(stream[split...]))
      #expect(items == expected, "split at \(split)")
    }
    var byByte = UCIReceiver()
    #expect(stream.flatMap { byByte.append([$0]) } == expected)
    #expect(byByte.finish() == [])
  }

  @Test("a segment of another message makes the unfinished one damage")
  func interrupted() {
    let first = UCIPacket(.response, gid: 1, oid: 4, payload: [1, 2, 3, 4])
    let segments = UCIPacketizer(controlLimit: 2).segments(of: first)
    for (bytes, gid, oid): ([UInt8], UInt8, UInt8) in [
      ([0x61, 0x04, 0, 0], 1, 4), ([0x42, 0x04, 0, 0], 2, 4), ([0x41, 0x05, 0, 0], 1, 5),
    ] {
      var receiver = UCIReceiver()
      #expect(receiver.append(segments[0]) == [])
      let items = receiver.append(bytes)
      #expect(items.first == .damage(.interrupted, bytes: segments[0]))
      guard case .packet(let packet, _) = items.last else {
        Issue.record("no packet after the damage")
        return
      }
      #expect(packet.gid == gid && packet.oid == oid && packet.payload == [])
    }
  }

  @Test("a device error in the middle of a message aborts it and is delivered")
  func deviceError() {
    let message = UCIPacket(.response, gid: 0, oid: 3, payload: [UInt8](repeating: 9, count: 300))
    let segments = UCIPacketizer().segments(of: message)
    let error = CoreDeviceStatusNotification(deviceState: .error).packet
    var receiver = UCIReceiver()
    let items = receiver.append(segments[0]) + receiver.append(error.bytes)
    #expect(
      items == [
        .damage(.abortedByDeviceError, bytes: segments[0]), .packet(error, raw: error.bytes),
      ])
  }

  @Test("data and control segments may interleave")
  func interleaved() {
    let control = UCIPacket(.notification, gid: 2, oid: 0, payload: [1, 2, 3, 4])
    let data = UCIPacket(.data, gid: 2, oid: 0, payload: [5, 6, 7, 8])
    let packetizer = UCIPacketizer(controlLimit: 2, dataLimit: 2)
    let a = packetizer.segments(of: control)
    let b = packetizer.segments(of: data)
    var receiver = UCIReceiver()
    let items = (a[0] + b[0] + a[1] + b[1]).flatMap { receiver.append([$0]) }
    #expect(items == [.packet(control, raw: a[0] + a[1]), .packet(data, raw: b[0] + b[1])])
  }

  @Test("a message longer than the limit is damage to its last segment, and the next one is read")
  func tooLong() {
    var receiver = UCIReceiver(limit: 300)
    let long = UCIPacket(.response, gid: 0, oid: 3, payload: [UInt8](repeating: 1, count: 900))
    let next = UCIPacket(.response, gid: 0, oid: 3, payload: [0])
    let items = receiver.append(long.bytes) + receiver.append(next.bytes)
    let lost = items.dropLast().flatMap { item -> [UInt8] in
      guard case .damage(.tooLong, let bytes) = item else { return [] }
      return bytes
    }
    #expect(lost == long.bytes)
    #expect(items.last == .packet(next, raw: next.bytes))
  }

  @Test("segments without payload that never end do not grow the receiver")
  func endlessEmptySegments() {
    var receiver = UCIReceiver(limit: 100)
    var lost = 0
    for _ in 0..<10_000 {
      for case .damage(_, let bytes) in receiver.append([0x51, 0x04, 0, 0]) { lost += bytes.count }
    }
    #expect(lost > 39_000)
  }

  @Test("the types reserved for testing have a 16-bit length", arguments: [4, 5] as [UInt8])
  func testingTypes(type: UInt8) {
    var decoder = UCIStreamDecoder()
    let bytes = [type << 5 | 1, 0, 0x01, 0x01] + [UInt8](repeating: 7, count: 257)
    let items = decoder.append(bytes)
    guard case .segment(let segment) = items.first else {
      Issue.record("no segment")
      return
    }
    #expect(segment.raw == bytes)
  }

  @Test("types 6 and 7 drop what was received with them", arguments: [6, 7] as [UInt8])
  func reservedTypes(type: UInt8) {
    var receiver = UCIReceiver()
    let good: [UInt8] = [0x40, 0, 0, 1, 0]
    let bad: [UInt8] = [type << 5, 1, 2, 3, 4, 5]
    let items = receiver.append(good + bad) + receiver.append(good)
    #expect(items.count == 3)
    #expect(items[1] == .damage(.reservedMessageType, bytes: bad))
    guard case .packet(_, let raw) = items[2] else {
      Issue.record("nothing after the damage")
      return
    }
    #expect(raw == good)
  }

  @Test("a port opened in the middle of a packet is read from the first chunk that starts one")
  func synchronizing() {
    var receiver = UCIReceiver(synchronize: true)
    let ready: [UInt8] = [0x60, 0x01, 0, 1, 1]
    #expect(
      receiver.append([0x00, 0x02, 0x60]) == [.damage(.notSynchronized, bytes: [0, 2, 0x60])])
    #expect(receiver.append([]) == [])
    #expect(receiver.append(Array(ready[..<2])) == [])
    #expect(receiver.append(Array(ready[2...])).count == 1)
    receiver.reset()
    #expect(receiver.append([0x20]) == [.damage(.notSynchronized, bytes: [0x20])])
  }

  @Test(
    "the banner of a terminal server is told from a packet behind it in the same chunk",
    arguments: [
      (
        "\r\nser2net port tcp,2000 device /dev/ttyACM0 [115200N81] (Debian GNU/Linux)\r\n\r\n", true
      ),
      ("Linux 6.1\n", true), ("\r\nlogin: ", false),
    ])
  func banner(text: String, endsLine: Bool) {
    let (banner, ready) = (Array(text.utf8), [0x60, 0x01, 0, 1, 1] as [UInt8])
    var receiver = UCIReceiver(synchronize: true)
    let items = receiver.append(banner + ready)
    #expect(items.first == .damage(.notSynchronized, bytes: endsLine ? banner : banner + ready))
    #expect(items.count == (endsLine ? 2 : 1))
    #expect(receiver.append(ready).count == 1)
    receiver.reset()
    #expect(receiver.append(banner) == [.damage(.notSynchronized, bytes: banner)])
    #expect(receiver.append(ready).count == 1)
  }

  @Test("bytes that end in the middle of a packet are damage at the end")
  func incomplete() {
    var receiver = UCIReceiver()
    #expect(receiver.append([0x50, 0x03, 0, 1, 9, 0x40, 0x03, 0]) == [])
    #expect(
      receiver.finish() == [
        .damage(.incomplete, bytes: [0x50, 0x03, 0, 1, 9]),
        .damage(.incomplete, bytes: [0x40, 0x03, 0]),
      ])
    #expect(receiver.finish() == [])
  }

  @Test("random streams lose no byte and trap nowhere, 50 000 of them")
  func fuzzStreams() {
    var generator = SeededGenerator(state: 0x5EED)
    for _ in 0..<50_000 {
      let dialect = Self.dialects.randomElement(using: &generator) ?? .fira2
      var receiver = UCIReceiver(dialect: dialect, limit: 64)
      var given: [UInt8] = []
      var taken = 0
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        var chunk = generator.bytes(Int.random(in: 0...24, using: &generator))
        // Mostly short packets, so that they are complete now and then.
        if chunk.count > 4, Bool.random(using: &generator) {
          chunk[2] = 0
          chunk[3] &= 7
        }
        given += chunk
        for item in receiver.append(chunk) {
          switch item {
          case .packet(let packet, let raw):
            taken += raw.count
            let message = UCIMessage.decode(packet: packet, dialect: dialect)
            guard packet.payload.count <= 64, message.encode().payload == packet.payload else {
              Issue.record("\(message.name) changed \(hex(packet.payload))")
              return
            }
          case .damage(_, let bytes): taken += bytes.count
          }
        }
      }
      for case .damage(_, let bytes) in receiver.finish() { taken += bytes.count }
      guard taken == given.count else {
        Issue.record("\(taken) of \(given.count) bytes: \(hex(given)) as \(dialect)")
        return
      }
    }
  }

  @Test("NXP's plug-and-play header stands before each packet, and comes off again in any pieces")
  func plugAndPlay() {
    let bytes = unhex("20020000" + "2fa10300010203" + "2002")
    let framed = PnPFraming.framed(bytes)
    #expect(hex(framed) == "01000420020000" + "0100072fa10300010203" + "0100022002")
    var receiver = PnPReceiver()
    let items = framed.flatMap { receiver.append([$0]) }
    #expect(items.flatMap(\.bytes) == bytes && items.allSatisfy { $0.type == PnPFraming.uci })
  }

  @Test("NXP is told by the name of the chip in the vendor information")
  func vendors() {
    func dialect(_ version: UInt8, _ vendor: [UInt8]) -> String {
      UCIDialect(
        deviceInfo: CoreGetDeviceInfoResponse(
          status: .ok, uciVersion: [version, 0], macVersion: [2, 0], phyVersion: [2, 0],
          uciTestVersion: [1, 0x10], vendorInfo: vendor)
      ).description
    }
    #expect(dialect(3, [1, 1, 7, 0, 5] + Array("SR250".utf8)) == "fira2+nxp")
    #expect(dialect(3, [0, 5] + Array("OTHER".utf8)) == "fira2")
    #expect(dialect(3, [0, 200, 0x53]) == "fira2")
    #expect(dialect(1, [9, 0x02, 0x03, 0xCA, 0xDE]) == "fira1+qorvo")
  }
}
