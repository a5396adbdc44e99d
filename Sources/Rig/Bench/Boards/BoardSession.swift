import BootProtocols
public import Errors
import Journal
public import LabRuntime
public import Links
public import RigFile
import Synchronization
public import UCI
public import UCIHost
import VirtualBoards
import WireFormat

/// The link of a board across the times that it is opened: the one owner of what is open, of its
/// record, and of what went over it since a case began.
public final class BoardSession: Sendable {
  private struct State {
    var frames: FrameLink?
    /// The open link has settled.
    var isReady = false
    /// The host side of a UCI board, over the open link.
    var host: UCIHost?
    /// Frames received over links that are closed by now, since the case began.
    var receivedBefore = 0
    /// Frames that the open link had received when the case began.
    var baseline = 0
    var lastSent = SentFrames()
    /// The counts of the open link's line when they were last read.
    var seenErrors = LineErrors()
    var instance: String?
    var observer: (any BoardObserver)?
    /// The board's dialect, as far as it is known.
    var dialect: String?

    /// The link as far as it can be talked over.
    var ready: FrameLink? { isReady ? frames : nil }

    /// Gives up the open link, and keeps what went over it.
    mutating func retire() -> FrameLink? {
      defer { (frames, isReady, host) = (nil, false, nil) }
      guard let frames = ready else { return self.frames }
      receivedBefore += frames.takenFrames - baseline
      lastSent = frames.lastSent
      baseline = 0
      return frames
    }
  }

  /// The board as the rig file describes it.
  public let description: RigBoard
  /// Where the link is opened.
  let source: any LinkSource
  private let isVirtual: Bool
  private let limits: RigLimits
  private let lab: Lab
  private let journal: Journal
  private let recorder: FrameRecorder
  private let state: Mutex<State>

  init(
    _ description: RigBoard, source: any LinkSource, isVirtual: Bool, limits: RigLimits, lab: Lab,
    journal: Journal
  ) {
    self.description = description
    self.source = source
    self.isVirtual = isVirtual
    self.limits = limits
    self.lab = lab
    self.journal = journal
    recorder = FrameRecorder(board: description.name, journal: journal)
    state = Mutex(State(dialect: description.dialect?.description))
  }

  // MARK: The link

  /// Opens the link anew, closing an earlier one, and waits for it to settle.
  @discardableResult
  public func open() async throws(RigError) -> FrameLink {
    close(reason: "to be opened again")
    let link = try await source.open()
    let frames = FrameLink(
      link, cutter: description.cutter, lab: lab, recorder: recorder,
      observer: state.withLock { $0.observer })
    state.withLock { state in
      state.frames = frames
      state.seenErrors = LineErrors()
    }
    journal.emit(.boardOpened(change(reason: "")))
    let settle = description.settle ?? (source as? any BoardPort)?.settle
    if let settle, settle > .zero {
      try await pause(for: settle, "waiting for \(description.name) to settle")
    }
    state.withLock { state in
      if state.frames === frames { state.isReady = true }
    }
    return frames
  }

  /// The open link; opens it when it is not, or has ended.
  public func opened() async throws(RigError) -> FrameLink {
    if let frames = ready, frames.ending == nil { return frames }
    return try await open()
  }

  /// The link as it is.
  ///
  /// - Throws: ``RigError`` when the case itself has closed it.
  public func current() throws(RigError) -> FrameLink {
    guard let ready else {
      throw RigError(.closed, description.name, reason: "the case has closed the link")
    }
    return ready
  }

  /// The UWB subsystem behind the open link, from the same host as long as it is open.
  ///
  /// - Throws: ``RigError`` when the case itself has closed it.
  public func host() throws(RigError) -> UCIHost {
    let frames = try current()
    return state.withLock { state in
      if let host = state.host { return host }
      let host = UCIHost(
        frames, lab: lab, dialect: description.uciDialect,
        limits: UCIHost.Limits(response: limits.uciResponse))
      if state.frames === frames { state.host = host }
      return host
    }
  }

  /// The next frame over the link as it is; nil when none comes until `deadline`.
  public func receive(until deadline: LabInstant) async throws(RigError) -> Frame? {
    do throws(RigError) { return try await current().receive(until: deadline) } catch {
      guard error.code == .timedOut else { throw error }
      return nil
    }
  }

