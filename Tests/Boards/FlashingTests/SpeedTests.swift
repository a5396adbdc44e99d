import BootProtocols
import Flashing
import LabRuntime
import Testing

@Suite("The speed of a flash")
struct SpeedTests {
  @Test("Secure DFU with the buffer of a USB port fills its line to 97 %")
  func secureDFU() throws {
    let bench = try FlashBench(.secureDFU, size: 120_000, buffer: 1025)
    let taken = try bench.performing { lab, port, _ in
      let error = await bench.flash(lab, port).error
      #expect(error == nil)
    }
    // An opcode and an END to each 511 bytes, and a byte more for each that is escaped.
    let escaped = bench.content.count { $0 == 0xC0 || $0 == 0xDB }
    let framed = Double(bench.content.count) * 513 / 511 + Double(escaped)
    let least = framed * 10 / Double(bench.rate)
    let share = least / (taken / .seconds(1))
    #expect(share >= 0.97, "\(share)")
    #expect(share <= 1, "\(share)")
  }
}
