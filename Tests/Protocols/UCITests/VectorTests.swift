import Testing
import WireFormat

@testable import UCI

@Suite("packets that are known")
struct VectorTests {
  @Test("the vector files are there")
  func files() {
    #expect(Vector.packets.count == 93)
    #expect(Vector.lists.count == 137)
  }

  @Test("a known packet becomes its message and the same bytes again", arguments: Vector.packets)
  func roundTrip(vector: Vector) throws {
    var receiver = UCIReceiver(dialect: vector.dialect)
    let items = receiver.append(vector.bytes)
    guard case .packet(let packet, let raw) = items.first, items.count == 1 else {
      Issue.record("not one packet: \(items)")
      return
    }
    #expect(raw == vector.bytes)
    #expect(packet.bytes == vector.bytes)
    let message = UCIMessage.decode(packet: packet, dialect: vector.dialect)
    #expect(message.name == vector.name)
    #expect(message.encode().bytes == vector.bytes)
    if case .malformed(_, let error) = message { Issue.record("malformed: \(error)") }
    if case .unknown = message { Issue.record("unknown") }
  }

  @Test("every field of a known packet has the value that was written", arguments: Vector.packets)
  func fields(vector: Vector) throws {
    var receiver = UCIReceiver(dialect: vector.dialect)
    guard case .packet(let packet, _) = receiver.append(vector.bytes).first else {
      Issue.record("no packet")
      return
    }
    let message = UCIMessage.decode(packet: packet, dialect: vector.dialect)
    let meaning = try #require(vector.object["meaning"] as? [String: Any])
    let fields = try #require(meaning["fields"] as? [String: Any])
    var comparison = FieldComparison()
    comparison.compare(fields, with: message, path: vector.name)
    #expect(comparison.differences == [])
    #expect(comparison.compared > 0 || fields.isEmpty)
  }

  @Test(
    "a known packet cut anywhere is malformed, or ends after a failed status",
    arguments: Vector.packets)
  func cut(vector: Vector) throws {
    let header = UCIHeader(
      vector.bytes[0], vector.bytes[1], vector.bytes[2], vector.bytes[3], dialect: vector.dialect)
    let payload = Array(vector.bytes.dropFirst(UCIHeader.size))
    for length in payload.indices {
      let packet = UCIPacket(
        header.messageType, gid: header.gid, oid: header.oid, payload: Array(payload[..<length]))
      let message = UCIMessage.decode(packet: packet, dialect: vector.dialect)
      #expect(message.encode() == packet, "\(length) bytes")
    }
  }

  @Test("bytes after a known message are kept", arguments: Vector.packets)
  func trailing(vector: Vector) throws {
    var receiver = UCIReceiver(dialect: vector.dialect)
    guard case .packet(var packet, _) = receiver.append(vector.bytes).first else {
      Issue.record("no packet")
      return
    }
    packet.payload += [0xA5, 0x5A, 0x77]
    #expect(UCIMessage.decode(packet: packet, dialect: vector.dialect).encode() == packet)
  }

  @Test("a buffer that is used again leaves nothing in a message", arguments: Vector.packets)
  func reusedBuffer(vector: Vector) throws {
    var receiver = UCIReceiver(dialect: vector.dialect)
    guard case .packet(let packet, _) = receiver.append(vector.bytes).first else {
      Issue.record("no packet")
      return
    }
    let message = UCIMessage.decode(packet: packet, dialect: vector.dialect)
    let payload = Mirror(reflecting: message).children.first?.value
    let body = try #require(payload as? any UCIMessageBody)
    for old: UInt8 in [0x00, 0xFF, 0xA5] {
      var writer = WireWriter()
      writer.write([UInt8](repeating: old, count: 2 * packet.payload.count + 64))
      writer.removeAll()
      body.encode(into: &writer)
      #expect(writer.bytes == packet.payload)
    }
  }

  @Test("a known parameter list is read and gives the same bytes", arguments: Vector.lists)
  func parameterList(vector: Vector) throws {
    let list = try UCITLV.list(from: vector.bytes)
    #expect(UCITLV.bytes(of: list) == vector.bytes)
    let expected = try #require(vector.object["tlvs"] as? [[String: Any]])
    #expect(list.map { Int($0.id) } == expected.compactMap { $0["id"] as? Int })
    #expect(list.map { hex($0.value) } == expected.compactMap { $0["value"] as? String })
  }

  @Test("the names of known parameters are those of the table", arguments: Vector.lists)
  func parameterNames(vector: Vector) throws {
    let expected = try #require(vector.object["tlvs"] as? [[String: Any]])
    let context = try #require(vector.object["context"] as? String)
    for tlv in expected {
      guard let id = (tlv["id"] as? Int).map(UInt8.init(truncatingIfNeeded:)) else { continue }
      let name: String? =
        switch context {
        case "caps_v1": FiRa1CapabilityID(rawValue: id).definition?.name
        case "caps_v2": CapabilityID(rawValue: id).definition?.name
        case "caps_vendor": CapabilityID(rawValue: id).definition?.name
        case "test_config": TestConfigID(rawValue: id).definition?.name
        case "radar_config": RadarConfigID(rawValue: id).definition?.name
        default: AppConfigID(rawValue: id).definition?.name
        }
      #expect(name == tlv["name"] as? String, "\(context) \(id)")
    }
  }
}
