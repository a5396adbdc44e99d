import UCI
import VirtualBoards

/// The reference board with one change of what it sends, or of where its state machine goes.
public struct Mutant: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    case drop
    case duplicate
    /// It comes after its limit.
    case late(Duration)
    /// It comes behind the one that follows it.
    case swap
    case field(String, FieldValue)
    /// A field has another value from the second message on.
    case later(String)
    /// Bytes that form no frame follow.
    case noise
    /// Radios measure each distance 40 cm too long.
    case distance
    /// The state machine is in another state than this step leads to; nothing tells of it.
    case state(BoardTransition, String)
  }

  /// The name, which stays the same in every run: `uci/SESSION_STATUS_NTF/session_state/maximum+1`.
  public let id: String
  /// The message that is changed, or the step of the state machine.
  public let subject: String
  let change: Change

  /// The subject of what radios measure.
  static let radio = "radio"
}

extension Mutant.Change {
  /// Whether it is for the frame watch to find: what changes with time, stands between messages, or
  /// lasts over many of them.
  var isForTheWatch: Bool {
    switch self {
    case .later, .noise, .distance: true
    default: false
    }
  }
}

/// Every mutant of a suite, by rule.
struct MutantGenerator {
  let suite: String
  let framing: any MessageFraming
  let messages: [MessageDefinition]
  let transitions: [BoardTransition]
  let states: [String]
  let limit: @Sendable (MessageDefinition) -> Duration
  /// Whether something ranges with the boards, or they do with each other.
  var hasRadio = true
  /// Further ones.
  var others: [Mutant] = []

  func mutants() -> [Mutant] {
    messages.flatMap(mutants) + others + transitions.flatMap(mutants)
      + (hasRadio
        ? [
          Mutant(
            id: "\(suite)/\(Mutant.radio)/distance", subject: Mutant.radio, change: .distance)
        ] : [])
  }

  private func mutants(of message: MessageDefinition) -> [Mutant] {
    func mutant(_ name: String, _ change: Mutant.Change) -> Mutant {
      Mutant(id: "\(suite)/\(message.name)/\(name)", subject: message.name, change: change)
    }
    let limit = limit(message)
    let whole =
      message.isAwaited
      ? [
        mutant("drop", .drop), mutant("duplicate", .duplicate),
        // A quarter later, so that nothing that the rig itself takes hides it.
        mutant("late", .late(limit + limit / 4)), mutant("swap", .swap), mutant("noise", .noise),
      ] : []
    let fields =
      framing.header(of: message).map { (name: "header.\($0.name)", field: $0) }
      + message.allFields
    return whole
      + fields.flatMap { name, field in
        field.limits.map { limit in
          mutant("\(name)/\(limit.name)", .field(name, limit.value))
        }
      }
      + message.lasting.map { mutant("\($0)/later", .later($0)) }
  }

  private func mutants(of transition: BoardTransition) -> [Mutant] {
    states.filter { $0 != transition.to }.map { state in
      Mutant(
        id: "\(suite)/transition/\(transition)/\(state)",
        subject: "transition \(transition)", change: .state(transition, state))
    }
  }
}
