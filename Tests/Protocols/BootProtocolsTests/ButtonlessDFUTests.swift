import BootProtocols
import Testing

@Suite("Nordic's Buttonless DFU")
struct ButtonlessDFUTests {
  @Test("names the bootloader in twenty bytes at most", arguments: [0, 1, 19, 20, 21, 300])
  func name(length: Int) {
    let request = ButtonlessDFU.name(String(repeating: "n", count: length))
    #expect(request[0] == 0x02)
    #expect(Int(request[1]) == min(length, 20) && request.count == 2 + min(length, 20))
  }

  @Test(
    "an answer is one to the request that was made, and says whether it is done",
    arguments: [
      ([0x20, 0x01, 0x01], true), ([0x20, 0x01, 0x06], false), ([0x20, 0x01, 0x00], false),
      ([0x20, 0x02, 0x01], nil), ([0x60, 0x01, 0x01], nil), ([0x20, 0x01], nil), ([], nil),
    ] as [([UInt8], Bool?)])
  func answer(bytes: [UInt8], isDone: Bool?) {
    #expect(ButtonlessDFU.isDone(bytes, of: ButtonlessDFU.enter) == isDone)
  }
}
