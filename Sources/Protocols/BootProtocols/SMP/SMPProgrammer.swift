internal import WireFormat

/// Does a list of things over the Simple Management Protocol: asks what images a board has, uploads
/// one, has it tried or confirmed, resets the board.
///
/// One request is under way at a time, as large as the board's buffer allows.
public struct SMPProgrammer: EndingProgrammer {
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
    /// Uploads an MCUboot image and checks that the board has it. `number` counts the images of
    /// boards with several, from 0.
    case upload([UInt8], number: Int)
    /// Has the image of this hash tried at the next reset: it goes back unless it is confirmed.
    case test(hash: [UInt8])
    /// Confirms the image of this hash, or the running one.
    case confirm(hash: [UInt8]?)
    case erase(slot: Int)
    /// Resets the board; into serial recovery where it can be asked for that.
    case reset(intoBootloader: Bool)
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
    /// The version of the protocol that is tried first: 0 is version 1, 1 is version 2.
    public var version: UInt8 = 1
    /// The board's buffer; nil asks the board.
    public var bufferSize: Int?
    /// The longest message that the way to the board carries, whatever its buffer.
    public var longestMessage = 65_535
    /// The buffer of boards that do not say.
    public var usualBufferSize = 384
    /// For how long the board may think about a request.
    public var answerTime = 3_000_000
    /// For how long it may erase.
    public var eraseTime = 30_000_000
    /// How often one request is sent.
    public var attempts = 4
    /// Whether a board that runs the image already is reset, out of the bootloader that it was brought
    /// into.
    public var resetsWhereActive = false
    /// For how long a board may take from MCUboot's own recovery to an application with an SMP
    /// server; most have none.
    public var applicationTime = 10_000_000
    /// For how long a board may answer as before after it was told to reset (Zephyr: 250 ms, as built).
    public var departureTime = 3_000_000

