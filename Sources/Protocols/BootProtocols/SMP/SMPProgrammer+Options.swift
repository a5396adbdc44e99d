extension SMPProgrammer {
  /// One thing to do.
  public enum Step: Equatable, Sendable {
    /// Sends a text and compares what comes back.
    case echo(String)
    /// Asks how long messages may be.
    case parameters
    /// Asks for the names of the bootloader and the application, where the board has them.
    case information
    case state
    /// Is through with everything where the confirmed image of this hash runs already.
    case unlessActive(hash: [UInt8])
    /// Is through with everything where the image of this hash runs on trial: it is confirmed, or
    /// left on trial, and not sent again. Nor is there anything to try where it stays already.
    case settleTrial(hash: [UInt8], confirming: Bool)
    /// Uploads an MCUboot image and checks that the board has it.
    case upload([UInt8])
    /// Has the image of this hash tried at the next reset: it goes back unless it is confirmed.
    case test(hash: [UInt8])
    /// Confirms the image of this hash, or the running one.
    case confirm(hash: [UInt8]?)
    case reset
    /// Calls until the board that was reset answers again: not as it did before it restarts.
    case reconnect(microseconds: Int)
    /// Ends the program unless the image of this hash runs.
    case requireActive(hash: [UInt8])
  }

  /// How it is done.
  public struct Options: Equatable, Sendable {
    /// How messages travel.
    public var encoding = SMPEncoding.base64
    /// The line's rate, for how long sending takes; 0 where bytes take no time.
    public var rate = 115_200
    /// The longest message that the way to the board carries, whatever its buffer.
    public var longestMessage = 65_535
    /// For how long the board may think about a request.
    public var answerTime = 3_000_000
    /// Whether a board that runs the image already is reset, out of the bootloader that it was brought
    /// into.
    public var resetsWhereActive = false

    /// The usual way.
    public init() {}
  }

  /// The buffer of boards that do not say.
  static let usualBufferSize = 384
  /// For how long a board may erase.
  static let eraseTime = 30_000_000
  /// How often one request is sent.
  static let attempts = 4
  /// For how long a board may take from MCUboot's own recovery to an application with an SMP server; most
  /// have none.
  static let applicationTime = 10_000_000
  /// For how long a board may answer as before after it was told to reset (Zephyr: 250 ms, as built).
  static let departureTime = 3_000_000
}
