public import Bench
public import Errors
import Flashing
public import LabRuntime
import Links
public import NearbyAccessory
import RigFile
import Synchronization
import WireFormat

/// A Nearby Interaction accessory as a case sees it: messages out, messages in, and the proofs that
/// the rig owes before and after.
public final class AccessoryBoard: RunnableBoard, CaseBoard {
  /// One message of the accessory.
  public struct Received: Hashable, Sendable {
    /// The message; nil when the frame holds none.
    public var message: AccessoryMessage?
    /// The frame.
    public var bytes: [UInt8]
    /// When it was read.
    public var at: LabInstant
    /// It is a did-stop, and a stop was sent that may still be answered.
    public var isOwedStop = false

    /// The message.
    public var description: String {
      message.map { "\($0.identifier) (\(bytes.count) byte\(bytes.count == 1 ? "" : "s"))" }
        ?? "a frame that is not a message"
    }
  }

  /// The board of the bench.
  public let board: BenchBoard
  /// What it was seen to have misread.
  public let misreadings = KnownMisreadings()
  private let lab: Lab
  private let limits: RigLimits
  private let stops = Mutex(StopAnswers())
  private let unanswered = Mutex<Set<[UInt8]>>([])

  init(_ board: BenchBoard, lab: Lab, limits: RigLimits) {
    self.board = board
    self.lab = lab
    self.limits = limits
  }

  // MARK: What a case does

  /// The initializes of an Android phone that were left unanswered in this run, which need not be asked again.
  public func hasLeftUnanswered(_ initialize: [UInt8]) -> Bool {
    unanswered.withLock { $0.contains(initialize) }
  }

  /// An initialize of an Android phone was left unanswered.
  public func noteUnanswered(_ initialize: [UInt8]) {
    unanswered.withLock { _ = $0.insert(initialize) }
  }

  /// Sends a message.
  public func send(_ message: AccessoryMessage) async throws(RigError) {
    try await send(bytes: message.encode())
  }

  /// Sends a frame, whatever it holds.
  public func send(bytes: [UInt8]) async throws(RigError) {
    if bytes.first == AccessoryMessage.Identifier.configureAndStart.rawValue { noteStart() }
    let link = try session.current()
    if bytes.first == AccessoryMessage.Identifier.stop.rawValue {
      stops.withLock { $0.noteStop(over: link, at: lab.now) }
    }
    try await link.send(bytes)
  }

  /// Sends bytes past the framing.
  public func send(raw bytes: [UInt8]) async throws(RigError) {
    noteStart()
    try await session.current().sendRaw(bytes)
  }

  /// A stop goes past the framing, and may be answered as any other.
  public func noteStop() throws(RigError) {
    let link = try session.current()
    stops.withLock { $0.noteStop(over: link, at: lab.now) }
  }

  /// The next message; nil when none comes within `limit`.
  public func next(within limit: Duration) async throws(RigError) -> Received? {
    try await next(until: lab.now.advanced(by: limit))
  }

  /// The next message; nil when none comes until `deadline`.
  public func next(until deadline: LabInstant) async throws(RigError) -> Received? {
    guard let frame = try await session.receive(until: deadline) else { return nil }
    return Received(
      message: try? AccessoryMessage.decode(frame.bytes, direction: .accessoryToPhone),
      bytes: frame.bytes, at: frame.at, isOwedStop: answersStop(frame))
  }

  /// Whether a stop was sent that is not answered, and may still be.
  public var owesDidStop: Bool {
    stops.withLock { $0.isOwed(at: lab.now, within: limits.stopAnswer) }
  }

  /// When a stop was sent last.
  public var lastStop: LabInstant? { stops.withLock { $0.last } }

  /// Whether a frame is the answer to a stop, of which there is one less then.
  private func answersStop(_ frame: Frame) -> Bool {
    guard frame.bytes.first == AccessoryMessage.Identifier.didStop.rawValue else { return false }
    return stops.withLock {
      $0.take(at: frame.at, within: limits.stopAnswer, silence: limits.silence)
    }
  }

  /// What came instead of a frame, in words: `nothing`, or bytes that make none and why.
  public var wordsOfNoFrame: String {
    guard let bytes = try? session.current().unfinished, !bytes.isEmpty else { return "nothing" }
    let words = "bytes that make no frame: \(FrameRecorder.words(bytes))"
    guard description.framing ?? .length16 == .length16, bytes.count >= 2 else { return words }
    let length = Int(bytes[0]) | Int(bytes[1]) << 8
    let swapped = Int(bytes[0]) << 8 | Int(bytes[1])
    if swapped > 0, swapped == bytes.count - 2 {
      return words + "; their length is right when it is read big-endian"
    }
    return words + "; \(length) bytes are announced, and \(bytes.count - 2) have come"
  }

