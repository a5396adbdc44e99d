import Links
import Rig
import Synchronization

/// The link of a board across the times that a case opens it, and what went over it.
final class BoardConnection: Sendable {
  private struct State {
    var frames: FrameLink?
    /// Frames received over links that are closed by now, since the case began.
    var receivedBefore = 0
    /// Frames that the open link had received when the case began.
    var baseline = 0
    var lastSent: [UInt8] = []

    mutating func retire() {
      guard let frames else { return }
      receivedBefore += frames.takenFrames - baseline
      lastSent = frames.lastSent
      baseline = 0
      self.frames = nil
    }
  }

  let board: BenchBoard
  private let state = Mutex(State())

  init(_ board: BenchBoard) { self.board = board }

  var name: String { board.name }
  var ending: LinkError? { state.withLock { $0.frames?.ending } }
  var lastSent: [UInt8] { state.withLock { $0.frames?.lastSent ?? $0.lastSent } }
  var receivedFrames: Int {
    state.withLock { $0.receivedBefore + ($0.frames?.takenFrames ?? $0.baseline) - $0.baseline }
  }

  func beginCase() {
    state.withLock { state in
      state.receivedBefore = 0
      state.baseline = state.frames?.takenFrames ?? 0
      state.lastSent = []
    }
  }

  /// Opens the link anew.
  @discardableResult
  func reopen() async throws(LinkError) -> FrameLink {
    state.withLock { $0.retire() }
    let frames = try await board.connect()
    state.withLock { $0.frames = frames }
    return frames
  }

  /// The open link; opens it when it is not, or has ended.
  func opened() async throws(LinkError) -> FrameLink {
    if let frames = state.withLock({ $0.frames }), frames.ending == nil { return frames }
    return try await reopen()
  }

  /// The link as it is.
  ///
  /// - Throws: ``LinkError`` when the case itself has closed it.
  func current() throws(LinkError) -> FrameLink {
    guard let frames = state.withLock({ $0.frames }) else {
      throw LinkError(.closed, link: name, reason: "the case has closed the link")
    }
    return frames
  }

  func close(reason: String) {
    state.withLock { $0.retire() }
    board.release(reason: reason)
  }
}
