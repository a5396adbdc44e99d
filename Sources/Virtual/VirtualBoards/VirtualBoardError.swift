/// Why a virtual board cannot be made, and what to write instead.
public struct VirtualBoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String

    /// There is no board of that make.
    public static let unknownPersonality = Code(description: "unknown personality")
    /// The board could not be made to misbehave in that way.
    public static let misbehaviourDoesNotApply = Code(
      description: "the misbehaviour does not apply")
    /// The file that is to hold the board's flash cannot be used.
    public static let flashFile = Code(description: "the flash file cannot be used")
  }

  /// The kind of trouble.
  public let code: Code
  /// The board, by its name.
  public let board: String
  /// What was found and what is allowed.
  public let reason: String

  /// An error of one board.
  public init(_ code: Code, board: String, reason: String) {
    self.code = code
    self.board = board
    self.reason = reason
  }

  static func unknownPersonality(
    _ found: String, board: String, allowed: [String]
  ) -> VirtualBoardError {
    VirtualBoardError(
      .unknownPersonality, board: board,
      reason: "there is no virtual board of the personality \"\(found)\"; use "
        + allowed.joined(separator: " or "))
  }

  /// One line for a person.
  public var description: String { "board \(board): \(reason)" }
}
