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

  init(_ error: LinkError, whileDoing what: String) {
    switch error.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .notReady("\(what): no answer")
    default: self = .notReady("\(what): \(error.reason)")
    }
  }
}

/// A board as the runner handles it, whatever its firmware.
protocol RunnableBoard: Sendable {
  var name: String { get }
  /// Opens the link if it is not open, brings the board to its start state and proves it.
  func bringToStartState() async throws(BoardTrouble)
  /// The protocol's own reset, whatever state the board is in; opens the link if it is not open.
  func resetByProtocol() async throws(BoardTrouble)
  /// Opens the link anew.
  func reopen() async throws(LinkError)
  /// Closes the link.
  func close(reason: String)
  /// Forgets what a case did with the board: counters, the last frame.
  func beginCase()
  /// Why the link has ended; nil while it is open.
  var ending: LinkError? { get }
  /// The last frame that went to the board, for a report.
  var lastSent: [UInt8] { get }
  /// Frames that came since the case began.
  var receivedFrames: Int { get }
}
