internal import WireFormat

/// Writes one image through Nordic Secure DFU: the init packet, then the firmware in objects, each
/// compared by its CRC before it is executed. What an interrupted transfer left on the board is
/// gone on with where it is the same image.
///
/// A package with several images takes one programmer an image, in the order SoftDevice and
/// bootloader, SoftDevice, bootloader, application, with the line opened again in between.
public struct SecureDFUProgrammer: EndingProgrammer {
  /// For how long the bootloader may think about a request.
  private static let answerTime = 3_000_000
  /// For how long it may take to check a signature, or the hash of a whole image.
  private static let validationTime = 15_000_000
  /// How often it is called before it counts as absent.
  private static let pings = 5
  /// How often one object is sent before it is given up.
  static let attempts = 4

  enum Awaited: Equatable {
    case nothing
    case ping(UInt8)
    case receiptInterval
    case mtu
    case select
    /// A new interval before the object is sent again, more slowly.
    case slowing
    case create
    case receipt
    /// `behindReceipt`: the last of the reports comes first.
    case checksum(behindReceipt: Bool)
    /// `isGuess`: the object may have been executed before the interruption.
    case execute(isGuess: Bool)
  }

  let initPacket: [UInt8]
  let firmware: [UInt8]
  /// The line's rate, for how long sending takes; 0 where bytes take no time.
  private let rate: Int

  var decoder = StreamFraming.slip.makeDecoder(limit: 256)
  var awaited = Awaited.nothing
  var pingsLeft = Self.pings
  /// How often a silence is answered by starting over.
  var restartsLeft = 3
  var identifier: UInt8 = 0
  /// Data of one write.
  var portion = 64
  /// Writes after which the bootloader reports its CRC by itself; 0 for never, which is fastest. A line
  /// that loses bytes is slowed down by it.
  var receiptInterval: UInt16 = 0
  var kind = SecureDFUObjectType.command
  var objectLimit = 0
  /// The object at hand in its stream, and how much of it was sent.
  var objectStart = 0
  var objectEnd = 0
  var position = 0
  var attemptsLeft = Self.attempts
  /// The board's rest of another image is ignored.
  var isFresh = false
  var freshStartsLeft = 2
  /// Whether the transfer went on where an earlier one stopped.
  var hasResumed = false
  /// Whether the board's old image may be gone by now.
  public internal(set) var imageTouched = false
  var isOver = false
  /// Writes that were put together before their time.
  private var ready: Writes?
  /// The CRC of the stream up to `checkedEnd`.
  var checked = CRC32()
  var checkedEnd = 0

  /// A programmer for an init packet (`.dat`) and its firmware (`.bin`).
  public init(initPacket: [UInt8], firmware: [UInt8], rate: Int = 115_200) {
    self.initPacket = initPacket
    self.firmware = firmware
    self.rate = rate
  }

  /// Calls the bootloader.
  public mutating func begin() -> [ProgrammerAction] {
    guard !initPacket.isEmpty, !firmware.isEmpty else {
      return fail(
        "unsupported", "the package has no \(initPacket.isEmpty ? "init packet" : "firmware")",
        "Build the package with nrfutil pkg generate.")
    }
    return ping()
  }

  /// Takes answers.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for case .frame(let frame) in decoder.feed(bytes) where !isOver {
      guard let response = SecureDFUResponse(frame) else { continue }
      actions += take(response)
    }
    return actions
  }

  /// Calls again, or starts over, or gives up.
  public mutating func expired() -> [ProgrammerAction] {
    guard !isOver, awaited != .nothing else { return [] }
    if case .ping = awaited {
      pingsLeft -= 1
      guard pingsLeft > 0 else { return noAnswer() }
      return ping()
    }
    guard restartsLeft > 0 else { return noAnswer() }
    restartsLeft -= 1
    pingsLeft = Self.pings
    return [.note("no answer: calling the bootloader again")] + ping()
  }

  private mutating func noAnswer() -> [ProgrammerAction] {
    fail(
      "no-answer", "the bootloader does not answer",
      imageTouched
        ? "Put the board into its bootloader again and flash again: the transfer goes on where it "
          + "stopped if the bootloader kept it."
        : "Put the board into its bootloader (button, or a command to the application), and check "
          + "the rate and the flow control of the port.")
  }

  mutating func end() {
    isOver = true
    awaited = .nothing
  }
}

// MARK: - Requests

extension SecureDFUProgrammer {
  /// The init packet or the firmware, whichever is at hand.
  var stream: [UInt8] { kind == .command ? initPacket : firmware }

