import CRigShims
import Glibc
import LabRuntime
import Synchronization
import Testing
import WireFormat

@testable import Links

@Suite("A terminal that others take over")
struct TakenOverTests {
  /// What a link reads where "b" is written while it looks who the user is.
  private func read(hangingUp: Bool) throws -> [[UInt8]] {
    let (master, path) = System.openTerminal()
    let user = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0 && user >= 0)
    defer { rig_close(user) }
    let lab = Lab.live(seed: 0)
    return try lab.run {
      let events = LabChannel<LinkEvent>(lab, label: "something to read")
      let current = Mutex<DescriptorLink?>(nil)
      let looks = Mutex(0)
      let link = DescriptorLink(
        lab, name: "taken over", input: master, output: master,
        beforeReading: {
          let look = looks.withLock { looks in
            looks += 1
            return looks
          }
          guard look == 1 else { return }
          _ = [UInt8(ascii: "b")].withUnsafeBytes { write(user, $0.baseAddress, 1) }
          // The kernel hands it over a little later.
          while rig_tty_waiting(master) == 1 { sched_yield() }
          if hangingUp { current.withLock { $0 }?.hangUp("another user") }
        })
      current.withLock { $0 = link }
      defer { link.close() }
      link.start { events.send($0) }
      _ = [UInt8(ascii: "a")].withUnsafeBytes { write(user, $0.baseAddress, 1) }
      var chunks: [[UInt8]] = []
      while chunks.joined().count < 2 {
        guard case .received(let chunk) = try await events.receive() else { break }
        chunks.append(chunk.bytes)
      }
      return chunks
    }
  }

  @Test("what comes behind the look is another read")
  func behind() throws {
    #expect(try read(hangingUp: false) == [[UInt8(ascii: "a")], [UInt8(ascii: "b")]])
  }

  @Test("what comes behind the look is not read for one whom it has ended")
  func ended() throws {
    #expect(try read(hangingUp: true).isEmpty)
  }
}
