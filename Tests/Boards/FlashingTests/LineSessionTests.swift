import Errors
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Flashing

/// A board that sends without end, as far as it is read.
private final class Flood: Link {
  let name = "flood"
  let preservesMessages = false
  private let state = Mutex((sent: 0, isRead: true))
  var sent: Int { state.withLock { $0.sent } }

  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {
    let piece = Chunk(bytes: [UInt8](repeating: 0x55, count: 64 << 10), at: .zero)
    while state.withLock({ $0.isRead && $0.sent < 64 << 20 }) {
      state.withLock { $0.sent += piece.bytes.count }
      receive(.received(piece))
    }
  }

  func send(_ bytes: [UInt8]) async throws(RigError) {}
  func setReading(_ reading: Bool) { state.withLock { $0.isRead = reading } }
  func close() {}
}

@Suite("The line of a programmer")
struct LineSessionTests {
  @Test("a board that floods is held back before it fills the memory")
  func flood() throws {
    let lab = Lab.simulated(seed: 0)
    let link = Flood()
    let session = LineSession(lab, on: link)
    #expect(link.sent < 1 << 20, "\(link.sent) bytes")
    let pieces = try lab.run {
      var pieces = 0
      while try await session.receive(until: lab.now.advanced(by: .milliseconds(1))) != nil {
        pieces += 1
      }
      return pieces
    }
    // All that was taken is given, and nothing waits.
    #expect(pieces * 64 << 10 == link.sent)
  }
}
