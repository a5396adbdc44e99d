import LabRuntime
import Links
import Rig
import Synchronization

/// The open link of a board and what a case has done with it.
final class BoardConnection: Sendable {
  private struct State {
    var frames: FrameLink?
    var lastSent: [UInt8] = []
    var received = 0
  }

  let board: BenchBoard
  private let state = Mutex(State())

  init(_ board: BenchBoard) { self.board = board }

  var name: String { board.name }
  var lastSent: [UInt8] { state.withLock { $0.lastSent } }
  var receivedFrames: Int { state.withLock { $0.received } }
  var ending: LinkError? { state.withLock { $0.frames?.ending } }
  var isOpen: Bool { state.withLock { $0.frames.map { $0.ending == nil } ?? false } }

  func beginCase() {
    state.withLock { state in
      state.lastSent = []
      state.received = 0
    }
  }

  func noteSent(_ bytes: [UInt8]) { state.withLock { $0.lastSent = bytes } }
  func noteReceived() { state.withLock { $0.received += 1 } }

  @discardableResult
  func reopen() async throws(LinkError) -> FrameLink {
    state.withLock { $0.frames = nil }
    let frames = try await board.connect()
    state.withLock { $0.frames = frames }
    return frames
  }

  /// The open link; opens it when it is not.
  func opened() async throws(LinkError) -> FrameLink {
    if let frames = state.withLock({ $0.frames }), frames.ending == nil { return frames }
    return try await reopen()
  }

  /// The link as it is.
  ///
  /// - Throws: why it has ended.
  func current() throws(LinkError) -> FrameLink {
    guard let frames = state.withLock({ $0.frames }) else {
      throw LinkError(.closed, link: name, reason: "the case has closed the link")
    }
    return frames
  }

  func close(reason: String) {
    state.withLock { $0.frames = nil }
    board.release(reason: reason)
  }
}
