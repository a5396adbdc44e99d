import Boards
import BootProtocols
public import Errors
package import Journal
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
    /// What it speaks: as the rig file says, or as the board has said itself.
    var dialect: UCIDialect?
    var restartsOnReset: Bool?
    /// Whether the journal has the end of a link that is still to be opened again.
    var isEndTold = false
    /// What was remarked about the contact with the board and not taken.
    var remarks: [String] = []

    var ready: FrameLink? { isReady ? frames : nil }

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
  let source: any LinkSource
  private let isVirtual: Bool
  private let limits: RigLimits
  private let lab: Lab
  private let journal: Journal
  private let recorder: FrameRecorder
  private let state: Mutex<State>

  /// The session of a board that is reached at `source`.
  package init(
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
    state = Mutex(State(dialect: description.dialect))
  }

  // MARK: The link

  /// Why nothing that came, or did not come, from a board of another bench tells of the board; nil for
  /// one of this machine, and where lease and bench are well.
  public func benchFault() async -> RigError? {
    await (source as? LeasedPort)?.fault(within: .seconds(3))
  }

  /// Opens the link anew, closing an earlier one, and waits for it to settle.
  @discardableResult
  public func open() async throws(RigError) -> FrameLink {
    close(reason: "to be opened again")
    return try await adopt(try await source.open())
  }

  /// Takes over a link that was just opened, and waits for it to settle.
  private func adopt(_ opened: any Link) async throws(RigError) -> FrameLink {
    let line = (source as? any BoardPort)?.settings
    let settle = description.settle ?? line?.settle
    let framing = framing
    let link = framing == nil ? opened : try await framed(opened, settle: settle)
    let frames = FrameLink(
      link, cutter: description.cutter(state.withLock { $0.dialect }), lab: lab, recorder: recorder,
      observer: state.withLock { $0.observer })
    state.withLock { state in
      state.frames = frames
      state.seenErrors = LineErrors()
    }
    journal.emit(.boardOpened(change(reason: "")))
    if framing == nil, let settle, settle > .zero {
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
        frames, lab: lab, dialect: state.dialect ?? .fira2,
        limits: UCIHost.Limits(response: limits.uciResponse, reopen: limits.reopen),
        setup: description.uci?.setup ?? [], owner: self)
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
  ///
  /// - Parameter channel: another channel of the board; nil for its own.
  public func openLine(
    _ channel: (any LinkSource)? = nil
  ) async throws(RigError) -> any Link {
    close(reason: "to be flashed")
    state.withLock { $0.observer }?.willBeFlashed()
    return try await (channel ?? source).open()
  }

  /// Opens the line to ask what speaks there; the caller closes it.
  public func openForQuestions() async throws(RigError) -> any Link {
    let link = try await openLine()
    return framing == nil ? link : try await framed(link, settle: description.settle)
  }

  /// How the packets of a UCI board travel; nil for as they are.
  private var framing: UCIFraming? {
    // A recording has the packets alone.
    guard let settings = description.uci, description.link.scheme != .replay else { return nil }
    return settings.framing ?? (source as? any BoardPort)?.settings?.framing
  }

  /// The link behind NXP's plug-and-play framing, woken after the wait that the board wants.
  private func framed(_ link: any Link, settle: Duration?) async throws(RigError) -> any Link {
    if let settle, settle > .zero {
      do throws(RigError) {
        try await pause(for: settle, "waiting for \(description.name) to settle")
      } catch {
        link.close()
        throw error
      }
    }
    return try await PnPLink.begin(over: link, lab: lab)
  }

  /// Closes the link, if it is open, and says why.
  public func close(reason: String) {
    let (retired, isTold) = state.withLock { state in
      defer { state.isEndTold = false }
      return (state.retire(), state.isEndTold)
    }
    guard let frames = retired else { return }
    noteLineErrors(of: frames)
    frames.close()
    if !isTold { journal.emit(.boardClosed(change(reason: reason))) }
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

  /// The other processes of this machine that play the board behind the open link: the lab's own
  /// boards run on the lab's own thread.
  public var player: Player? { isVirtual ? nil : state.withLock { $0.frames?.player } }

  /// Records what the board has said that it speaks, once and when it changes.
  ///
  /// The rig file's dialect holds, whatever the board says.
  public func identified(as found: UCIDialect) {
    guard description.dialect == nil else { return }
    let isNews = state.withLock { state in
      defer { state.dialect = found }
      return state.dialect != found
    }
    if isNews { journal.emit(.boardIdentified(change(reason: ""))) }
  }

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
      dialect: state.withLock { $0.dialect?.description })
  }
}

extension BoardSession: UCILinkOwner {
  /// Whether its chip restarts upon a reset, as far as a reset has told.
  public var restartsOnReset: Bool? {
    get { state.withLock { $0.restartsOnReset } }
    set { state.withLock { $0.restartsOnReset = newValue } }
  }

  /// Opens the link again after the board's chip has restarted.
  ///
  /// - Parameter host: the host that goes on over it.
  @discardableResult
  public func reopen(for host: UCIHost? = nil) async throws(RigError) -> FrameLink {
    // Its node has to be free before the board can have the same one again. A replay has to know when the
    // link has ended, not when it was open again.
    let (ended, isTold) = state.withLock { state in
      defer { state.isEndTold = state.frames != nil }
      return (state.frames, state.isEndTold)
    }
    ended?.close()
    if ended != nil, !isTold {
      journal.emit(.boardClosed(change(reason: Event.BoardChange.chipRestarts)))
    }
    let link = try await source.open()
    close(reason: Event.BoardChange.chipRestarts)
    let frames = try await adopt(link)
    state.withLock { if $0.frames === frames { $0.host = host } }
    return frames
  }

  /// Writes down how the contact with the board went.
  public func remark(_ text: String) {
    journal.emit(.note(Event.Remark("\(description.name): \(text)")))
    state.withLock { $0.remarks.append(text) }
  }

  /// What was remarked since this was asked last.
  public func takeRemarks() -> [String] {
    state.withLock { state in
      defer { state.remarks = [] }
      return state.remarks
    }
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

  /// What cuts its bytes into frames.
  ///
  /// - Parameter dialect: what it has said that it speaks; nil for what the rig file says.
  func cutter(_ dialect: UCIDialect? = nil) -> any FrameCutter {
    switch firmware {
    case .uci: UCICutter(dialect: dialect ?? uciDialect)
    case .niAccessory, .rangingOOB: StreamCutter(framing ?? .length16, synchronize: true)
    // Everything else finds its own messages.
    default: PassingCutter()
    }
  }
}
