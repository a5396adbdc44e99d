public import Bench
public import Errors
public import Flashing
public import LabRuntime
public import Links
public import NearbyAccessory
public import RigFile
import Synchronization

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

    /// The message.
    public var description: String {
      message.map { "\($0.identifier) (\(bytes.count) bytes)" } ?? "a frame that is no message"
    }
  }

  /// What the run has learned of how a stop is answered that has nothing to stop.
  private struct IdleStops {
    /// A session may be going on: the next stop is no idle one.
    var mayRange = true
    var silences = 0
    var wasAnswered = false

    /// Whether waiting for an answer is in vain.
    var areIgnored: Bool { !mayRange && !wasAnswered && silences >= 2 }

    mutating func note(isAnswered: Bool) {
      if !mayRange, isAnswered { wasAnswered = true }
      if !mayRange, !isAnswered { silences += 1 }
      mayRange = false
    }
  }

  /// The board of the bench.
  public let board: BenchBoard
  private let lab: Lab
  private let limits: RigLimits
  private let idleStops = Mutex(IdleStops())

  init(_ board: BenchBoard, lab: Lab, limits: RigLimits) {
    self.board = board
    self.lab = lab
    self.limits = limits
  }

  // MARK: What a case does

  /// Sends a message.
  public func send(_ message: AccessoryMessage) async throws(RigError) {
    try await send(bytes: message.encode())
  }

  /// Sends a frame, whatever it holds.
  public func send(bytes: [UInt8]) async throws(RigError) {
    if bytes.first == AccessoryMessage.Identifier.configureAndStart.rawValue { noteStart() }
    try await session.current().send(bytes)
  }

  /// Sends bytes past the framing.
  public func send(raw bytes: [UInt8]) async throws(RigError) {
    noteStart()
    try await session.current().sendRaw(bytes)
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
      bytes: frame.bytes, at: frame.at)
  }

  /// Whether a message is one of the vendor's own that the rig file claims for this board.
  public func declares(_ received: Received) -> Bool {
    guard let first = received.bytes.first else { return false }
    return description.claims.vendorIDs?.contains(first) ?? false
  }

  /// The open link, for the model of the phone.
  public func frames() throws(RigError) -> FrameLink {
    noteStart()
    return try session.current()
  }

  /// The Bluetooth LE device as another central sees it; nil for an accessory that is none.
  public func peripheral(for central: String) -> (any GATTPeripheral)? {
    board.peripheral(for: central)
  }

  /// Whether the rig can take the accessory's power away.
  public var canCutPower: Bool { board.canCutPower }

  /// Takes the power away and gives it back; the link is closed then.
  public func cutPower(for duration: Duration) async throws {
    session.close(reason: "the power is cut")
    _ = try await board.cutPower(for: duration)
  }

  /// Brings the accessory to an image; the link is closed then.
  ///
  /// - Parameter folder: where a relative path of the image begins.
  /// - Throws: ``FlashError``.
  public func flash(
    _ image: RigBoard.Image, from folder: String, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    session.close(reason: "to be flashed")
    return try await board.flash(image, from: folder, report: report)
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
      try await link.send(AccessoryMessage.stop().encode())
      let isAnswered = try await awaitStopped(link)
      idleStops.withLock { $0.note(isAnswered: isAnswered) }
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
      if link.tryReceive() == nil { return }
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
  private func noteStart() { idleStops.withLock { $0.mayRange = true } }

  /// How long nothing has to come after a stop until it counts as unanswered: where the board has
  /// never answered an idle one, and this is one, no longer than what is on its way may take.
  var stopSilence: Duration {
    idleStops.withLock { $0.areIgnored } ? limits.silence / 20 : limits.silence
  }

  /// Whether the stop was answered.
  private func awaitStopped(_ link: FrameLink) async throws(RigError) -> Bool {
    let silence = stopSilence
    let quiet = RigError(.failed, name, reason: "the accessory does not cease to send")
    for _ in 0..<Self.patience {
      do throws(RigError) {
        let frame = try await link.receive(until: lab.now.advanced(by: silence))
        if frame.bytes.first == AccessoryMessage.Identifier.didStop.rawValue { return true }
      } catch {
        if error.code == .timedOut { return false }
        throw error
      }
    }
    throw quiet
  }
}
