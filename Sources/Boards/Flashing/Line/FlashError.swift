import BootProtocols
public import Errors
import Links

/// Why a flash did not end well, the state in which the board is, and what mends it.
public struct FlashError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable {
    case image
    /// No bootloader answers.
    case noAnswer = "no-answer"
    case refused
    /// The board's contents are not those that were sent.
    case verification = "verify"
    /// The line is gone, or cannot be had.
    case line
    case interrupted
    /// The program that is to do it is not there, too old, or cannot work.
    case tool
    /// The chip refuses its debug port.
    case locked
    case usage
  }

  /// The route to the board.
  public enum Way: String, Sendable {
    case bootloader
    /// A debug probe, which needs nothing on the board.
    case probe
    /// A board with a slot for the image that runs and one for the next (MCUboot).
    case slots
  }

  /// The kind of failure.
  public var code: Code
  /// The failure and its cause.
  public var message: String
  /// The next step.
  public var advice: String
  /// Whether the board's old image may be gone.
  public var imageTouched: Bool
  /// The route to the board.
  public var way: Way
  /// The board's name in messages; nil where the message says it, or is about none.
  public var board: String?

  /// The failure and its cause, with the name of the board.
  public var sentence: String { board.map { "\($0): \(message)" } ?? message }

  /// An error of a flash; without an advice the message says what to do next.
  public init(
    _ code: Code, _ message: String, advice: String = "", imageTouched: Bool = false,
    by way: Way = .bootloader
  ) {
    self.way = way
    self.code = code
    self.message = message
    self.advice = advice
    self.imageTouched = imageTouched
  }

  init(_ failure: BootFailure) {
    let code: Code =
      switch failure.code {
      case "no-answer": .noAnswer
      case "verify": .verification
      case "image": .image
      default: .refused
      }
    self.init(
      code, failure.message, advice: Self.sentence(failure.advice),
      imageTouched: failure.imageTouched)
  }

  /// Protocols say what to do next in a phrase.
  private static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first, let last = phrase.last else { return phrase }
    return first.uppercased() + phrase.dropFirst() + (".!?".contains(last) ? "" : ".")
  }

  /// A failure of the line during a flash.
  public init(_ error: RigError, imageTouched: Bool = false) {
    self.init(
      .line, "\(error.context): \(error.reason)",
      advice: error.advice.isEmpty
        ? "Connect the board and flash again." : Self.sentence(error.advice),
      imageTouched: imageTouched)
  }

  static let noMethod = FlashError(
    .refused, "no method", advice: "Give one: --method.")

  static func interrupted(_ imageTouched: Bool, by way: Way = .bootloader) -> FlashError {
    FlashError(
      .interrupted, "the flash was broken off", advice: "Flash again.",
      imageTouched: imageTouched, by: way)
  }

  /// The state of the board, in a sentence.
  public var state: String {
    switch way {
    case _ where !imageTouched: "The board was not changed."
    case .bootloader:
      "The board may have no application that runs; its bootloader is still there."
    case .probe:
      "The board may have no application that runs; the probe can write it at any time."
    case .slots:
      "The new image is not whole in its slot. An application that took it runs on as before; "
        + "MCUboot's own recovery, which replaces the image that ran, waits for another upload."
    }
  }

  /// Whether the same flash again is what mends it.
  public var isMendedByRepeating: Bool {
    switch code {
    case .noAnswer, .line, .interrupted: true
    case .refused, .tool: imageTouched
    case .image, .verification, .locked, .usage: false
    }
  }

  /// One line for a person.
  public var description: String { "\(message). \(state) \(advice)" }
}
