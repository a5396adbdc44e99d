public import WireFormat

/// Flashes a QN9090, K32W or JN5189 through its in-system programming mode.
///
/// The board has to be in that mode: by its button, or by the pins of its USB bridge.
public struct DK6Programmer: AskingProgrammer {
  /// The board's identity; complete before the first byte of flash is touched.
  public internal(set) var identity = DK6Identity()

  let options: LoaderOptions
  let segments: [ImageSegment]
  let total: Int
  var step = Step.idle
  var asked: AskedRequest<DK6Frame>?
  var decoder = DK6Decoder()
  /// Whether the board's old image may be gone by now.
  public internal(set) var imageTouched = false
  var reopened = false
  var written = 0
  var verified = 0
  /// Whether what is there is compared before anything is written.
  var isComparing = false
  /// Runs of whole pages that the segments lie in.
  var erasures: [Range<UInt64>] = []

  enum Step: Equatable, Sendable {
    case idle, over
    case start, chip, unlock, information, address, type
    case openConfiguration, closeConfiguration, open, reopen, close, reset
    case erase(Int)
    case blank(Int)
    case write(segment: Int, offset: Int)
    case read(segment: Int, offset: Int)
  }

  static let ordinaryTimeout = 1_000_000
  /// Where the address lies in the configuration.
  static let addressPlace: Range<UInt64> = 0x9FC70..<0x9FC78
  /// Where the number of the type lies in the configuration, such as 9090.
  static let typePlace: Range<UInt64> = 0x9FC60..<0x9FC64

  /// Without segments it only says who is there.
  public init(segments: [ImageSegment], options: LoaderOptions = LoaderOptions()) {
    self.segments = ImageSegment.sorted(segments)
    self.options = options
    self.total = self.segments.reduce(0) { $0 + $1.bytes.count }
  }

  /// Asks who is there, and nothing else: no line is moved, nothing is written, and the board stays in its
  /// loader.
  public static func identifying() -> DK6Programmer {
    DK6Programmer(segments: [], options: .identifying)
  }

  /// Starts with the entry into the loader.
  public mutating func begin() -> [ProgrammerAction] {
    if let failure = failure(overlapping: segments) { return failure }
    step = .start
    isComparing = options.skipsIfSame
    return [.setRate(115_200), .discardInput]
      + ask(DK6Frame(.unlock, [0]), timeout: 500_000, tries: 4)
  }

  /// Takes what the line delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for item in decoder.feed(bytes) {
      guard step != .over, step != .idle, let asked else { break }
      switch item {
      case .frame(let frame) where frame.type == asked.request.type &+ 1:
        actions += take(frame.data)
      case .frame: continue
      case .damaged: actions += again("the replies arrive damaged")
      }
    }
    return actions
  }

  /// Asks again, or gives up with what is known by then.
  public mutating func expired() -> [ProgrammerAction] {
    guard step != .over, step != .idle else { return [] }
    return again(
      step == .start ? "no loader answered" : "the loader stopped answering \(step.words)")
  }

  /// The same request once more, or the end.
  mutating func again(_ why: String) -> [ProgrammerAction] {
    decoder.reset()
    // All is written: the answer to the reset does not matter.
    if step == .reset { return finish() }
    // Zeros fill up a frame that an interrupted programmer left unfinished, and begin none.
    let filler = step == .start ? Array(repeating: UInt8(0), count: DK6Frame.limit) : []
    return repeated(behind: filler)
      ?? fail(
        "no-answer", why,
        "hold the ISP button while you press RESET, check cable and supply, and repeat the command"
      )
  }

  mutating func end() {
    step = .over
    asked = nil
  }
}

extension DK6Programmer.Step {
  /// Where the transfer stood, as the end of a sentence.
  var words: String {
    switch self {
    case .idle, .over, .start: "before the transfer"
    case .chip, .information, .openConfiguration, .address, .type, .closeConfiguration:
      "while it was asked who it is"
    case .unlock: "when it was unlocked"
    case .open, .reopen: "when its flash was opened"
    case .erase, .blank: "while it erased"
    case .write: "while it was written"
    case .read: "while it was read back"
    case .close: "when its flash was closed"
    case .reset: "when it was told to reset"
    }
  }
}