  var total: Int { firmware.count }

  var progress: [ProgrammerAction] {
    kind == .command ? progress("init packet") : progress("write", objectStart)
  }

  /// Sends a request, and waits for the answer for `time` beyond what sending takes.
  func ask(_ request: SecureDFURequest, time: Int? = nil) -> [ProgrammerAction] {
    ask(SecureDFUFraming.encode(request.encoded), time: time)
  }

  private func ask(_ bytes: [UInt8], time: Int? = nil) -> [ProgrammerAction] {
    let sending = rate > 0 ? bytes.count * 10_000_000 / rate : 0
    return [.send(bytes), .expect(microseconds: (time ?? Self.answerTime) + sending)]
  }

  mutating func ping() -> [ProgrammerAction] {
    identifier &+= 1
    awaited = .ping(identifier)
    decoder.reset()
    kind = .command
    // An END first: whatever the bootloader heard before, such as half a request, ends here.
    let bytes =
      [SecureDFUFraming.end] + SecureDFUFraming.encode(SecureDFURequest.ping(identifier).encoded)
    return ask(bytes, time: 1_000_000)
  }

  mutating func select(_ kind: SecureDFUObjectType) -> [ProgrammerAction] {
    self.kind = kind
    checked = CRC32()
    checkedEnd = 0
    attemptsLeft = Self.attempts
    awaited = .select
    return ask(.select(type: kind.rawValue))
  }

  /// Begins an object at `start`, erasing what the bootloader holds from there on.
  mutating func create(at start: Int) -> [ProgrammerAction] {
    objectStart = start
    objectEnd = start + min(objectLimit, stream.count - start)
    position = start
    awaited = .create
    if kind == .data { imageTouched = true }
    let size = UInt32(truncatingIfNeeded: objectEnd - start)
    return progress + ask(.create(type: kind.rawValue, size: size))
  }

  /// The state that writes depend on.
  struct Place: Equatable {
    var kind: SecureDFUObjectType
    var position: Int
    var objectEnd: Int
    var portion: Int
    var receiptInterval: UInt16
  }

  struct Writes {
    var place: Place
    var bytes: [UInt8]
    var count: Int
    var end: Int
  }

  private var place: Place {
    Place(
      kind: kind, position: position, objectEnd: objectEnd, portion: portion,
      receiptInterval: receiptInterval)
  }

  private func nextWrites() -> Writes {
    let stream = stream
    var next = Writes(place: place, bytes: [], count: 0, end: position)
    next.bytes.reserveCapacity((objectEnd - position) * 9 / 8 + 64)
    while next.end < objectEnd, receiptInterval == 0 || next.count < Int(receiptInterval) {
      let end = min(objectEnd, next.end + portion)
      next.bytes.append(SecureDFUOpcode.write.rawValue)
      SecureDFUFraming.append(stream[next.end..<end], to: &next.bytes)
      next.end = end
      next.count += 1
    }
    return next
  }

  /// While the board erases, the writes are put together; while they go over the line, their CRC is
  /// computed.
  public mutating func workAhead() {
    switch awaited {
    case .create: ready = nextWrites()
    case .receipt, .checksum: _ = checksum(position)
    default: break
    }
  }

  /// Sends writes: all that are missing of the object, or as many as there are until the bootloader
  /// reports. The checksum is asked for in the same breath, so that the line never idles.
  mutating func write() -> [ProgrammerAction] {
    let next = ready.flatMap { $0.place == place ? $0 : nil } ?? nextWrites()
    ready = nil
    position = next.end
    let writes = next.count
    var out = next.bytes
    guard position == objectEnd else {
      awaited = .receipt
      return ask(out)
    }
    let isReported = receiptInterval > 0 && writes == Int(receiptInterval)
    awaited = .checksum(behindReceipt: isReported)
    SecureDFUFraming.append(SecureDFURequest.checksum.encoded, to: &out)
    return ask(out)
  }

  mutating func execute(isGuess: Bool = false) -> [ProgrammerAction] {
    awaited = .execute(isGuess: isGuess)
    let isLong = kind == .command || objectEnd == stream.count
    return ask(.execute, time: isLong ? Self.validationTime : nil)
  }

  /// The CRC of the first `count` bytes of the stream.
  mutating func checksum(_ count: Int) -> UInt32 {
    if count < checkedEnd {
      checked = CRC32()
      checkedEnd = 0
    }
    let end = min(count, stream.count)
    checked.update(stream[checkedEnd..<max(end, checkedEnd)])
    checkedEnd = max(end, checkedEnd)
    return checked.value
  }
}
