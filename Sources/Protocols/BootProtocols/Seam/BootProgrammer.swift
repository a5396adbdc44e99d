/// The programmer's side of a boot protocol as a pure value: it is given bytes and expiries, and says
/// what to do with the line. It opens nothing and reads no clock, so the same value flashes a kit,
/// a virtual board and arbitrary bytes of a fuzzer.
public protocol BootProgrammer: Sendable {
  /// Starts. Called once, before anything else.
  mutating func begin() -> [ProgrammerAction]
  /// Takes what the line delivered, in pieces of any size.
  mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction]
  /// Says that the last `ProgrammerAction.expect` passed without an action that ended it.
  mutating func expired() -> [ProgrammerAction]
  /// Time to do ahead what the next answer will need: called when what was asked for has been done,
  /// and the line is busy with it. The line's owner may leave it out.
  mutating func workAhead()
  /// Whether what was asked for so far may have cost the board its old image.
  var imageTouched: Bool { get }
  /// Whether the board itself has shown that it has what was sent; asked for at the end.
  var isProved: Bool { get }
  /// Whether the line may go just now: the board resets, and a port of its own goes with it.
  var outlivesLine: Bool { get }
  /// Whether nothing is missing but to see the board again.
  var isDoneWithoutLine: Bool { get }
  /// Goes on, on a line that was opened anew.
  mutating func reopened() -> [ProgrammerAction]
}

extension BootProgrammer {
  /// Nothing can be done ahead.
  public mutating func workAhead() {}
  /// A programmer that only reads touches no image.
  public var imageTouched: Bool { false }
  /// A programmer that ends without a failure has verified its writes.
  public var isProved: Bool { true }
  /// A line that goes is the end of most.
  public var outlivesLine: Bool { false }
  /// The end is reached on the line.
  public var isDoneWithoutLine: Bool { false }
  /// A programmer that does not outlive the line is not asked.
  public mutating func reopened() -> [ProgrammerAction] { [] }
}

/// Actions that a programmer asks of the line's owner, carried out in order.
public enum ProgrammerAction: Equatable, Sendable {
  case send([UInt8])
  /// Another line rate, once everything sent has left.
  case setRate(Int)
  /// The modem lines; a line without them ignores it.
  case setLines(dtr: Bool, rts: Bool)
  /// Nothing is done for so long: the bootloader's own documented times, never a guess at latency.
  case pause(microseconds: Int)
  /// Received bytes that were not delivered yet are discarded.
  case discardInput
  /// From here on something has to happen within this time: each `expect` replaces the one before,
  /// and `finished` or `failed` ends it.
  case expect(microseconds: Int)
  case progress(BootProgress)
  /// Something that a person should read and a program may ignore, such as a version.
  case note(String)
  /// Something that a person has to know: that a transfer goes on, or what was not seen.
  case remark(String)
  case finished
  case failed(BootFailure)
}

/// How far a programmer is.
public struct BootProgress: Equatable, Sendable {
  /// The step in a word or two: "erase", "init packet", "write", "verify".
  public var phase: String
  /// Bytes of the image that the bootloader has confirmed, of `total`.
  public var done: Int
  /// All bytes of the image.
  public var total: Int

  /// So much of so much.
  public init(phase: String, done: Int, total: Int) {
    self.phase = phase
    self.done = done
    self.total = total
  }
}

/// Why a programmer gave up, and the state in which it leaves the board.
public struct BootFailure: Error, Equatable, Sendable {
  /// A word for programs: `no-answer`, `refused`, `verify`, `protocol`, `unsupported`, and
  /// `image` for one that does not fit the board.
  public var code: String
  /// The failure and its reason, in a sentence.
  public var message: String
  /// The advice to the user.
  public var advice: String
  /// Whether the board's old image may be gone.
  public var imageTouched: Bool

  /// Why, and what now.
  public init(code: String, message: String, advice: String, imageTouched: Bool) {
    self.code = code
    self.message = message
    self.advice = advice
    self.imageTouched = imageTouched
  }
}
