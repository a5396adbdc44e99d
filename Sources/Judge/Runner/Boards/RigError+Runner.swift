import Errors
import Links

extension RigError.Code {
  /// A board is there and does not do what the start state asks.
  static let notReady = Self("not ready")
  /// A board is there, on a link that opens, and does not answer what its protocol must answer.
  static let wedged = Self("wedged")
}

extension RigError {
  /// The run is being ended.
  static let runEnded = RigError(.cancelled, reason: "the run was ended")

  /// A board that is there and not in its start state, for `reason`.
  static func notReady(_ reason: String) -> RigError { RigError(.notReady, reason: reason) }

  /// Whether the board is not there at all, or what this computer reaches it with.
  var isAbsence: Bool { [.notFound, .noAdapter].contains(code) }

  /// What a failed link means for a board that was asked for its start state.
  func notReady(whileDoing what: String) -> RigError {
    switch code {
    case .cancelled: .runEnded
    case .timedOut: .notReady("\(what): no answer")
    default: .notReady("\(what): \(reason)")
    }
  }
}
