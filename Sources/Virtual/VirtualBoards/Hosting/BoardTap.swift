/// Stands between a virtual board and its link, and may change what it sends and where its state
/// goes: the seam of runs that judge the judge.
public protocol BoardTap: AnyObject, Sendable {
  /// The messages sent in place of one.
  ///
  /// - Parameter frames: the message; several for one that is sent in segments.
  func outgoing(_ frames: [[UInt8]], from board: String) -> [TappedMessage]

  /// What a board writes as it is, past its framing, where it is sent as a frame.
  var noise: [UInt8] { get }

  /// The state that a board takes instead of the one that it should; nil for the right one.
  func state(after transition: BoardTransition, of board: String) -> String?
}

/// A message as a tap lets it go.
public struct TappedMessage: Hashable, Sendable {
  /// Its frames.
  public var frames: [[UInt8]]
  /// How much later than meant.
  public var delay: Duration

  /// A message, at its time by default.
  public init(_ frames: [[UInt8]], delay: Duration = .zero) {
    self.frames = frames
    self.delay = delay
  }
}

/// One step of a board's state machine. A state that stays the same is one too.
public struct BoardTransition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The state before.
  public var from: String
  /// The cause: the name of a message, or an event.
  public var cause: String
  /// The state after.
  public var to: String

  /// A step.
  public init(from: String, cause: String, to: String) {
    self.from = from
    self.cause = cause
    self.to = to
  }

  /// In one word, as mutants are named by.
  public var description: String { "\(from)+\(cause)=\(to)" }

  /// By name.
  public static func < (left: BoardTransition, right: BoardTransition) -> Bool {
    (left.from, left.cause, left.to) < (right.from, right.cause, right.to)
  }
}
