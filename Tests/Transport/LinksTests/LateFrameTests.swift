import Errors
import LabRuntime
import Links
import Testing

@Suite("A deadline of a frame")
struct LateFrameTests {
  @Test("is not stretched by a frame that was read after it, and the frame is not lost")
  func late() throws {
    let lab = Lab.simulated(seed: 0)
    let (code, next) = try lab.run {
      let (near, far) = MemoryLink.pair(lab, name: "memory")
      let frames = FrameLink(near, cutter: MessageCutter(), lab: lab)
      defer { frames.close() }
      let deadline = lab.now.advanced(by: .milliseconds(5))
      try await lab.sleep(for: .milliseconds(20), label: "the deadline to pass")
      try await far.send([7])
      var code: RigError.Code?
      do throws(RigError) { _ = try await frames.receive(until: deadline) } catch {
        code = error.code
      }
      return (code, try await frames.receive(until: lab.now).bytes)
    }
    #expect(code == .timedOut)
    #expect(next == [7])
  }
}
