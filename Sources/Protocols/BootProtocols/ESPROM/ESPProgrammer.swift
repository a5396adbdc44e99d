public import WireFormat

/// Flashes an ESP chip through the loader in its ROM: no stub is uploaded, so what runs on the board
/// is only what its maker put there.
public struct ESPProgrammer: AskingProgrammer {
  /// How the chip gets into its loader, and out of it.
  public enum Reset: Sendable {
    /// A USB bridge whose DTR pulls IO0 low and whose RTS pulls EN low.
    case bridge
    /// The USB port of the chip itself, which acts out the same lines.
    case builtIn
    /// By hand, or the line has no modem lines.
    case byHand
  }

  /// The board's identity; complete before the first byte of flash is touched.
  public internal(set) var identity = ESPIdentity()
  /// The end of what the chip printed before it answered, at most 512 bytes.
  public internal(set) var bootLog: [UInt8] = []

  let reset: Reset
  let options: LoaderOptions
  let segments: [ImageSegment]
  let total: Int
  var step = Step.idle
  var asked: AskedRequest<ESPRequest>?
  var decoder = StreamFraming.slip.makeDecoder(limit: 1024)
  /// Whether the board's old image may be gone by now.
  public internal(set) var imageTouched = false
  var written = 0

  enum Step: Equatable, Sendable {
    case idle, over
    case synchronising(attempt: Int, replies: Int)
    case securityInfo, magic, addressLow, addressHigh
    case attach, parameters
    case flashIdentifier(Int)
    case begin(Int)
    case data(segment: Int, block: Int)
    case digest(Int)
    /// The MD5 of what is there before anything is written.
    case same(Int)
  }

  static let sector: UInt64 = 0x1000
  static let ordinaryTimeout = 3_000_000
  static let triesToSynchronise = 35

  /// Without segments it only says who is there and leaves the board as it was.
  public init(
    segments: [ImageSegment], reset: Reset = .bridge, options: LoaderOptions = LoaderOptions()
  ) {
    self.segments = ImageSegment.sorted(segments)
    self.reset = reset
    self.options = options
    self.total = self.segments.reduce(0) { $0 + $1.bytes.count }
  }

  /// Asks who is there, and nothing else: no line is moved, nothing is written, and the board stays in its
  /// loader.
  public static func identifying() -> ESPProgrammer {
    ESPProgrammer(segments: [], reset: .byHand, options: .identifying)
  }

  /// Starts with the entry into the loader.
  public mutating func begin() -> [ProgrammerAction] {
    if let problem = misplaced() { return problem }
    return enter() + synchronise(attempt: 0)
  }

  /// Takes what the line delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    if case .synchronising = step, bootLog.count < 4096 {
      bootLog = (bootLog + bytes).suffix(512)
    }
    var actions: [ProgrammerAction] = []
    for item in decoder.feed(bytes) {
      guard step != .over else { break }
      guard case .frame(let frame) = item, let reply = ESPReply(frame: frame) else { continue }
      actions += take(reply)
    }
    return actions
  }

  /// Asks again, or gives up with what is known by then.
  public mutating func expired() -> [ProgrammerAction] {
    switch step {
    case .idle, .over: return []
    case .synchronising(let attempt, let replies):
      if replies > 0 { return synchronised() }
      if attempt + 1 == Self.triesToSynchronise { return noSynchronisation() }
      // Each five attempts the chip is brought into its loader anew.
      decoder.reset()
      return (attempt % 5 == 4 ? enter() : [.discardInput]) + synchronise(attempt: attempt + 1)
    default:
      decoder.reset()
      return repeated()
        ?? fail(
          "no-answer", "the loader stopped answering \(step.words)",
          "check cable and supply, bring the board into its loader again and repeat the command")
    }
  }

  mutating func end() {
    step = .over
    asked = nil
  }

  /// The failure for a segment that cannot be written without destroying its neighbours.
  private mutating func misplaced() -> [ProgrammerAction]? {
    var free: UInt64 = 0
    for segment in segments {
      let start = UInt64(segment.address)
      guard start % Self.sector == 0, start >= free else {
        let isOdd = start % Self.sector != 0
        let why =
          isOdd
          ? "does not begin at a sector of 4096 bytes" : "shares a sector with the one before it"
        return fail(
          "image", "the segment at \(BootText.hex(segment.address, digits: 8)) \(why)",
          isOdd
            ? "link the image to a multiple of 0x1000, or give raw bytes such a --base"
            : "merge the images into one, or link them to other addresses")
      }
      free = (segment.end + Self.sector - 1) / Self.sector * Self.sector
    }
    return nil
  }
}

extension ESPProgrammer.Step {
  /// Where the transfer stood, as the end of a sentence.
  var words: String {
    switch self {
    case .idle, .over, .synchronising: "before the transfer"
    case .securityInfo, .magic, .addressLow, .addressHigh: "while it was asked which chip it is"
    case .attach, .parameters, .flashIdentifier: "while its flash was prepared"
    case .begin: "while it erased"
    case .data: "while it was written"
    case .digest, .same: "while it computed the MD5 of its flash"
    }
  }
}