  /// Whether a frame is one of the vendor's own messages that the rig file claims for this board.
  public func declares(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return description.claims.vendorIDs?.contains(first) ?? false
  }

  /// Makes the accessory end its session by itself; false where the rig cannot.
  public func pressButton() -> Bool { board.pressButton() }

  // MARK: What the runner does

  /// Nothing left to read, a stop, then did-stop or silence, and again nothing left to read.
  ///
  /// What was sent before the stop is read first: an accessory that has just ended a session by
  /// itself has said did-stop, and that one would be taken for the answer, whose own did-stop then
  /// comes into the next case.
  func bringToStartState() async throws(RigError) {
    let link = try await session.opened()
    try readAway(link)
    do throws(RigError) {
      try await send(.stop())
      var isAnswered = try await awaitStopped(link)
      // A terminal server's banner, or the rest of a message, has swallowed the answer.
      if !link.discardUnfinished().isEmpty {
        try await send(.stop())
        isAnswered = try await awaitStopped(link)
      }
      stops.withLock { $0.noteRest(isAnswered: isAnswered) }
    } catch {
      noteStart()
      throw error.notReady(whileDoing: "start state: a stop (0x0C)")
    }
    // What came together with the answer belongs to the past.
    try readAway(link)
  }

  /// Reads what is there, and no more.
  private func readAway(_ link: FrameLink) throws(RigError) {
    for _ in 0..<Self.patience {
      guard let frame = link.tryReceive() else { return }
      _ = answersStop(frame)
    }
    throw .notReady("start state: the accessory does not cease to send")
  }

  /// An initialize, which ends what a forgotten configuration has begun, and a stop.
  func resetByProtocol() async throws(RigError) {
    do throws(RigError) {
      let link = try await session.opened()
      try await link.send(AccessoryMessage.initialize().encode())
    } catch { throw error.notReady(whileDoing: "reset: an initialize (0x0A)") }
    try await bringToStartState()
  }

  /// Messages that a board may still send after the stop before it counts as one that never ceases.
  private static let patience = 10_000

  /// A session may begin.
  private func noteStart() { stops.withLock { $0.noteStart() } }

  /// How long nothing has to come after a stop until it counts as unanswered: where the board has
  /// never answered an idle one, and this is one, no longer than what is on its way may take.
  private var stopSilence: Duration {
    let stops = stops.withLock { $0 }
    if stops.ignoresIdle { return limits.silence / 20 }
    return stops.areLate ? max(limits.silence, limits.stopAnswer) : limits.silence
  }

  /// How long to wait behind the answer to an initialize for that to a stop before it, and for
  /// another one to the initialize: a stop may be answered late.
  func stopWait(answeredAfter time: Duration) -> Duration {
    let stops = stops.withLock { $0 }
    guard stops.isOwed(at: lab.now, within: limits.stopAnswer) else { return .zero }
    // Another answer would take about as long as this one.
    if stops.ignoresIdle { return min(stopSilence + time * 3, limits.silence) }
    return stopSilence
  }

  /// How long to wait, behind an answer to a stop that came after the configuration data, for data that
  /// belong to the fence itself: once it is known that the board answers stops late and initializes at
  /// once, no longer than another answer takes.
  func dataWait(answeredAfter time: Duration) -> Duration {
    guard stops.withLock({ $0.areKnownLate }) else { return limits.accessoryAnswer }
    return min(limits.silence / 20 + time * 3, limits.accessoryAnswer)
  }

  /// A fence has ended in which a stop was answered behind the initialize.
  func noteLateFence(isClean: Bool) { stops.withLock { $0.noteLateFence(isClean: isClean) } }

  /// Whether the stop was answered.
  private func awaitStopped(_ link: FrameLink) async throws(RigError) -> Bool {
    let silence = stopSilence
    let quiet = RigError(.failed, name, reason: "the accessory does not cease to send")
    // Messages that the vendor declares may come at any rate: they are no part of a silence.
    var deadline = lab.now.advanced(by: silence)
    var strangers = 0
    var isAnswered = false
    while strangers < Self.patience {
      do throws(RigError) {
        let frame = try await link.receive(until: deadline)
        if declares(frame.bytes) { continue }
        strangers += 1
        deadline = lab.now.advanced(by: silence)
        guard frame.bytes.first == AccessoryMessage.Identifier.didStop.rawValue else { continue }
        isAnswered = true
        _ = answersStop(frame)
        if !owesDidStop { return true }
      } catch {
        if error.code == .timedOut { return isAnswered }
        throw error
      }
    }
    throw quiet
  }
}
