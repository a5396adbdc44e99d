public import Bench
public import Errors
public import LabRuntime
public import Links
public import RangingOOB
import RigFile
import Synchronization
import WireFormat

/// An accessory for Android phones as a case sees it: messages out, messages in, and the proofs that
/// the rig owes before and after.
public final class OOBBoard: RunnableBoard, CaseBoard {
  /// One value that the accessory sent.
  public struct Received: Hashable, Sendable {
    /// The message as the strictest phone reads it; nil where it cannot.
    public var message: OOBMessage?
    /// Why it is none.
    var error: WireError?
    /// The value.
    public var bytes: [UInt8]
    /// When it was read.
    public var at: LabInstant

    /// The message in words.
    public var description: String {
      message.map { "\($0.kind) of version \($0.version)" }
        ?? "\(bytes.count) bytes that no phone reads (\(error.map { "\($0)" } ?? "no message"))"
    }
  }

  /// The board of the bench.
  public let board: BenchBoard
  /// What it was seen to have misread.
  public let misreadings = KnownMisreadings()
  private let lab: Lab
  /// The last configuration that was sent, header and sets, while its technologies may range.
  private let configured = Mutex<[UInt8]?>(unknown)
  /// The model of the phone may have sent a stop whose answer is still to come.
  private let phoneMayHaveStopped = Mutex(false)
  /// What ultra-wideband would have been configured with before the run.
  private static let unknown: [UInt8] = [1, 2, 1, 0, 1, 0]

  /// How long nothing has to come after a stop until it counts as unanswered.
  private let silence = Mutex(longestSilence)
  /// How long the rig waits for an answer that no phone waits for (Ranging OOB §5.1), of an accessory that
  /// gives such answers, or of which that is not known yet.
  public static let longestSilence = Duration.seconds(2)
  /// Of one that left a stop of what it had been configured with unanswered, or gave none of such answers.
  private static let shortestSilence = Duration.milliseconds(500)

  /// Whether its answers to configurations and stops come twice, which no phone minds; nil before the
  /// first of them.
  private let repeating = Mutex<Bool?>(nil)
  /// The kinds of answers that came in this run, and how often one was awaited in vain.
  private let answers = Mutex<(seen: Set<OOBMessage.Kind>, missed: [OOBMessage.Kind: Int])>(
    ([], [:]))
  /// Waits in vain from which on an answer that never came is not waited for as long.
  private static let enoughWaits = 3
  /// How long nothing has to come behind an answer until it was the last.
  private static let repetition = Duration.milliseconds(200)

  init(_ board: BenchBoard, lab: Lab) {
    self.board = board
    self.lab = lab
  }

  // MARK: What a case does

  /// Sends a message.
  public func send(_ message: OOBMessage) async throws(RigError) {
    try await send(bytes: message.encode())
  }

  /// Sends a value, whatever it holds.
  public func send(bytes: [UInt8]) async throws(RigError) {
    if bytes.count >= 6, bytes[1] == OOBMessage.Kind.configurationRequest.rawValue {
      configured.withLock { $0 = bytes }
    }
    try await session.current().send(bytes)
  }

  /// The next value; nil when none comes within `limit`.
  public func next(within limit: Duration) async throws(RigError) -> Received? {
    try await next(until: lab.now.advanced(by: limit))
  }

  /// The next value; nil when none comes until `deadline`.
  public func next(until deadline: LabInstant) async throws(RigError) -> Received? {
    guard let frame = try await session.receive(until: deadline) else { return nil }
    do throws(WireError) {
      let message = try OOBMessage.decode(frame.bytes)
      _ = answers.withLock { $0.seen.insert(message.kind) }
      return Received(message: message, bytes: frame.bytes, at: frame.at)
    } catch {
      return Received(error: error, bytes: frame.bytes, at: frame.at)
    }
  }

  /// Whether a configuration was answered in this run: it need not be.
  public var answersConfigurations: Bool {
    answers.withLock { $0.seen.contains(.configurationResponse) }
  }