  /// Opens the line as bare bytes, for a boot protocol; the caller closes it.
  public func openLine() async throws(RigError) -> any Link {
    close(reason: "to be flashed")
    state.withLock { $0.observer }?.willBeFlashed()
    return try await source.open()
  }

  /// Closes the link, if it is open, and says why.
  public func close(reason: String) {
    guard let frames = state.withLock({ $0.retire() }) else { return }
    noteLineErrors(of: frames)
    frames.close()
    journal.emit(.boardClosed(change(reason: reason)))
  }

  private var ready: FrameLink? { state.withLock { $0.ready } }

  // MARK: What went over it

  /// An instance begins: what the board sends is recorded again, up to the recorder's allowance.
  func begin(_ instance: String) {
    if let frames = state.withLock({ $0.frames }) { noteLineErrors(of: frames) }
    state.withLock { $0.instance = instance }
    recorder.renew()
  }

  /// Lets an observer look on at the links that are opened from now on.
  func observe(with observer: (any BoardObserver)?) { state.withLock { $0.observer = observer } }

  /// Whether the line of the open link has counted bytes that were damaged on the wire.
  var hasLineErrors: Bool {
    state.withLock { $0.frames }?.line?.lineErrors.map { $0 != LineErrors() } ?? false
  }

  /// The body of a case begins: forgets what went over the link before.
  public func beginCase() {
    state.withLock { state in
      state.receivedBefore = 0
      state.baseline = state.ready?.takenFrames ?? 0
      state.lastSent = SentFrames()
    }
  }

  /// Why the link has ended; nil while it is open, and after it was closed.
  public var ending: RigError? { ready?.ending }

  /// The last frames that went to the board.
  public var lastSent: SentFrames { state.withLock { $0.ready?.lastSent ?? $0.lastSent } }

  /// Frames that came since the case began.
  public var receivedFrames: Int {
    state.withLock { $0.receivedBefore + ($0.ready?.takenFrames ?? $0.baseline) - $0.baseline }
  }

  /// Whether another process of this machine plays the board behind the open link: the lab's own
  /// boards run on the lab's own thread.
  public var isPlayedByProcess: Bool {
    !isVirtual && state.withLock { $0.frames?.endsInThisMachine ?? false }
  }

  /// Records what the board has said that it speaks, once and when it changes.
  ///
  /// The rig file's dialect holds, whatever the board says.
  public func identified(as found: UCIDialect) {
    guard description.dialect == nil else { return }
    let isNews = state.withLock { state in
      defer { state.dialect = found.description }
      return state.dialect != found.description
    }
    if isNews { journal.emit(.boardIdentified(change(reason: ""))) }
  }

  /// Waits, on behalf of the board.
  func pause(for duration: Duration, _ label: String) async throws(RigError) {
    do throws(RigError) { try await lab.sleep(for: duration, label: label) } catch {
      throw RigError(.cancelled, source.name, reason: "\(label) was cancelled")
    }
  }

  /// Notes what went wrong on the wire since the last look: a frame that was damaged there is no
  /// fault of the board.
  private func noteLineErrors(of frames: FrameLink) {
    guard let errors = frames.line?.lineErrors else { return }
    let (news, instance) = state.withLock { state in
      defer { state.seenErrors = errors }
      return (errors.since(state.seenErrors), state.instance)
    }
    guard let words = news.words else { return }
    let place = instance.map { " (\($0))" } ?? ""
    journal.emit(.note(Event.Remark("\(description.name): on its serial line: \(words)\(place)")))
  }

  private func change(reason: String) -> Event.BoardChange {
    Event.BoardChange(
      board: description.name, identity: description.identity, virtual: isVirtual,
      reason: reason, firmware: description.firmware.rawValue,
      dialect: state.withLock { $0.dialect })
  }
}

extension RigBoard {
  /// The board as the journal names it: its link; of a recording the name alone, since a run
  /// without hardware says nothing of the machine that it was on.
  var identity: String {
    guard case .replay(let path, let mode) = link else { return link.description }
    var parts = path.split(separator: "/")
    if parts.count > 1, parts.last == "events.ndjson" { parts.removeLast() }
    return LinkAddress.replay(path: parts.last.map(String.init) ?? "", mode).description
  }

  /// How this board's bytes are cut into frames.
  var cutter: any FrameCutter {
    switch firmware {
    case .uci: UCICutter(dialect: uciDialect)
    case .niAccessory: StreamCutter(framing ?? .length16)
    // Everything else finds its own messages.
    default: PassingCutter()
    }
  }
}
