import CRigShims
import Errors
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
      try await line.drain(within: .seconds(300))
      #expect(line.lineErrors == nil)
      line.close()
      await #expect(throws: RigError.self) { try await line.setRate(9600) }
    }
  }

  @Test("a rate that the port has not taken is said, one that is near enough is not")
  func rates() throws {
    let lab = Lab.live(seed: 0)
    let listener = try PtyListener(lab, name: "pty:board")
    defer { listener.close() }
    let descriptor = System.openSerial(listener.path)
    try #require(descriptor >= 0)
    defer { rig_close(descriptor) }
    #expect(rig_tty_rate(descriptor, 921_600) == 0)
    try SerialPort.check(rate: rig_tty_speed(descriptor), wanted: 900_000, link: "serial:x")
    let error = #expect(throws: RigError.self) {
      try SerialPort.check(rate: rig_tty_speed(descriptor), wanted: 3_000_000, link: "serial:x")
    }
    #expect(error?.reason == "it cannot do 3000000 baud, its driver takes 921600")
  }

  @Test("writing to a port whose other side is gone ends the link in the words of a hang-up")
  func unplugged() throws {
    let lab = Lab.live(seed: 0)
    let error = try lab.run {
      let listener = try PtyListener(lab, name: "pty:board")
      let port = SerialPort(lab, path: listener.path, parameters: .standard)
      let line = try await port.open()
      defer { line.close() }
      // Nobody reads, so that writing is what meets it. Another thread that starts a program may hold the
      // terminal for a moment longer: what is written until then is taken, and is less than it holds.
      listener.close()
      return await #expect(throws: RigError.self) {
        for _ in 0..<2_000 {
          try await line.send([0x20])
          try await lab.sleep(for: .milliseconds(5), label: "the end of the terminal")
        }
      }
    }
    #expect(error?.code == .closed)
    #expect(error?.reason == "it hung up (unplugged, or the other side closed)")
  }

  @Test("counters of the driver are counted from the opening, over their wrap too")
  func counters() {
    let start = LineErrors(framing: 5, overrun: 4_294_967_295)
    let now = LineErrors(framing: 7, overrun: 2, breaks: 1)
    #expect(now.since(start) == LineErrors(framing: 2, overrun: 3, breaks: 1))
  }
}
