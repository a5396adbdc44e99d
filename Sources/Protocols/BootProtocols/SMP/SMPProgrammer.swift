internal import WireFormat

/// Does a list of things over the Simple Management Protocol: asks what images a board has, uploads
/// one, has it tried or confirmed, resets the board.
///
/// One request is under way at a time, as large as the board's buffer allows.
public struct SMPProgrammer: EndingProgrammer {
  let steps: [Step]
  let options: Options
  /// The report of the board.
  public internal(set) var report = SMPReport()

  var framing: SMPSerialFraming
  var next = 0
  /// The version of the protocol that is tried: 0 is version 1, 1 is version 2.
  var version: UInt8 = 1
  var sequence: UInt8 = 0
  var hasHeard = false
  /// The awaited request: the step's own, or one that it needs before.
  var outstanding: SMPMessage?
  var time = 0
  var attemptsLeft = 0
  var bufferSize: Int?
  var image: [UInt8] = []
  var imageHash: [UInt8] = []
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
    framing = SMPSerialFraming(options.encoding)
  }

  /// The steps of an update: upload, select, reset, and see that the image runs.
  ///
  /// - Parameter confirming: for good at once; else the image is tried, and goes back at the next
  ///   reset unless it is confirmed.
  public static func update(
    _ image: [UInt8], confirming: Bool
  ) -> [Step] {
    let hash = SMPImage(image)?.hash ?? []
    return [
      .upload(image), confirming ? .confirm(hash: hash) : .test(hash: hash), .reset,
      .reconnect(microseconds: 30_000_000), .requireActive(hash: hash),
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
    if !hasHeard, attemptsLeft < Self.attempts - 1, version > 0 { version = 0 }
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
    attemptsLeft = Self.attempts
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