  /// How long to wait for an answer that need not come (Ranging OOB §5.1): less, where in this run none of
  /// its kind came at all.
  public func patience(for kind: OOBMessage.Kind) -> Duration {
    answers.withLock {
      !$0.seen.contains(kind) && $0.missed[kind, default: 0] >= Self.enoughWaits
    } ? Self.shortestSilence : Self.longestSilence
  }

  /// An answer of a kind was awaited as long as ``patience(for:)`` says, and did not come.
  public func missed(_ kind: OOBMessage.Kind) {
    answers.withLock { $0.missed[kind, default: 0] += 1 }
  }

  /// Whether its answers to configurations and stops come twice.
  public var repeatsAnswers: Bool { repeating.withLock { $0 } == true }

  /// Lets the repetitions of an answer come, where it has them: they answer nothing else.
  public func passOverRepetitions() async throws(RigError) {
    guard repeatsAnswers else { return }
    for _ in 0..<Self.patience {
      guard try await session.receive(until: lab.now.advanced(by: Self.repetition)) != nil else {
        return
      }
    }
  }

  /// The open link, for the model of the phone.
  public func frames() throws(RigError) -> FrameLink {
    configured.withLock { $0 = $0 ?? Self.unknown }
    phoneMayHaveStopped.withLock { $0 = true }
    return try session.current()
  }

  // MARK: What the runner does

  /// A stop of what was configured last, its answer or silence, and nothing left to read.
  ///
  /// Exactly those technologies: some refuse a stop of others.
  func bringToStartState() async throws(RigError) {
    let link = try await session.opened()
    try readAway(link)
    guard let last = configured.withLock({ $0 }) else { return }
    let set = UInt16(last[2]) | UInt16(last[3]) << 8
    let stop = OOBMessage(
      version: last[0] == 0 ? 1 : last[0], .stopRequest(OOBTechnologySet(rawValue: set)))
    do throws(RigError) {
      try await link.send(stop.encode())
      let isAnswered = try await awaitAnswer(.stopResponse, link)
      if isAnswered || last != Self.unknown {
        silence.withLock { $0 = isAnswered ? Self.longestSilence : Self.shortestSilence }
      }
      if isAnswered, repeating.withLock({ $0 }) == nil {
        let isRepeated = try await awaitAnswer(.stopResponse, link, within: Self.repetition)
        repeating.withLock { $0 = isRepeated }
      }
      // Of two stops the first answer says nothing of the second: answers keep their order.
      if isAnswered, phoneMayHaveStopped.withLock({ $0 }) {
        try await link.send(OOBMessage(version: 1, .capabilitiesRequest(.uwb)).encode())
        _ = try await awaitAnswer(.capabilitiesResponse, link)
      }
    } catch { throw error.notReady(whileDoing: "start state: a stop (06)") }
    configured.withLock { $0 = nil }
    phoneMayHaveStopped.withLock { $0 = false }
    try await passOverRepetitions()
    try readAway(link)
  }

  /// A new connection, and a stop.
  func resetByProtocol() async throws(RigError) {
    configured.withLock { $0 = $0 ?? Self.unknown }
    session.close(reason: "opened again to reach its start state")
    try await bringToStartState()
  }

  /// Messages that a board may still send after the stop before it counts as one that never ceases.
  private static let patience = 10_000

  private func readAway(_ link: FrameLink) throws(RigError) {
    for _ in 0..<Self.patience where link.tryReceive() == nil { return }
    throw .notReady("start state: the accessory does not cease to send")
  }

  /// Whether what was sent is answered.
  private func awaitAnswer(
    _ answer: OOBMessage.Kind, _ link: FrameLink, within limit: Duration? = nil
  ) async throws(RigError) -> Bool {
    let silence = limit ?? silence.withLock { $0 }
    for _ in 0..<Self.patience {
      do throws(RigError) {
        let frame = try await link.receive(until: lab.now.advanced(by: silence))
        if frame.bytes.dropFirst().first == answer.rawValue { return true }
      } catch {
        if error.code == .timedOut { return false }
        throw error
      }
    }
    throw .notReady("start state: the accessory does not cease to send")
  }
}
