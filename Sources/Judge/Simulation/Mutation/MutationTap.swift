import Synchronization
import UCI
import VirtualBoards

/// The behaviour of a board that the cases of a clean run have met: a mutant is run against these.
struct Coverage: Sendable {
  /// Values of a field that are kept; one that takes more is different from any of them.
  private static let mostValues = 64

  var messages: Set<String> = []
  /// The values of each field, by message and field.
  var fields: [String: Set<[UInt8]>] = [:]
  /// Steps of the state machine.
  var transitions: Set<BoardTransition> = []
  /// Messages that the tables do not have.
  var strangers: Set<String> = []

  mutating func note(_ value: [UInt8], of field: String) {
    guard fields[field]?.count ?? 0 < Self.mostValues else { return }
    fields[field, default: []].insert(value)
  }
}

/// Notes what a board does while the body of a case runs, or changes one thing of it.
///
/// Outside of the body the board is healthy: what brings it to its start state, and proves that it is
/// there again, must not be what finds a mutant. It is the case that is judged.
final class MutationTap: BoardTap {
  private struct State {
    var isArmed = false
    var coverage = Coverage()
    /// By board, a message that waits for the next one.
    var held: [String: [[UInt8]]] = [:]
    var applications = 0
    /// The message before the first that is changed has come.
    var hasSpared = false
  }

  private let generator: MutantGenerator
  private let boards: Set<String>
  private let change: Mutant.Change?
  private let message: String?
  private let state = Mutex(State())

  /// A tap of some boards; without a mutant it only notes.
  init(_ generator: MutantGenerator, boards: Set<String>, mutant: Mutant?) {
    self.generator = generator
    self.boards = boards
    change = mutant?.change
    message = mutant?.subject
  }

  var coverage: Coverage { state.withLock { $0.coverage } }
  var applications: Int { state.withLock { $0.applications } }

  func arm() { state.withLock { $0.isArmed = true } }
  func disarm() { state.withLock { $0.isArmed = false } }

  /// No frame of hexadecimal lines, no packet of UCI, and a length that nothing has.
  let noise: [UInt8] = [0xFF, 0xFF, 0xFF, 0x0A]

  func outgoing(_ sent: [[UInt8]], from board: String) -> [TappedMessage] {
    let frames = measured(sent)
    guard boards.contains(board) else { return [TappedMessage(frames)] }
    return state.withLock { state in
      let result = state.isArmed ? take(frames, board, &state) : [TappedMessage(frames)]
      guard !result.isEmpty, let held = state.held.removeValue(forKey: board) else { return result }
      return result + [TappedMessage(held)]
    }
  }

  /// A report of any radio, where distances are changed.
  private func measured(_ frames: [[UInt8]]) -> [[UInt8]] {
    guard change == nil || change == .distance, let longer = RadioReport.longer(frames) else {
      return frames
    }
    return state.withLock { state in
      guard state.isArmed else { return frames }
      guard change != nil else {
        state.coverage.messages.insert(Mutant.radio)
        return frames
      }
      state.applications += 1
      return longer
    }
  }

  func state(after transition: BoardTransition, of board: String) -> String? {
    guard boards.contains(board) else { return nil }
    return state.withLock { state in
      guard state.isArmed else { return nil }
      guard let change else {
        state.coverage.transitions.insert(transition)
        return nil
      }
      guard case .state(transition, let other) = change else { return nil }
      state.applications += 1
      return other
    }
  }

  private func take(
    _ frames: [[UInt8]], _ board: String, _ state: inout State
  ) -> [TappedMessage] {
    let unchanged = [TappedMessage(frames)]
    guard let change else {
      note(frames, &state)
      return unchanged
    }
    guard let found = generator.framing.message(frames), found.name == message else {
      return unchanged
    }
    let result: [TappedMessage]
    switch change {
    case .drop: result = []
    case .duplicate: result = unchanged + unchanged
    case .late(let delay): result = [TappedMessage(frames, delay: delay)]
    case .swap:
      // Of two that follow each other only the first waits, else neither would ever go.
      guard state.held[board] == nil else { return unchanged }
      state.held[board] = frames
      result = []
    case .field(let name, let value):
      let changed = setting(name, to: value, in: frames, found)
      guard changed != frames else { return unchanged }
      result = [TappedMessage(changed)]
    case .later(let name):
      guard state.hasSpared else {
        state.hasSpared = true
        return unchanged
      }
      result = [TappedMessage(setting(name, to: .ones, in: frames, found))]
    case .noise: result = unchanged + [TappedMessage([noise])]
    case .state, .distance: return unchanged
    }
    state.applications += 1
    return result
  }

  // MARK: Fields

  private static let header = "header."

  private func setting(
    _ name: String, to value: FieldValue, in frames: [[UInt8]], _ message: MessageDefinition
  ) -> [[UInt8]] {
    if name.hasPrefix(Self.header) {
      return generator.framing.setting(
        String(name.dropFirst(Self.header.count)), to: value.bytes(1)[0], in: frames)
    }
    var payload = generator.framing.payload(frames)
    for place in message.places(in: payload)
    where place.name == name {
      payload.replaceSubrange(
        place.offset..<place.offset + place.length, with: value.bytes(place.length))
    }
    return generator.framing.replacing(payload, in: frames)
  }

  private func note(_ frames: [[UInt8]], _ state: inout State) {
    guard let message = generator.framing.message(frames) else {
      state.coverage.strangers.insert("\(frames.first?.prefix(2) ?? [])")
      return
    }
    state.coverage.messages.insert(message.name)
    for field in generator.framing.header(of: message) {
      guard let value = generator.framing.headerValue(field.name, frames) else { continue }
      state.coverage.note(value, of: "\(message.name)/\(Self.header)\(field.name)")
    }
    let payload = generator.framing.payload(frames)
    for place in message.places(in: payload) {
      let value = Array(payload[place.offset..<place.offset + place.length])
      state.coverage.note(value, of: "\(message.name)/\(place.name)")
    }
  }
}

extension Mutant {
  /// How a mutant and what a case has met go together.
  enum Meeting {
    /// The case never comes to where the mutant differs.
    case none
    /// It does, and what the mutant says is what the board says anyway.
    case equal
    case different
  }

  func meeting(_ coverage: Coverage) -> Meeting {
    switch change {
    case .drop, .duplicate, .late, .swap, .later, .noise, .distance:
      return coverage.messages.contains(subject) ? .different : .none
    case .field(let name, let value):
      guard let values = coverage.fields["\(subject)/\(name)"], !values.isEmpty else {
        return .none
      }
      return values.allSatisfy { $0 == value.bytes($0.count) } ? .equal : .different
    case .state(let transition, _):
      return coverage.transitions.contains(transition) ? .different : .none
    }
  }
}
