import Testing
import WireFormat

struct CRCTests {
  private let digits = Array("123456789".utf8)

  @Test("the check values of the catalogue come out")
  func checkValues() {
    #expect(CRC16.xmodem(digits) == 0x31C3)
    #expect(CRC32.ieee(digits) == 0xCBF4_3926)
    #expect(CRC16.xmodem([UInt8]()) == 0)
    #expect(CRC32.ieee([UInt8]()) == 0)
  }

  @Test("a check in two pieces equals that of the whole", arguments: 0...9)
  func pieces(cut: Int) {
    var crc = CRC32()
    crc.update(digits[..<cut])
    crc.update(digits[cut...])
    #expect(crc.value == 0xCBF4_3926)
  }
}
