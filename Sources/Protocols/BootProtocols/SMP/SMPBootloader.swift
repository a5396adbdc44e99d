/// A board with MCUboot that is managed over SMP on a serial line: by the application, as Zephyr
/// does it, or by MCUboot's own serial recovery.
public struct SMPBootloader: Bootloader {
  /// The server of SMP.
  public enum Mode: String, Sendable, CaseIterable {
    /// The application: uploads go to the second slot, and are tried, confirmed or taken back.
    case application
    /// Serial recovery: uploads replace the image of the first slot.
    case recovery
  }

  /// The kind of board.
  public struct Settings: Equatable, Sendable {
    /// The server of SMP.
    public var mode = Mode.application
    /// How messages travel.
    public var encoding = SMPEncoding.base64
    /// Flash: everything from address 0.
    public var flashSize = 0x80000
    /// Bytes of a page.
    public var pageSize = 4096
    /// The first slot, that of the running image (Zephyr's DWM3001CDK).
    public var primaryStart: UInt32 = 0xC000
    /// Its bytes.
    public var primarySize = 0x38000
    /// The second slot.
    public var secondaryStart: UInt32 = 0x44000
    /// Its bytes.
    public var secondarySize = 0x36000
    /// The longest message with its length and CRC.
    public var bufferSize = 1024
    /// Messages that it holds.
    public var bufferCount = 4
    /// Whether it tells its buffers.
    public var hasParameters = true
    /// The latest version of the protocol that it speaks: 0 is version 1.
    public var version: UInt8 = 1
    /// From a reset to the first answer, microseconds.
    public var bootTime = 200_000
    /// How long flash takes.
    public var times = FlashTimes.nRF52
    /// Its fault.
    public var fault: Fault?

    /// Zephyr on a DWM3001CDK.
    public init() {}
  }

  /// A fault of a board.
  public enum Fault: Hashable, Sendable {
    case failsToWrite(at: Int)
    /// A bit of the image is stored wrong, without a word.
    case storesWrongBit
    /// It is busy for this number of requests before it does what it is asked.
    case isBusy(Int)
    /// It takes no messages longer than this, whatever it says of its buffers.
    case takesLess(Int)
    /// The n-th answer to a part of an upload is lost.
    case losesAnswer(Int)
    /// Its console prints a line before every answer, and one in the middle of it.
    case chatters
    /// It stops answering after this number of requests, until it is started again.
    case fallsSilent(after: Int)
    case cutsEchoes
    case ignoresUnknown
    /// Errors of version 2 answer requests of version 1.
    case forgetsTheVersion
    case misnumbersAnswers
    case hidesHashes
    case takesUnknownLength
    /// Parts of an upload are taken wherever they say that they belong.
    case takesAnyOffset
    case takesAnyLength
    case takesNoImages
    /// An image that is tried stays without being confirmed.
    case confirmsByItself
    /// A confirmed image goes back at the next reset.
    case forgetsToConfirm
    case neverSwaps
    /// Messages with a wrong CRC are carried out.
    case ignoresDamage
    /// A broken message ends all communication until it is started again.
    case diesOfDamage
    case erasesRunning
  }

  /// The kind of board.
  public let settings: Settings
  var store: MCUbootSlots
  var framing: SMPSerialFraming
  var upload: Upload?
  var requests = 0
  var uploadAnswers = 0

  struct Upload: Equatable, Sendable {
    var slot: Int
    var length: Int
    /// SHA-256 of all that is uploaded, where the host has said it.
    var digest: [UInt8]
    var offset = 0
  }

  /// The whole flash of the chip.
  public var flash: FlashMemory {
    get { store.flash }
    set { store.flash = newValue }
  }

  /// A board whose flash is erased.
  public init(settings: Settings = Settings()) {
    self.settings = settings
    let size = UInt32(truncatingIfNeeded: settings.flashSize)
    let page = UInt32(truncatingIfNeeded: settings.pageSize)
    store = MCUbootSlots(
      flash: FlashMemory(size: settings.flashSize, pageSize: settings.pageSize),
      slots: [
        MCUbootSlots.Slot(start: settings.primaryStart, size: settings.primarySize),
        MCUbootSlots.Slot(start: settings.secondaryStart, size: settings.secondarySize),
      ],
      scratch: size &- page &- page, journal: size &- page, times: settings.times)
    framing = Self.makeFraming(settings)
  }

  private static func makeFraming(_ settings: Settings) -> SMPSerialFraming {
    SMPSerialFraming(
      settings.encoding,
      // smpclient counts the whole buffer for the message where there are no lines.
      limit: settings.bufferSize
        - (settings.encoding == .base64 ? settings.encoding.overhead : 0), lineLimit: 128,
      checksCRC: settings.fault != .ignoresDamage)
  }

  /// Puts an image into the first slot as the factory did.
  public mutating func install(_ image: [UInt8]) {
    store.flash.load(image, at: settings.primaryStart)
  }

  /// The image that runs, if it is whole.
  public var running: [UInt8]? { image(0) }

  /// The image of a slot, 0 or 1, if it is whole.
  public func image(_ slot: Int) -> [UInt8]? {
    guard store.slots.indices.contains(slot), let image = store.image(slot), image.isIntact else {
      return nil
    }
    return flash.read(store.slots[slot].start, count: image.size)
  }

  /// MCUboot comes first, and changes the images where it was told to.
  public mutating func start() -> [BootloaderAction] {
    framing = Self.makeFraming(settings)
    upload = nil
    requests = 0
    if settings.fault == .neverSwaps, store.pending != .none { store.eraseTrailer(1) }
    let trial = store.pending
    store.boot()
    if settings.fault == .confirmsByItself, trial == .test { store.confirm() }
    return [.busy(microseconds: settings.bootTime + takeBusy())]
  }

  /// Answers requests.
  public mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    var actions: [BootloaderAction] = []
    for frame in framing.feed(bytes) {
      guard let request = SMPMessage(frame) else { continue }
      requests += 1
      if case .fallsSilent(let count) = settings.fault, requests > count { continue }
      if settings.fault == .diesOfDamage, framing.damaged > 0 { continue }
      let (payload, restart) = answer(request)
      let busy = takeBusy()
      if busy > 0 { actions.append(.busy(microseconds: busy)) }
      guard let payload, let operation = SMPOperation(rawValue: request.operation.rawValue + 1)
      else { continue }
      let answer = SMPMessage(
        operation, group: request.group, command: request.command,
        sequence: settings.fault == .misnumbersAnswers && request.sequence == 0x5A
          ? 0 : request.sequence,
        version: min(request.version, settings.version), payload: payload.encoded)
      actions.append(.send(wrapped(answer.encoded)))
      if restart {
        // The answer has to leave before the reset. Recovery ends where there is something to boot.
        let staysHere = settings.mode == .application || running == nil
        return actions + [.busy(microseconds: 250_000), .restart(intoBootloader: staysHere)]
      }
    }
    return actions
  }

  private func wrapped(_ message: [UInt8]) -> [UInt8] {
    let bytes = framing.encode(message)
    guard settings.fault == .chatters, settings.encoding == .base64 else { return bytes }
    let end = (bytes.firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
    return Array("[00:00:01.234,000] <inf> uwb: \u{4}ranging\r\n".utf8) + bytes[..<end]
      + Array("<wrn> uwb: late\n".utf8) + bytes[end...]
  }

  private mutating func takeBusy() -> Int {
    defer { store.busy = 0 }
    return store.busy
  }
}
