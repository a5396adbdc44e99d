import Errors
import LabRuntime
import Links

/// Serves a board on a listener: one connection after the other, whatever the peer does.
struct BoardHost {
  let lab: Lab
  var clock = BoardClock()
  /// How much of its time a board that was held up makes up for in one go.
  static let stretch = Duration.milliseconds(100)

  enum Ending: Sendable {
    case disconnected
    case died(Duration)
    case cancelled
  }

  private var now: LabInstant { clock.local(lab.now) }

  private func deadline(of board: borrowing some HostedBoard) -> LabInstant? {
    board.nextDeadline.map(clock.global)
  }

  /// Runs until the listener is closed or the task is cancelled.
  func serve(_ listener: any LinkListener, _ board: inout some HostedBoard) async {
    defer { board.powerOff() }
    while true {
      let (link, isOver) = await next(listener, &board)
      if isOver { return }
      guard let link else { continue }
      let ending = await converse(over: link, &board)
      switch ending {
      case .disconnected: board.disconnected(at: now)
      case .cancelled: return
      case .died(let duration):
        board.reboot(at: now)
        await stayDead(for: duration, listener)
      }
    }
  }

  /// The next connection; until then the board goes on with its own affairs.
  private func next(
    _ listener: any LinkListener, _ board: inout some HostedBoard
  ) async -> (link: (any Link)?, isOver: Bool) {
    board.passTime(to: now)
    do throws(RigError) {
      return (try await listener.connections.receive(until: deadline(of: board)), false)
    } catch {
      return (nil, error.code != .timedOut)
    }
  }

  private func converse(over link: any Link, _ board: inout some HostedBoard) async -> Ending {
    // In a lab that serves others a link is read on the lab's own thread: there is no thread to
    // hand a request over to.
    if lab.idling != nil, let link = link as? any ImmediateLink {
      return await DirectConversation(link, board, lab).perform(&board)
    }
    let frames = FrameLink(link, cutter: board.makeCutter(), lab: lab)
    defer { frames.close() }
    board.connected(at: now)
    while true {
      do throws(RigError) {
        if let due = board.nextDeadline {
          await Self.catchUp(from: due, to: { now }) { board.passTime(to: $0) }
        }
        board.passTime(to: now)
        while let bytes = board.nextToSend(at: now) { try await frames.send(bytes) }
        if let duration = board.isDeadFor { return .died(duration) }
        let frame = try await frames.receive(until: deadline(of: board))
        // What was due before the frame came has happened before it, also when both are late.
        board.passTime(to: clock.local(frame.at.advanced(by: .nanoseconds(-1))))
        board.received(frame.bytes, at: now)
        if let duration = board.isDeadFor { return .died(duration) }
      } catch {
        switch error.code {
        case .timedOut: continue
        // The frame does not fit the framing: it is lost, the link goes on.
        case .failed where frames.ending == nil: continue
        case .cancelled: return .cancelled
        default: return .disconnected
        }
      }
    }
  }

  /// Lets the board do what is due. One that was held up, because its peer did not read, has much
  /// to do at once: the others get their turn in between.
  static func catchUp(
    from due: LabInstant, to now: () -> LabInstant, _ passTime: (LabInstant) -> Void
  ) async {
    var reached = due.advanced(by: stretch)
    while reached < now(), !Task.isCancelled {
      passTime(reached)
      await Task.yield()
      reached = reached.advanced(by: stretch)
    }
  }

  private func stayDead(for duration: Duration, _ listener: any LinkListener) async {
    let end = lab.now.advanced(by: duration)
    while let link = try? await listener.connections.receive(until: end) { link.close() }
  }
}
