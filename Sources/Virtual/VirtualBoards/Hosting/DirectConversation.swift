import Errors
import LabRuntime
import Links
import Synchronization
import WireFormat

/// A conversation in which the board answers right where its peer's bytes were read, without a task
/// that has to be resumed for each; a task does what is due by time, and waits where the peer does
/// not read.
final class DirectConversation<Board: HostedBoard>: Sendable {
  private struct State {
    var board: Board
    var cutter: any FrameCutter
    /// Bytes that the carrier did not take yet; nothing else is sent before them.
    var unsent: [UInt8] = []
    /// Chunks read while the board was far behind its time, or its peer did not read.
    var unheard: [Chunk] = []
    var ending: BoardHost.Ending?
    /// Until when the task waits; nil: until it is woken.
    var awaited: LabInstant?

    var mustWait: Bool { !unsent.isEmpty || !unheard.isEmpty }
  }

  private let link: any ImmediateLink
  private let lab: Lab
  private let wakeUp: LabChannel<Void>
  private let state: Mutex<State>

  init(_ link: any ImmediateLink, _ board: Board, _ lab: Lab) {
    self.link = link
    self.lab = lab
    wakeUp = LabChannel(lab, label: "the next action of the board on \(link.name)")
    state = Mutex(State(board: board, cutter: board.makeCutter()))
  }

  /// Talks until one side ends it; `board` is then what has become of it.
  func perform(_ board: inout Board) async -> BoardHost.Ending {
    state.withLock { $0.board.connected(at: lab.now) }
    link.start { [weak self] event in self?.take(event) }
    let ending = await untilEnd()
    link.close()
    board = state.withLock { $0.board }
    return ending
  }

  private func untilEnd() async -> BoardHost.Ending {
    while true {
      if Task.isCancelled { return .cancelled }
      if let due = state.withLock({ $0.board.nextDeadline }) {
        await BoardHost.catchUp(from: due, to: { lab.now }) { reached in
          state.withLock { $0.board.passTime(to: reached) }
        }
      }
      let (unsent, ending, deadline) = state.withLock { state in
        state.board.passTime(to: lab.now)
        flush(&state)
        if let duration = state.board.isDeadFor { state.ending = state.ending ?? .died(duration) }
        while state.unsent.isEmpty, !state.unheard.isEmpty, state.ending == nil {
          hear(state.unheard.removeFirst(), &state)
        }
        state.awaited = state.board.nextDeadline
        return (state.unsent, state.ending, state.awaited)
      }
      if let ending { return ending }
      do throws(RigError) {
        if unsent.isEmpty {
          link.setReading(true)
          try await wakeUp.receive(until: deadline)
        } else {
          try await link.send(unsent)
          state.withLock { $0.unsent = [] }
        }
      } catch {
        if error.code == .cancelled { return .cancelled }
        if !unsent.isEmpty { return .disconnected }
      }
    }
  }

  private func isFarBehind(_ due: LabInstant) -> Bool {
    due.advanced(by: BoardHost.stretch) < lab.now
  }

  /// On the lab's thread, between two jobs.
  private func take(_ event: LinkEvent) {
    let mustWake = state.withLock { state in
      switch event {
      case .closed:
        state.ending = state.ending ?? .disconnected
        return true
      case .received(let chunk):
        if state.mustWait || state.board.nextDeadline.map(isFarBehind) ?? false {
          state.unheard.append(chunk)
        } else {
          hear(chunk, &state)
        }
        if state.mustWait {
          link.setReading(false)
          return true
        }
        if state.ending != nil { return true }
        // The task need not know of what has been done already.
        guard let due = state.board.nextDeadline else { return false }
        return state.awaited.map { due < $0 } ?? true
      }
    }
    if mustWake { wakeUp.send(()) }
  }

  private func hear(_ chunk: Chunk, _ state: inout State) {
    for case .frame(let frame) in state.cutter.feed(chunk.bytes) {
      guard state.ending == nil else { return }
      // What was due before the frame came has happened before it, also when both are late.
      state.board.passTime(to: chunk.at.advanced(by: .nanoseconds(-1)))
      state.board.received(frame, at: lab.now)
      if let duration = state.board.isDeadFor {
        state.ending = .died(duration)
        return
      }
      flush(&state)
    }
  }

  /// Sends what is due, as far as the carrier takes it.
  private func flush(_ state: inout State) {
    let now = lab.now
    while state.unsent.isEmpty, state.ending == nil, let frame = state.board.nextToSend(at: now) {
      // A frame that does not fit the framing is lost, the link goes on.
      guard let bytes = try? state.cutter.wrap(frame) else { continue }
      guard let sent = link.sendNow(bytes) else {
        state.ending = .disconnected
        return
      }
      if sent < bytes.count { state.unsent = Array(bytes[sent...]) }
    }
  }
}
