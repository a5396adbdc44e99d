public import Errors
public import LabRuntime
import Synchronization
import WireFormat

/// One whole frame from the other side.
public struct Frame: Hashable, Sendable {
  /// The frame, without its framing.
  public var bytes: [UInt8]
  /// When its last byte was read.
  public var at: LabInstant
}

/// Frames over a link, for the one owner of the board.
///
/// Frames are cut and recorded on the carrier's reader thread, right after the bytes were read; the
/// owner awaits them with a deadline. At most ``limit`` unread bytes are held: then the link is not
/// read until the owner has caught up.
public final class FrameLink: Sendable {
  /// Unread bytes that are held before the link is held back.
  public static let limit = 1 << 20

  /// Bytes without a frame that are kept for a person to look at.
  static let shownBytes = 64

  private struct State {
    var cutter: any FrameCutter
    var heldBytes = 0
    var damage = 0
    /// The first bytes of what has come since a frame ended, and belongs to none so far.
    var unfinished: [UInt8] = []
    var ending: RigError?
    var isHeldBack = false
    var taken = 0
    var sent = SentFrames()
    /// A frame that came after the deadline of the waiting task; the next one gets it.
    var late: Frame?
  }

  /// The name of the link in messages.
  public var name: String { link.name }
  private let link: any Link
  private let lab: Lab
  private let recorder: FrameRecorder?
  private let observer: (any FrameObserver)?
  private let frames: LabChannel<Frame>
  private let state: Mutex<State>

  /// Takes over a link and starts it.
  ///
  /// - Parameters:
  ///   - recorder: where chunks and frames are written down; nil for the board's own side.
  ///   - observer: sees each frame; nil for none.
  public init(
    _ link: any Link, cutter: any FrameCutter, lab: Lab, recorder: FrameRecorder? = nil,
    observer: (any FrameObserver)? = nil
  ) {
    self.link = link
    line = link as? any SerialLine
    self.lab = lab
    self.recorder = recorder
    self.observer = observer
    frames = LabChannel(lab, label: "a frame from \(recorder?.board ?? link.name)")
    state = Mutex(State(cutter: link.preservesMessages ? MessageCutter() : cutter))
    observer?.opened(at: lab.now)
    link.start { [weak self] event in self?.take(event) }
  }

  deinit { link.close() }

  /// The line at the end of the link; nil where it has none.
  public let line: (any SerialLine)?
  /// The processes of this machine at the other side; nil for a board of its own.
  public var player: Player? { link.player }

  /// Why the link has ended; nil while it goes on.
  public var ending: RigError? { state.withLock { $0.ending } }

  /// Bytes that belonged to no frame so far.
  public var damagedBytes: Int { state.withLock { $0.damage } }

  /// What has come since the last frame and makes none so far: its first 64 bytes.
  public var unfinished: [UInt8] { state.withLock { $0.unfinished } }

  /// Gives up what makes no frame, such as the banner of a terminal server: the next byte begins
  /// one.
  ///
  /// - Returns: the first 64 bytes of it.
  @discardableResult
  public func discardUnfinished() -> [UInt8] {
    let bytes = state.withLock { state in
      defer { state.unfinished = [] }
      state.cutter.reset()
      return state.unfinished
    }
    if !bytes.isEmpty { recorder?.discarded(bytes) }
    return bytes
  }

  /// Changes how what comes from now on is cut; a link whose frames are cut by another cutter stays as
  /// it is.
  func recut<Cutter: FrameCutter>(_ type: Cutter.Type, _ change: (inout Cutter) -> Void) {
    state.withLock { state in
      guard var cutter = state.cutter as? Cutter else { return }
      change(&cutter)
      state.cutter = cutter
    }
  }

  /// Bytes of frames that wait for the owner, with a little for each frame.
  public var unreadBytes: Int { state.withLock { $0.heldBytes } }

  /// Frames that the owner has received so far.
  public var takenFrames: Int { state.withLock { $0.taken } }

  /// The frames or the raw bytes that were sent last, as they were given.
  public var lastSent: SentFrames { state.withLock { $0.sent } }

