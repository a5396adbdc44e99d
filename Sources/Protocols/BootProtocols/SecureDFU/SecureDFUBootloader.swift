internal import Digests
internal import WireFormat

/// The Secure DFU bootloader of Nordic's nRF5 SDK on a serial line, as far as a host can tell.
///
/// A new application goes behind the old one where there is room, and is copied over it when it was
/// received whole and its hash is right; else it overwrites the old one as it comes. What was
/// received survives a power cut in the settings.
public struct SecureDFUBootloader: Bootloader {
  /// The board and the build of the bootloader.
  public struct Settings: Equatable, Sendable {
    /// Flash: everything from address 0.
    public var flashSize = 0x80000
    /// Bytes of a page; an object is at most one page.
    public var pageSize = 4096
    /// Where the application begins, behind the master boot record.
    public var applicationStart = 0x1000
    /// Where the bootloader begins; applications end before it.
    public var bootloaderStart = 0x72000
    /// The part, as its factory information says: 0x52833, 0x52840.
    public var part: UInt32 = 0x52833
    /// The variant, four letters.
    public var variant: UInt32 = 0x4141_4230
    /// Bytes of RAM.
    public var ramSize: UInt32 = 0x20000
    /// The hardware version that init packets must be for.
    public var hardwareVersion: UInt32 = 52
    /// The version of the bootloader.
    public var bootloaderVersion: UInt32 = 1
    /// The serial transport's buffer: 131 on a UART, 1025 over USB.
    public var mtu: UInt16 = 131
    /// Whether packets without a signature are refused. What a signature says is not checked: the
    /// virtual board has no key.
    public var needsSignature = false
    /// Whether what was received is kept over a loss of power, object by object.
    var keepsProgress = true
    /// How long flash takes.
    public var times = FlashTimes.nRF52
    /// Its fault.
    public var fault: Fault?

    /// An nRF52833 on a UART.
    public init() {}
  }

  /// A fault of a bootloader or its flash.
  public enum Fault: Hashable, Sendable {
    /// The n-th write of firmware is lost without a word, once.
    case losesWrite(Int)
    /// No write of firmware is stored, without a word.
    case losesEveryWrite
    /// A bit of the firmware is stored wrong, which only the hash shows.
    case storesWrongBit
    case refusesInit(UInt8)
    case failsToExecute
    /// It stops answering after this number of requests, until it is started again.
    case fallsSilent(after: Int)
    /// It tells a buffer four times as long as the one that it has.
    case tellsLongBuffer
    case answersPingsLate
    case acceptsUnknownRequests
    case selectsAnyType
    case takesFirmwareFirst
    case takesAnySize
    /// More is counted as stored than an object was created for.
    case takesLongWrites
    case forgetsTheCRC
    case executesShortObjects
    case neverReports
    /// Images are not compared with their hash.
    case acceptsAnyHash
    /// Progress is lost when the line is.
    case forgetsProgress
    case takesAnyHardware
    case takesAnyInit
    /// A frame that is too long ends all communication until it is started again.
    case diesOfLongFrames
  }

  /// The board and the build of the bootloader.
  public let settings: Settings
  /// The whole flash of the chip.
  public var flash: FlashMemory

  var decoder: StreamDecoder
  var record = SecureDFURecord()
  /// The object at hand; nil before one is created or selected.
  var kind: SecureDFUObjectType?
  var commandSize = 0
  var command: [UInt8] = []
  var dataSize = 0
  /// Bytes of the firmware received, and their CRC: executed ones and those of the object at hand.
  var received = 0
  var crc = CRC32()
  /// The same at the end of the last executed object.
  var executed = 0
  var executedCRC = CRC32()
  var receiptInterval = 0
  var receiptCountdown = 0
  var requests = 0
  var dataWrites = 0
  var isFaultSpent = false
  var lastPing: UInt8 = 0
  var isDeaf = false
  /// Flash work of the request at hand.
  var busy = 0

  /// A bootloader on erased flash, without an application.
  public init(settings: Settings = Settings()) {
    self.settings = settings
    flash = FlashMemory(size: settings.flashSize, pageSize: settings.pageSize)
    decoder = StreamFraming.slip.makeDecoder(limit: Int(settings.mtu) + 1)
  }

  /// Comes up: finishes what a power cut interrupted, and finds how far a transfer was.
  public mutating func start() -> [BootloaderAction] {
    decoder.reset()
    kind = nil
    commandSize = 0
    command = []
    dataSize = 0
    receiptInterval = 0
    receiptCountdown = 0
    requests = 0
    isDeaf = false
    busy = 0
    record = SecureDFURecord.newest(in: flash, at: recordPages) ?? SecureDFURecord()
    if record.isActivating { activate() }
    if settings.fault == .forgetsProgress { record.forgetTransfer() }
    if record.isInitExecuted {
      command = record.initPacket
      commandSize = command.count
    }
    restoreProgress()
    return takeBusy()
  }