    /// The usual way.
    public init() {}
  }

  let steps: [Step]
  let options: Options
  /// The report of the board.
  public internal(set) var report = SMPReport()

  var framing: SMPSerialFraming
  var next = 0
  var version: UInt8
  var sequence: UInt8 = 0
  var hasHeard = false
  /// The awaited request: the step's own, or one that it needs before.
  var outstanding: SMPMessage?
  var time = 0
  var attemptsLeft = 0
  var bufferSize: Int?
  var image: [UInt8] = []
  var imageHash: [UInt8] = []
  var imageNumber = 0
  var offset = 0
  var stalls = 0
  var hasMatched = false
  var reconnectLeft = 0
  /// For how long an answer may still be one from before the reset; 0 once the board has restarted.
  var departureLeft = 0
  /// The hashes of what ran before the reset.
  var activeBefore: [[UInt8]] = []
  /// The trial is being confirmed, and looked at again.
  var isConfirmingTrial = false
  /// The upload replaced the running image, as MCUboot's own recovery does it: there is nothing to
  /// select, and perhaps no server to ask afterwards.
  var isInPlace = false
  /// The board has shown that the image runs.
  var hasSeenImageRun = false
  /// Whether the board's old image may be gone by now.
  public internal(set) var imageTouched = false
  var isOver = false

  /// Whether the board itself has shown that it has what was uploaded.
  public var isProved: Bool { image.isEmpty || hasMatched || hasSeenImageRun }

  /// Whether the board resets just now.
  public var outlivesLine: Bool {
    switch step {
    case .reset: hasHeard
    case .reconnect, .requireActive: true
    default: false
    }
  }

  /// Whether the image is where it has to be, and no answer is needed any more.
  public var isDoneWithoutLine: Bool { isInPlace && outlivesLine }

  /// A programmer for steps, done in order.
  public init(steps: [Step], options: Options = Options()) {
    self.steps = steps
    self.options = options
    version = options.version
    bufferSize = options.bufferSize
    framing = SMPSerialFraming(options.encoding)
  }

  /// The steps of an update: upload, select, reset, and see that the image runs.
  ///
  /// - Parameter confirming: for good at once; else the image is tried, and goes back at the next
  ///   reset unless it is confirmed.
  public static func update(
    _ image: [UInt8], number: Int = 0, confirming: Bool, restart: Int = 30_000_000
  ) -> [Step] {
    let hash = SMPImage(image)?.hash ?? []
    return [
      .upload(image, number: number), confirming ? .confirm(hash: hash) : .test(hash: hash),
      .reset(intoBootloader: false), .reconnect(microseconds: restart),
      .requireActive(hash: hash),
    ]
  }

  /// Begins the first step.
  public mutating func begin() -> [ProgrammerAction] { advance() }

  /// Takes answers.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for frame in framing.feed(bytes) where !isOver {
      guard let message = SMPMessage(frame) else { continue }
      actions += take(message)
    }
    return actions
  }

  /// Asks again, or gives up.
  public mutating func expired() -> [ProgrammerAction] {
    guard !isOver, let outstanding else { return [] }
    if reconnectLeft > 0 {
      // What does not answer is on its way.
      departureLeft = 0
      reconnectLeft -= time
      if reconnectLeft > 0 { return send(outstanding) }
      reconnectLeft = 0
      return isInPlace ? leaveUnseen() : noAnswer()
    }
    if outstanding.group == SMPCommand.osGroup, outstanding.command == SMPCommand.reset, hasHeard {
      // Boards reset before their answer has left.
      departureLeft = 0
      return [.note("the board reset without an answer")] + advance()
    }
    attemptsLeft -= 1
    guard attemptsLeft > 0 else { return noAnswer() }
    // A board that has never answered may know version 1 only.
    if !hasHeard, attemptsLeft < options.attempts - 1, version > 0 { version = 0 }
    return send(outstanding)
  }

  /// Calls the board on the line on which it has come back.
  public mutating func reopened() -> [ProgrammerAction] {
    guard !isOver, let outstanding else { return [] }
    departureLeft = 0
    if case .reset = step { return advance() }
    return send(outstanding)
  }

  /// The bootloader has left with the image; what runs now has no SMP server on this line.
  mutating func leaveUnseen() -> [ProgrammerAction] {
    let seen =
      hasMatched
      ? "nothing answers SMP after the reset: the board compared the hash of what it received, "
        + "but that the image runs was not seen"
      : "nothing answers SMP after the reset: that the image runs was not seen, and the "
        + "bootloader compared nothing"
    return [.remark(seen)] + finish()
  }

  private mutating func noAnswer() -> [ProgrammerAction] {
    fail(
      "no-answer", "the board does not answer",
      imageTouched
        ? "Flash again: the upload goes on where it stopped if the board kept it; the image that "
          + "was running is still there."
        : "Check that the application or the bootloader has an SMP server on this port, and its "
          + "rate and encoding (base64 or raw).")
  }

  var total: Int { image.count }

  mutating func end() {
    isOver = true
    outstanding = nil
  }

  /// Sends a request, for the first time or again.
  mutating func send(_ message: SMPMessage) -> [ProgrammerAction] {
    sequence &+= 1
    var message = message
    message.sequence = sequence
    message.version = version
    outstanding = message
    let bytes = framing.encode(message.encoded)
    let sending = options.rate > 0 ? bytes.count * 10_000_000 / options.rate : 0
    return [.send(bytes), .expect(microseconds: time + sending)]
  }

  mutating func ask(
    _ operation: SMPOperation, _ group: UInt16, _ command: UInt8, _ payload: CBORValue = .map([]),
    time: Int? = nil
  ) -> [ProgrammerAction] {
    attemptsLeft = max(1, options.attempts)
    self.time = time ?? options.answerTime
    return send(
      SMPMessage(operation, group: group, command: command, payload: payload.encoded))
  }

  mutating func advance() -> [ProgrammerAction] {
    outstanding = nil
    guard next < steps.count else { return finish() }
    next += 1
    return beginStep()
  }

  var step: Step? { steps.indices.contains(next - 1) ? steps[next - 1] : nil }
}

/// The report of a board over SMP.
public struct SMPReport: Equatable, Sendable {
  /// One image of the board.
  public struct Image: Equatable, Sendable {
    /// Which of the board's images, from 0.
    public var image = 0
    /// 0 is the running one.
    public var slot = 0
    /// As the image says.
    public var version = ""
    /// SHA-256 of the image; empty where the board does not tell.
    public var hash: [UInt8] = []
    /// Whether it can be booted.
    public var isBootable = false
    /// It runs from the next reset on.
    public var isPending = false
    /// It stays.
    public var isConfirmed = false
    /// It runs.
    public var isActive = false
    /// Pending for good.
    public var isPermanent = false

    /// An image of which nothing is known.
    public init() {}

    init?(_ value: CBORValue) {
      guard case .map = value else { return nil }
      image = value["image"]?.integer ?? 0
      slot = value["slot"]?.integer ?? 0
      version = value["version"]?.text ?? ""
      hash = value["hash"]?.bytes ?? []
      isBootable = value["bootable"]?.boolean ?? false
      isPending = value["pending"]?.boolean ?? false
      isConfirmed = value["confirmed"]?.boolean ?? false
      isActive = value["active"]?.boolean ?? false
      isPermanent = value["permanent"]?.boolean ?? false
    }
  }

  /// Bytes of a message and messages that the board holds.
  public var bufferSize: Int?
  /// Messages that the board holds.
  public var bufferCount: Int?
  /// The images, as they were asked for last.
  public var images: [Image] = []
  /// The name of the bootloader.
  public var bootloader: String?
  /// The application's description of itself.
  public var application: String?
  /// The version of the protocol in the board's answers: 0 is version 1.
  public var version: UInt8?

  /// Nothing said yet.
  public init() {}
}
