public import Links

/// Why a board could not be brought to its start state.
public enum BoardTrouble: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its link could not be opened.
  case notOpened(LinkError)
  /// It is there and does not do what the start state asks.
  case notReady(String)
  /// The run is being ended.
  case cancelled

  /// One line for a person.
  public var description: String {
    switch self {
    case .notOpened(let error): "\(error)"
    case .notReady(let reason): reason
    case .cancelled: "the run was ended"
    }
  }

  /// Whether the board is not there at all.
  var isAbsence: Bool {
    if case .notOpened(let error) = self { error.code == .notFound } else { false }
  }

  /// What keeps a link from being opened.
  init(opening error: LinkError) {
    self = error.code == .cancelled ? .cancelled : .notOpened(error)
  }

  init(_ error: LinkError, whileDoing what: String) {
    switch error.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .notReady("\(what): no answer")
    default: self = .notReady("\(what): \(error.reason)")
    }
  }
}
