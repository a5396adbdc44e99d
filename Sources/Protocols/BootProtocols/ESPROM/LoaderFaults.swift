/// What a virtual loader does wrong: each number counts from 0, and nil never happens.
public struct LoaderFaults: Equatable, Sendable {
  /// The write that fails in the way the protocol can say.
  public var failingWrite: Int?
  /// The write that stores other bytes and says that it went well: only a read-back tells.
  public var corruptingWrite: Int?
  /// The reply that never leaves.
  public var lostReply: Int?
  /// The reply of which one bit arrives wrong.
  public var damagedReply: Int?
  /// From this reply on the loader is silent.
  public var silentFromReply: Int?
  /// The byte from the line of which one bit arrives wrong.
  public var damagedByte: Int?
  /// Check sums of what arrives are not looked at.
  public var ignoresChecks: Bool
  /// What it does not know it says it has done.
  public var acceptsUnknown: Bool
  /// What has to come before a write is not asked for: an announcement, an erase, a key.
  public var skipsPreconditions: Bool

  /// The faults of a test; without any it works.
  public init(
    failingWrite: Int? = nil, corruptingWrite: Int? = nil, lostReply: Int? = nil,
    damagedReply: Int? = nil, silentFromReply: Int? = nil, damagedByte: Int? = nil,
    ignoresChecks: Bool = false,
    acceptsUnknown: Bool = false, skipsPreconditions: Bool = false
  ) {
    self.failingWrite = failingWrite
    self.corruptingWrite = corruptingWrite
    self.lostReply = lostReply
    self.damagedReply = damagedReply
    self.silentFromReply = silentFromReply
    self.damagedByte = damagedByte
    self.ignoresChecks = ignoresChecks
    self.acceptsUnknown = acceptsUnknown
    self.skipsPreconditions = skipsPreconditions
  }
}

/// How long the flash of a virtual loader takes.
public struct LoaderFlashTimes: Equatable, Sendable {
  /// Microseconds for each page of the flash that is erased.
  public var erasePage: Int
  /// Microseconds for each 256 bytes that are written.
  public var writePage: Int

  /// The times of a data sheet; negative ones are none.
  public init(erasePage: Int, writePage: Int) {
    self.erasePage = max(0, erasePage)
    self.writePage = max(0, writePage)
  }

  /// Takes no time, for measurements of the protocol alone.
  public static let none = LoaderFlashTimes(erasePage: 0, writePage: 0)

  func erasing(_ count: Int, pageSize: Int) -> [BootloaderAction] {
    busy(erasePage, times: (max(0, count) + pageSize - 1) / max(1, pageSize))
  }

  func writing(_ count: Int) -> [BootloaderAction] {
    busy(writePage, times: (max(0, count) + 255) / 256)
  }

  private func busy(_ time: Int, times: Int) -> [BootloaderAction] {
    let (total, overflow) = time.multipliedReportingOverflow(by: times)
    guard total > 0, !overflow else { return [] }
    return [.busy(microseconds: total)]
  }
}

/// The flash and the replies of a virtual loader, with the faults that a test asked for.
struct FaultyLoader: Sendable {
  var flash: FlashMemory
  var faults: LoaderFaults
  var times: LoaderFlashTimes
  private var writes = 0
  private var replies = 0
  private var heard = 0

  init(flash: FlashMemory, faults: LoaderFaults, times: LoaderFlashTimes) {
    self.flash = flash
    self.faults = faults
    self.times = times
  }

  /// What of the line's bytes arrives.
  mutating func hear(_ bytes: [UInt8]) -> [UInt8] {
    let first = heard
    heard += bytes.count
    guard let place = faults.damagedByte, place >= first, place < heard else { return bytes }
    var bytes = bytes
    bytes[place - first] ^= UInt8(1) << UInt8(place % 8)
    return bytes
  }

  /// False where the write is outside or is the one that fails.
  mutating func write(_ data: [UInt8], at address: UInt32) -> Bool {
    let number = writes
    writes += 1
    guard number != faults.failingWrite else { return false }
    guard number == faults.corruptingWrite, let first = data.first else {
      return flash.write(data, at: address)
    }
    return flash.write([first & 0xA5 ^ 0x21] + data.dropFirst(), at: address)
  }

  /// What of a reply leaves the board.
  mutating func send(_ reply: [UInt8], damageAt offset: Int = 0) -> [BootloaderAction] {
    let number = replies
    replies += 1
    if let silent = faults.silentFromReply, number >= silent { return [] }
    if number == faults.lostReply { return [] }
    guard number == faults.damagedReply, reply.indices.contains(offset) else {
      return [.send(reply)]
    }
    var damaged = reply
    damaged[offset] ^= 0x04
    return [.send(damaged)]
  }
}
