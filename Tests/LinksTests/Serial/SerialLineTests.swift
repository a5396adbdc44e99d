import LabRuntime
import Testing

@testable import Links

@Suite("a serial line")
struct SerialLineTests {
  @Test("a pseudo-terminal has no lines, no break and no counters, and that is no fault")
  func pseudo() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      let listener = try PtyListener(lab, name: "pty:board")
      defer { listener.close() }
      let port = SerialPort(lab, path: listener.path, parameters: .standard)
      let line = try #require(try await port.open() as? any SerialLine)
      line.start { _ in }
      try await line.setRate(1_000_000)
      try await line.setLines(dtr: true, rts: false)
      try await line.setBreak(true)
      try await line.drain(within: .seconds(1))
      #expect(line.lineErrors == nil)
      line.close()
      await #expect(throws: LinkError.self) { try await line.setRate(9600) }
    }
  }

  @Test("counters of the driver are counted from the opening, over their wrap too")
  func counters() {
    let start = LineErrors(framing: 5, overrun: 4_294_967_295)
    let now = LineErrors(framing: 7, overrun: 2, breaks: 1)
    #expect(now.since(start) == LineErrors(framing: 2, overrun: 3, breaks: 1))
    #expect(LineErrors(breaks: 3).isClean)
    #expect(!now.isClean)
  }
}