  /// Answers requests.
  public mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction] {
    var actions: [BootloaderAction] = []
    for item in decoder.feed(bytes) {
      guard case .frame(let frame) = item else {
        isDeaf = isDeaf || settings.fault == .diesOfLongFrames
        continue
      }
      requests += 1
      if case .fallsSilent(let count) = settings.fault, requests > count { continue }
      if isDeaf { continue }
      let answer = answer(frame)
      actions += takeBusy()
      if let answer { actions.append(.send(SecureDFUFraming.encode(answer.encoded))) }
      if record.isActivating {
        activate()
        actions += takeBusy() + [.restart(intoBootloader: false)]
        return actions
      }
      if frame.first == SecureDFUOpcode.abort.rawValue {
        return actions + [.restart(intoBootloader: false)]
      }
    }
    return actions
  }

  /// The application that would be started, or nil where there is none that is whole.
  public var application: [UInt8]? {
    guard record.isApplicationValid,
      let bytes = flash.read(UInt32(settings.applicationStart), count: record.applicationSize),
      CRC32.ieee(bytes) == record.applicationCRC
    else { return nil }
    return bytes
  }

  /// Puts an application in as the factory did.
  public mutating func install(_ application: [UInt8], version: UInt32 = 1) {
    flash.load(application, at: UInt32(settings.applicationStart))
    record.applicationSize = application.count
    record.applicationCRC = CRC32.ieee(application)
    record.isApplicationValid = true
    record.applicationVersion = version
    save()
    busy = 0
  }

  /// The pages that the record is kept in by turns: the settings page and its backup.
  var recordPages: [UInt32] {
    let end = UInt32(truncatingIfNeeded: settings.flashSize)
    let page = UInt32(truncatingIfNeeded: settings.pageSize)
    return [end &- page, end &- page &- page]
  }

  mutating func takeBusy() -> [BootloaderAction] {
    defer { busy = 0 }
    return busy > 0 ? [.busy(microseconds: busy)] : []
  }
}

// MARK: - Flash

extension SecureDFUBootloader {
  mutating func erase(_ address: Int, count: Int) {
    let before = flash.erasedPages
    _ = flash.erase(UInt32(truncatingIfNeeded: address), count: count)
    busy += settings.times.time(erasing: flash.erasedPages - before, writing: 0)
  }

  mutating func store(_ bytes: [UInt8], at address: Int) -> Bool {
    busy += settings.times.time(erasing: 0, writing: bytes.count)
    return flash.write(bytes, at: UInt32(truncatingIfNeeded: address))
  }

  mutating func save() {
    record.save(to: &flash, at: recordPages)
    busy += settings.times.time(erasing: 1, writing: SecureDFURecord.size)
  }

  /// Where the transfer goes, by what is there: behind the application if both fit, else over it.
  func place(for size: Int) -> Int {
    guard record.isApplicationValid else { return settings.applicationStart }
    let pages = (record.applicationSize + settings.pageSize - 1) / settings.pageSize
    let behind = settings.applicationStart + pages * settings.pageSize
    return behind + size <= settings.bootloaderStart ? behind : settings.applicationStart
  }

  /// Copies a received image over the application, page by page. The copy may overwrite pages that it
  /// was made from, so after a power cut it goes on where it was.
  mutating func activate() {
    let (source, size) = (record.imageStart, record.imageSize)
    if source != settings.applicationStart {
      var offset = record.copied
      let overlaps = source < settings.applicationStart + size
      while offset < size, !flash.isPowerLost {
        let count = min(settings.pageSize, size - offset)
        guard let page = flash.read(UInt32(truncatingIfNeeded: source + offset), count: count)
        else { break }
        erase(settings.applicationStart + offset, count: count)
        _ = store(page, at: settings.applicationStart + offset)
        offset += count
        record.copied = offset
        if overlaps { save() }
      }
    }
    record.applicationSize = size
    record.applicationCRC = record.imageCRC
    record.applicationVersion = record.imageVersion
    record.isApplicationValid = true
    record.isActivating = false
    record.forgetTransfer()
    save()
    forgetProgress()
  }

  mutating func forgetProgress() {
    received = 0
    executed = 0
    dataSize = 0
    crc = CRC32()
    executedCRC = CRC32()
  }

  /// The state of the CRC is that of the bytes, so it is computed from what flash really holds.
  mutating func restoreProgress() {
    forgetProgress()
    guard record.isInitExecuted, record.progress > 0,
      let bytes = flash.read(
        UInt32(truncatingIfNeeded: record.imageStart), count: record.progress)
    else { return }
    crc.update(bytes)
    executedCRC = crc
    received = record.progress
    executed = record.progress
  }
}
