import UCI
import VirtualBoards

/// The reference board with one change of what it sends, or of where its state machine goes.
public struct Mutant: Hashable, Sendable {
  /// The change.
  enum Change: Hashable, Sendable {
    /// A message is not sent.
    case drop
    /// It is sent twice.
    case duplicate
    /// It comes after its limit.
    case late(Duration)
    /// It comes behind the one that follows it.
    case swap
    /// A field of it has another value.
    case field(String, FieldValue)
    /// The state machine is in another state than this step leads to; nothing tells of it.
    case state(BoardTransition, String)
  }

  /// The name, which stays the same in every run: `uci/SESSION_STATUS_NTF/session_state/maximum+1`.
  public let id: String
  /// The message that is changed, or the step of the state machine.
  public let subject: String
  let change: Change
}

/// Every mutant of a suite, by rule.
struct MutantGenerator {
  let suite: String
  let framing: any MessageFraming
  /// The messages that the reference board sends.
  let messages: [MessageDefinition]
  /// The steps of its state machine.
  let transitions: [BoardTransition]
  /// The states of its state machine.
  let states: [String]
  /// How long each message may take.
  let limit: @Sendable (MessageDefinition) -> Duration

  func mutants() -> [Mutant] { messages.flatMap(mutants) + transitions.flatMap(mutants) }

  private func mutants(of message: MessageDefinition) -> [Mutant] {
    func mutant(_ name: String, _ change: Mutant.Change) -> Mutant {
      Mutant(id: "\(suite)/\(message.name)/\(name)", subject: message.name, change: change)
    }
    let limit = limit(message)
    let whole = [
      mutant("drop", .drop), mutant("duplicate", .duplicate),
      // A quarter later, so that nothing that the rig itself takes hides it.
      mutant("late", .late(limit + limit / 4)), mutant("swap", .swap),
    ]
    let fields =
      framing.header(of: message).map { (name: "header.\($0.name)", field: $0) }
      + message.allFields
    return whole
      + fields.flatMap { name, field in
        field.limits.map { limit in
          mutant("\(name)/\(limit.name)", .field(name, limit.value))
        }
      }
  }

  private func mutants(of transition: BoardTransition) -> [Mutant] {
    states.filter { $0 != transition.to }.map { state in
      Mutant(
        id: "\(suite)/transition/\(transition)/\(state)",
        subject: "transition \(transition)", change: .state(transition, state))
    }
  }
}
