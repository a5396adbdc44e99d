public import WireFormat

/// Flashes an NXP board through its MCU bootloader on a serial line.
public struct MBootProgrammer: EndingProgrammer {
  /// The board's identity; complete before the first byte of flash is touched.
  public internal(set) var identity = MBootIdentity()

  /// The line rate; the bootloader finds it out from the first ping.
  private let rate: Int
  let options: LoaderOptions
  let segments: [ImageSegment]
  let total: Int
  var step = Step.idle
  var wait = Wait.acknowledgement
  var last: MBootFrame?
  var resends = 0
  /// How often everything began anew.
  var rounds = 0
  var decoder = MBootDecoder()
  /// Whether the board's old image may be gone by now.
  public internal(set) var imageTouched = false
  var written = 0
  var verified = 0
  /// Whether what is there is compared before anything is written.
  var isComparing = false
  /// Whether something else was found there.
  var differs = false
  var erasures: [Range<UInt64>] = []

  enum Step: Equatable, Sendable {
    case idle, over, ping, reset
    case property(Int)
    case erase(Int)
    /// The write or read of a segment is announced.
    case write(Int), read(Int)
    case sending(segment: Int, offset: Int)
    case receiving(segment: Int, offset: Int)
  }

  enum Wait: Sendable {
    case acknowledgement, response
  }

  static let ordinaryTimeout = 2_000_000
  static let properties: [MBootProperty] = [
    .currentVersion, .systemIdentifier, .uniqueIdentifier, .maximumPacketSize, .flashStart,
    .flashSize, .flashSectorSize,
  ]

  /// Without segments it only says who is there.
  public init(
    segments: [ImageSegment], rate: Int = 115_200, options: LoaderOptions = LoaderOptions()
  ) {
    self.rate = rate
    self.segments = ImageSegment.sorted(segments)
    self.options = options
    self.total = self.segments.reduce(0) { $0 + $1.bytes.count }
  }

  /// Asks who is there, and nothing else: no line is moved, nothing is written, and the board stays in its
  /// loader.
  public static func identifying(rate: Int = 115_200) -> MBootProgrammer {
    MBootProgrammer(segments: [], rate: rate, options: .identifying)
  }

  /// Starts with the entry into the loader.
  public mutating func begin() -> [ProgrammerAction] {
    if let failure = failure(overlapping: segments) { return failure }
    isComparing = options.skipsIfSame
    return [.setRate(rate), .discardInput] + ping()
  }

  /// Takes what the line delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for item in decoder.feed(bytes) {
      guard step != .over, step != .idle else { break }
      switch item {
      case .damaged where step == .ping: continue
      case .damaged: actions.append(.send(MBootFrame.refuse.stream))
      case .frame(let frame): actions += take(frame)
      }
    }
    return actions
  }

  /// Asks again, or gives up with what is known by then.
  public mutating func expired() -> [ProgrammerAction] {
    switch step {
    case .idle, .over: return []
    case .reset: return finish()
    default: return again()
    }
  }

  /// Data packets have no numbers, so what a silent bootloader has is unknown: all begins anew.
  private mutating func again() -> [ProgrammerAction] {
    rounds += 1
    guard rounds < 4 else {
      return fail(
        "no-answer",
        step == .ping
          ? "no bootloader answered the ping" : "the bootloader stopped answering \(step.words)",
        "bring the board into its bootloader (ISP pin low while it is reset), check cable and"
          + " supply, and repeat the command")
    }
    decoder.reset()
    written = 0
    verified = 0
    differs = false
    // Zeros fill up a packet that was left unfinished, and begin none.
    let filler = Array(repeating: UInt8(0), count: MBootDecoder.limit)
    return [.pause(microseconds: 200_000), .send(filler), .discardInput] + ping()
  }

  mutating func ping() -> [ProgrammerAction] {
    step = .ping
    last = nil
    return [.send(MBootFrame.ping.stream), .expect(microseconds: 500_000)]
  }

  mutating func ask(
    _ message: MBootMessage, timeout: Int = ordinaryTimeout
  ) -> [ProgrammerAction] {
    sendFrame(.command(message.payload), timeout: timeout)
  }

  mutating func sendFrame(
    _ frame: MBootFrame, timeout: Int = ordinaryTimeout
  ) -> [ProgrammerAction] {
    last = frame
    resends = 0
    wait = .acknowledgement
    return [.send(frame.stream), .expect(microseconds: timeout)]
  }

  mutating func end() {
    step = .over
    last = nil
  }
}

extension MBootProgrammer.Step {
  var isReading: Bool {
    switch self {
    case .read, .receiving: true
    default: false
    }
  }

  /// Where the transfer stood, as the end of a sentence.
  var words: String {
    switch self {
    case .idle, .over, .ping: "before the transfer"
    case .property: "while it was asked who it is"
    case .erase: "while it erased"
    case .write, .sending: "while it was written"
    case .read, .receiving: "while it was read back"
    case .reset: "when it was told to reset"
    }
  }
}
