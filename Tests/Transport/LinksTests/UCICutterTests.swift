import Links
import Testing
import UCI
import WireFormat

@Suite("The UCI cutter")
struct UCICutterTests {
  static let stream = "600100010142000001005102000300010261020006010000000200"
  static let packets = ["6001000101", "4200000100", "51020003000102", "61020006010000000200"]

  private func cut(_ chunks: [[UInt8]], synchronize: Bool = true) -> [StreamItem] {
    var cutter = UCICutter(synchronize: synchronize)
    return chunks.flatMap { cutter.feed($0) }
  }

  @Test("gives one frame a segment, whatever the pieces", arguments: 1...30)
  func pieces(_ size: Int) throws {
    let bytes = try Hexadecimal.decode(Self.stream)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    #expect(cut(chunks) == (try Self.packets.map { .frame(try Hexadecimal.decode($0)) }))
  }

  @Test("drops what was cut off when the port was opened")
  func synchronizes() throws {
    let ready: [UInt8] = [0x60, 0x01, 0x00, 0x01, 0x01]
    #expect(
      cut([[0x00, 0x02], [0x17, 0x60], ready]) == [
        .damage(reason: "bytes before the first packet: 0002", bytes: 2),
        .damage(reason: "bytes before the first packet: 1760", bytes: 2), .frame(ready),
      ])
  }

  @Test("of a board's own side takes commands at once")
  func board() {
    let reset: [UInt8] = [0x20, 0x00, 0x00, 0x01, 0x00]
    #expect(cut([reset], synchronize: false) == [.frame(reset)])
    #expect(
      cut([reset]) == [.damage(reason: "bytes before the first packet: 2000000100", bytes: 5)])
  }

  @Test("starts again behind a message type that means nothing, and after a reset")
  func recovers() {
    let ready: [UInt8] = [0x60, 0x01, 0x00, 0x01, 0x01]
    var cutter = UCICutter()
    #expect(cutter.feed([0x40]) == [])
    cutter.reset()
    #expect(cutter.feed(ready) == [.frame(ready)])
    #expect(
      cutter.feed(ready + [0xE0, 0x01]) == [
        .frame(ready), .damage(reason: "a reserved message type", bytes: 2),
      ])
    #expect(cutter.feed(ready) == [.frame(ready)])
  }

  @Test("reads the 16-bit length of NXP's own groups only for NXP")
  func nxp() throws {
    let bytes = try Hexadecimal.decode("698a010040")
    var nxp = UCICutter(dialect: UCIDialect(vendor: .nxp))
    var other = UCICutter()
    #expect(nxp.feed(bytes) == [.frame(bytes)])
    #expect(other.feed(bytes) == [.frame(Array(bytes.prefix(4)))])
  }
}
