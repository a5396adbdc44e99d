import Errors
import LabRuntime
import Links
import Synchronization
import UCI
import UCIHost

/// The link of a conversation; another one after the board's chip has restarted.
final class ConsoleLink: Sendable {
  private struct State {
    var frames: FrameLink
    /// When the board took its reset.
    var resetAt: LabInstant?
    /// Open once the board is back; nil while it is there.
    var isBack: LabGate?
    /// How often the link was opened again.
    var returns = 0
    /// Whether the link that was opened again has brought nothing yet: a terminal server may take a
    /// connection, and end it at once, while the port is away.
    var isUnheard = false
  }

  private let lab: Lab
  private let limits: UCIHost.Limits
  private let reopen: @Sendable () async throws(RigError) -> FrameLink
  private let state: Mutex<State>

  init(
    _ frames: FrameLink, lab: Lab, limits: UCIHost.Limits,
    reopen: @escaping @Sendable () async throws(RigError) -> FrameLink
  ) {
    self.lab = lab
    self.limits = limits
    self.reopen = reopen
    state = Mutex(State(frames: frames))
  }

  var frames: FrameLink { state.withLock { $0.frames } }

  /// How often the link was opened again.
  var returns: Int { state.withLock { $0.returns } }

  func note(_ packet: UCIPacket, at now: LabInstant) {
    state.withLock { state in
      if state.isUnheard { (state.resetAt, state.isUnheard) = (nil, false) }
      if packet.isResetAccepted { state.resetAt = now }
    }
  }

  /// Sends once the board is there.
  func send(_ bytes: [UInt8], framed: Bool) async throws {
    let deadline = lab.now.advanced(by: limits.reopen)
    while let failure = await attempt(bytes, framed: framed) {
      guard failure.code == .closed, state.withLock({ $0.resetAt != nil }), lab.now < deadline
      else { throw failure }
      // Who reads meets the end of the link too, and opens it again.
      try await lab.sleep(for: .milliseconds(20), label: "the end of the link")
      if let gate = state.withLock({ $0.isBack }) { try await gate.wait(until: deadline) }
    }
  }

  /// Why the bytes were not sent; nil once they are.
  ///
  /// A function of its own: the compiler of Swift 6.3.1 ends by a signal where an optimised loop catches a
  /// typed error that a nested asynchronous function throws. `make program` shows when that is over.
  private func attempt(_ bytes: [UInt8], framed: Bool) async -> RigError? {
    do throws(RigError) {
      if framed { try await frames.send(bytes) } else { try await frames.sendRaw(bytes) }
      return nil
    } catch { return error }
  }

  /// The next frame; waits for a board that restarts upon its reset.
  func receive() async throws(RigError) -> Frame {
    do throws(RigError) { return try await frames.receive(until: nil) } catch {
      let gate = LabGate(lab, label: "the board to come back")
      let (resetAt, limit) = state.withLock { state in
        state.isBack = gate
        return (state.resetAt, state.isUnheard ? limits.reopen : limits.response)
      }
      guard error.code == .closed, let resetAt, resetAt.duration(to: lab.now) < limit
      else { throw error }
      let back = try await comeBack()
      state.withLock { state in
        (state.frames, state.isBack, state.isUnheard) = (back, nil, true)
        state.returns += 1
      }
      gate.open()
      return try await receive()
    }
  }

  private func comeBack() async throws(RigError) -> FrameLink {
    let deadline = lab.now.advanced(by: limits.reopen)
    while true {
      do throws(RigError) { return try await reopen() } catch {
        guard error.code != .cancelled, lab.now < deadline else { throw error }
      }
      try await lab.sleep(for: .milliseconds(50), label: "the board to come back")
    }
  }
}
