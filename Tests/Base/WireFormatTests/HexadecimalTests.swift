import Testing
import WireFormat

struct HexadecimalTests {
  @Test("encoding gives two lowercase digits a byte")
  func encoding() {
    #expect(Hexadecimal.encode([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
    #expect(Hexadecimal.encode([UInt8]()) == "")
    #expect(Hexadecimal.name(0x0A) == "0x0a")
  }

  @Test(
    "what people write is understood",
    arguments: [
      ("0b0100", [0x0B, 0x01, 0x00]), ("0B 01 00", [0x0B, 0x01, 0x00]),
      ("0b:01:00", [0x0B, 0x01, 0x00]), ("0x0b0100", [0x0B, 0x01, 0x00]),
      ("0x0b 0X01\t0x00\r\n", [0x0B, 0x01, 0x00]), ("", []), (" : ", []), ("0x", []),
      ("00", [0x00]),
    ] as [(String, [UInt8])])
  func decoding(text: String, bytes: [UInt8]) throws {
    #expect(try Hexadecimal.decode(text) == bytes)
  }

  @Test(
    "what is no hexadecimal is refused with its place",
    arguments: [
      ("0", 1), ("0b 1", 4), ("0b1 00", 3), ("zz", 0), ("0b,00", 2), ("000x01", 3), ("é1", 0),
      ("1x", 1), ("0x0x01", 3),
    ])
  func refusals(text: String, offset: Int) throws {
    let error = #expect(throws: WireError.self) { try Hexadecimal.decode(text) }
    #expect(error?.offset == offset)
    #expect(error?.code == .invalid)
  }

  @Test("the refusal of a control character cannot reach a terminal as one")
  func escaping() {
    let error = #expect(throws: WireError.self) { try Hexadecimal.decode("00\u{1B}[2J") }
    #expect(error?.found == "the byte 0x1b")
  }
}