  /// Sends one frame.
  public func send(_ frame: [UInt8]) async throws(RigError) {
    let bytes: [UInt8]
    do {
      bytes = try state.withLock { state throws(WireError) in try state.cutter.wrap(frame) }
    } catch {
      throw RigError(.failed, name, reason: "the frame cannot be sent: \(error)")
    }
    try await transmit(bytes, frame: frame)
  }

  /// Sends bytes as they are, without framing: for cases about broken streams.
  public func sendRaw(_ bytes: [UInt8]) async throws(RigError) {
    try await transmit(bytes, frame: nil)
  }

  /// The next frame.
  ///
  /// - Throws: ``RigError`` `timedOut`, `cancelled`, or `closed` with the reason, once everything
  ///   that came before the end was received.
  public func receive(until deadline: LabInstant?) async throws(RigError) -> Frame {
    // A flood must not keep the lab from everything else.
    if takenFrames % 256 == 255 { await Task.yield() }
    do throws(RigError) {
      let frame =
        if let late = state.withLock({ $0.late }) { late } else {
          try await frames.receive(until: deadline)
        }
      // Nor may it stretch a deadline: what was read after it is late, however soon it is taken.
      let isLate = deadline.map { frame.at > $0 } ?? false
      state.withLock { $0.late = isLate ? frame : nil }
      guard !isLate else { throw RigError(.timedOut, "a frame") }
      release(frame)
      return frame
    } catch {
      throw linkError(error)
    }
  }

  /// The next frame if there is one already.
  public func tryReceive() -> Frame? {
    let late = state.withLock { state in
      let late = state.late
      state.late = nil
      return late
    }
    guard let frame = late ?? frames.tryReceive() else { return nil }
    release(frame)
    return frame
  }

  /// Ends the link.
  public func close() {
    state.withLock { state in
      if state.ending == nil {
        state.ending = RigError(.closed, name, reason: "we closed it")
      }
    }
    link.close()
    frames.close()
  }

  private func transmit(_ bytes: [UInt8], frame: [UInt8]?) async throws(RigError) {
    if let ending { throw ending }
    state.withLock { $0.sent.add(frame ?? bytes) }
    recorder?.sent(bytes, frame: frame, at: lab.now)
    observer?.sent(bytes, frame: frame, at: lab.now)
    do throws(RigError) { try await link.send(bytes) } catch {
      // Whether reading or writing meets an unplugged board first is chance; what follows is not.
      if error.code == .closed { state.withLock { $0.ending = $0.ending ?? error } }
      throw error
    }
  }

  private func take(_ event: LinkEvent) {
    switch event {
    case .received(let chunk):
      let (items, holdBack) = state.withLock { state in
        let items = state.cutter.feed(chunk.bytes)
        // What is left behind the last frame of a chunk is looked at with the next one.
        if !items.isEmpty { state.unfinished = [] }
        if items.isEmpty {
          state.unfinished += chunk.bytes.prefix(Self.shownBytes - state.unfinished.count)
        }
        for item in items {
          switch item {
          case .frame(let frame):
            state.heldBytes += frame.count + 16
            state.sent.isAnswered = true
          case .damage(_, let bytes): state.damage += bytes
          }
        }
        let holdBack = state.heldBytes > Self.limit && !state.isHeldBack
        if holdBack { state.isHeldBack = true }
        return (items, holdBack)
      }
      recorder?.received(chunk, items: items)
      observer?.received(items, at: chunk.at)
      for case .frame(let frame) in items { frames.send(Frame(bytes: frame, at: chunk.at)) }
      if holdBack { link.setReading(false) }
    case .closed(let error):
      state.withLock { state in state.ending = state.ending ?? error }
      frames.close()
    }
  }

  private func release(_ frame: Frame) {
    let goOn = state.withLock { state in
      state.heldBytes -= frame.bytes.count + 16
      state.taken += 1
      let goOn = state.isHeldBack && state.heldBytes < Self.limit / 2
      if goOn { state.isHeldBack = false }
      return goOn
    }
    if goOn { link.setReading(true) }
  }

  private func linkError(_ error: RigError) -> RigError {
    switch error.code {
    case .timedOut:
      RigError(.timedOut, name, reason: "no frame came in time")
    case .closed:
      ending ?? RigError(.closed, name, reason: "the link is closed")
    default:
      RigError(.cancelled, name, reason: "waiting for a frame was cancelled")
    }
  }
}
