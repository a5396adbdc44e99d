import Errors
public import LabRuntime
public import Links
import Synchronization

/// A board that does what a recording says, behind a link.
public final class RecordedBoard: VirtualBoard {
  /// How closely the host has to follow the recording.
  public enum Mode: Sendable {
    /// Every byte as it was; anything else ends the link and is the finding.
    case strict
    /// Commands in any order: the answer is the recorded one to the same command, or to one of the
    /// same kind, which the first bytes of a frame tell.
    case tolerant(cutter: any FrameCutter, keyLength: Int)
  }

  private enum Event: Sendable {
    case bytes(Chunk)
    case closed
    case began
  }

  private struct State {
    var play: any Replay
    var begun: [String: Int] = [:]
    var difference: ReplayDifference?
    var waiting: LabChannel<Event>?

    mutating func hear(_ bytes: [UInt8], at now: LabInstant) -> ReplayDifference? {
      difference = play.heard(bytes, at: now)
      return difference
    }
  }

  /// The board's name.
  public let name: String
  private let recording: Recording
  private let mode: Mode
  private let lab: Lab
  private let state: Mutex<State>

  /// A board at the beginning of a recording.
  public init(_ lab: Lab, name: String, recording: Recording, mode: Mode) {
    self.lab = lab
    self.name = name
    self.recording = recording
    self.mode = mode
    let first = recording.exchanges.first ?? RecordedExchange(name: name)
    let play: any Replay =
      switch mode {
      case .strict: ReplayCursor(first, at: lab.now)
      case .tolerant(let cutter, let length):
        TolerantReplay(recording.whole, cutter: cutter, keyLength: length, at: lab.now)
      }
    state = Mutex(State(play: play))
  }

  /// Where the host last did something that is not in the recording.
  public var difference: ReplayDifference? { state.withLock { $0.difference } }

  /// Whether each instance has a part of its own: a difference in one is none of the next.
  public var knowsInstances: Bool {
    guard case .strict = mode else { return false }
    return recording.knowsInstances
  }

  /// Goes on with the exchange of this name, as an instance does that begins; the second time with
  /// the second one of the name, as long as there are any; one that the machine held up is passed over
  /// where there is another. Nothing happens in a tolerant replay,
  /// nor in one of a capture, which is one exchange from its beginning to its end.
  public func begin(_ exchange: String) {
    guard knowsInstances else { return }
    let waiting = state.withLock { state -> LabChannel<Event>? in
      let named = recording.exchanges.filter { $0.name == exchange }
      let decided = named.filter { !$0.wasHeldUp }
      let all = decided.isEmpty ? named : decided
      let count = state.begun[exchange, default: 0]
      state.begun[exchange] = count + 1
      let next =
        all.isEmpty
        ? RecordedExchange(name: exchange) : all[min(count, all.count - 1)]
      state.play = ReplayCursor(next, at: lab.now)
      state.difference = nil
      return state.waiting
    }
    waiting?.send(.began)
  }

  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled.
  public func serve(_ listener: any LinkListener) async {
    while let link = try? await listener.connections.receive() {
      let events = LabChannel<Event>(lab, label: "the host of \(name)")
      state.withLock { state in
        state.waiting = events
        state.play.opened(at: lab.now)
      }
      link.start { event in
        switch event {
        case .received(let chunk): events.send(.bytes(chunk))
        case .closed: events.send(.closed)
        }
      }
      let goesOn = await converse(link, events)
      state.withLock { $0.waiting = nil }
      link.close()
      guard goesOn else { return }
    }
  }

  /// Talks until either side leaves; false when the board's task is cancelled.
  private func converse(_ link: any Link, _ events: LabChannel<Event>) async -> Bool {
    while true {
      do throws(RigError) {
        switch try await events.receive(until: state.withLock { $0.play.due }) {
        case .closed: return true
        case .began: continue
        case .bytes(let chunk):
          guard let difference = state.withLock({ $0.hear(chunk.bytes, at: lab.now) }) else {
            continue
          }
          refuse(link, difference)
          return true
        }
      } catch {
        guard error.code == .timedOut else { return false }
        switch state.withLock({ $0.play.take(at: lab.now) }) {
        case .board(let bytes):
          do throws(RigError) { try await link.send(bytes) } catch {
            return error.code != .cancelled
          }
        case .ended: return true
        case .host, .opened, nil: continue
        }
      }
    }
  }

  private func refuse(_ link: any Link, _ difference: ReplayDifference) {
    let isUnknown = recording.exchanges.allSatisfy(\.entries.isEmpty)
    let error =
      isUnknown
      ? RigError(
        .notFound, link.name, reason: "the recording has nothing of a board \(name)",
        advice: "Give the board the name that it has in the recording.")
      : RigError(
        .failed, link.name, reason: "the exchange is not the recorded one: \(difference)",
        advice: "Record it again if that is meant, or replay with ?mode=tolerant.")
    if let memory = link as? MemoryLink { memory.close(telling: error) } else { link.close() }
  }
}

/// How a recording is played: told what the host does and when, it says what the board does and
/// when.
protocol Replay: Sendable {
  /// When the board does something by itself; nil while it waits for the host, or has done it all.
  var due: LabInstant? { get }
  mutating func opened(at now: LabInstant)
  /// The host sends; where that is not what was recorded, if that counts.
  mutating func heard(_ bytes: [UInt8], at now: LabInstant) -> ReplayDifference?
  mutating func take(at now: LabInstant) -> RecordedExchange.Happening?
}
