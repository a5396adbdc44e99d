import Testing
import WireFormat

@testable import UCI

@Suite("messages that nobody has seen")
struct FuzzTests {
  @Test("any payload of any opcode survives, 50 000 of them")
  func payloads() {
    var generator = SeededGenerator(state: 0xF12A)
    var typed = 0
    var malformed = 0
    for _ in 0..<50_000 {
      let dialect = PacketTests.dialects.randomElement(using: &generator) ?? .fira2
      let packet = Self.packet(using: &generator)
      let message = UCIMessage.decode(packet: packet, dialect: dialect)
      guard message.encode() == packet else {
        Issue.record("\(message.name) changed \(hex(packet.payload))")
        return
      }
      switch message {
      case .malformed(_, let error):
        malformed += 1
        guard !error.message.isEmpty, error.message == message.name, !error.field.isEmpty else {
          Issue.record("an error that does not say where: \(error)")
          return
        }
      case .unknown: break
      default: typed += 1
      }
    }
    #expect(typed > 3_000, "\(typed)")
    #expect(malformed > 3_000, "\(malformed)")
  }

  @Test("known packets with one byte changed survive")
  func mutations() {
    var generator = SeededGenerator(state: 77)
    for vector in Vector.packets {
      var receiver = UCIReceiver(dialect: vector.dialect)
      guard case .packet(let packet, _) = receiver.append(vector.bytes).first else { continue }
      for index in packet.payload.indices {
        var changed = packet
        changed.payload[index] = UInt8.random(in: 0...255, using: &generator)
        for dialect in PacketTests.dialects {
          let message = UCIMessage.decode(packet: changed, dialect: dialect)
          #expect(message.encode() == changed, "\(vector) byte \(index) as \(dialect)")
        }
      }
    }
  }

  private static func packet(using generator: inout SeededGenerator) -> UCIPacket {
    let type = UCIMessageType(rawValue: UInt8.random(in: 0...3, using: &generator))
    let gid = UInt8.random(in: 0...15, using: &generator)
    let oid = type == .data ? 0 : UInt8.random(in: 0...0x32, using: &generator)
    let groups: [UInt8] = [0, 1, 2, 0xB, 0xC, 0xD]
    let likely = UCIPacket(
      type, gid: groups.randomElement(using: &generator) ?? 0,
      oid: type == .data ? 0 : UInt8.random(in: 0...0x0E, using: &generator))
    var packet =
      Bool.random(using: &generator) ? likely : UCIPacket(type, gid: gid, oid: oid)
    packet.payload = generator.bytes(Int.random(in: 0...60, using: &generator))
    for index in packet.payload.indices where UInt8.random(in: 0...2, using: &generator) == 0 {
      packet.payload[index] &= 3
    }
    return packet
  }
}
