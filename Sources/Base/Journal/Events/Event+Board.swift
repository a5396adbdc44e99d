extension Event {
  /// A board that came or went.
  public struct BoardChange: Sendable, Equatable {
    /// Name in the rig file.
    public var board: String
    /// The board's own identity, or how it was found; empty where nothing is known.
    public var identity: String
    /// Whether it lives in the virtual lab.
    public var virtual: Bool
    /// Why it was opened or closed; empty where there is nothing to say.
    public var reason: String
    /// The firmware on the link, as the rig file names it, for readers that decode frames.
    public var firmware: String?
    /// The dialect of a UCI board, such as `fira2+qorvo`; nil where nothing is known.
    public var dialect: String?

    /// Why a board is closed whose link has ended by itself.
    public static let linkEnded = "its link has ended"
    /// Why a board is closed whose case is ended before its body is through.
    public static let caseEnded = "the case was ended"

    /// Why a board is closed that restarts upon its reset, and takes the link with it.
    public static let chipRestarts = "its chip restarts upon a reset"

    /// Whether the board has ended the link.
    public var isEndedByBoard: Bool { [Self.linkEnded, Self.chipRestarts].contains(reason) }

    /// Whether the board was closed because what was done on it is over; what follows tidies up.
    public var isEnding: Bool { [Self.linkEnded, Self.caseEnded].contains(reason) }

    /// A board that came or went.
    public init(
      board: String, identity: String, virtual: Bool, reason: String = "", firmware: String? = nil,
      dialect: String? = nil
    ) {
      self.board = board
      self.identity = identity
      self.virtual = virtual
      self.reason = reason
      self.firmware = firmware
      self.dialect = dialect
    }
  }

  /// Bytes that crossed a link.
  public struct Transfer: Sendable, Equatable {
    /// Name of the board in the rig file.
    public var board: String
    /// Which way they went; `dir` in the line.
    public var direction: Direction
    /// The bytes; `hex` in the line, lowercase.
    public var bytes: [UInt8]

    /// Bytes that crossed a link.
    public init(board: String, direction: Direction, bytes: [UInt8]) {
      self.board = board
      self.direction = direction
      self.bytes = bytes
    }
  }
}
