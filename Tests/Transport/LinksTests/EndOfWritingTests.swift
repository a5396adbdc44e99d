import Errors
import LabRuntime
import Synchronization
import Testing

@testable import Links

/// A link that takes no bytes any more and whose reader has not met that yet.
private final class DeadEnd: Link {
  let name = "dead end"
  let preservesMessages = true
  let error: RigError

  init(_ error: RigError) { self.error = error }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {}
  func send(_ bytes: [UInt8]) async throws(RigError) { throw error }
  func setReading(_ reading: Bool) {}
  func close() {}
}

@Suite("Writing to a link that has ended")
struct EndOfWritingTests {
  private func ending(after error: RigError) throws -> (thrown: RigError?, ending: RigError?) {
    let lab = Lab.simulated(seed: 0)
    return try lab.run {
      let frames = FrameLink(DeadEnd(error), cutter: MessageCutter(), lab: lab)
      defer { frames.close() }
      var thrown: RigError?
      do throws(RigError) { try await frames.send([1]) } catch { thrown = error }
      return (thrown, frames.ending)
    }
  }

  @Test("ends the frames as a hang-up does, whichever of reading and writing is first")
  func closed() throws {
    let error = RigError(.closed, "dead end", reason: "it hung up")
    let (thrown, ending) = try ending(after: error)
    #expect(thrown == error)
    #expect(ending == error)
  }

  @Test("is no end where the write was only broken off")
  func cancelled() throws {
    let (thrown, ending) = try ending(
      after: RigError(.cancelled, "dead end", reason: "sending was cancelled"))
    #expect(thrown?.code == .cancelled)
    #expect(ending == nil)
  }
}
