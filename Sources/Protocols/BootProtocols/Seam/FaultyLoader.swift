/// A fault of a virtual loader; its numbers count from 0.
public enum LoaderFault: Hashable, Sendable {
  case failsToWrite(Int)
  /// This write stores other bytes and says that it went well: only a read-back tells.
  case corruptsWrite(Int)
  /// This reply never leaves.
  case losesReply(Int)
  case damagesReply(Int)
  case fallsSilent(fromReply: Int)
  /// One bit of this byte from the line arrives wrong.
  case damagesByte(Int)
  /// Check sums of what arrives are not looked at.
  case ignoresChecks
  /// Unknown requests are acknowledged as done.
  case acceptsUnknown
  /// The precondition of a write is not enforced: an announcement, an erase, a key.
  case skipsPreconditions
}

/// How long the flash of a virtual loader takes.
public struct LoaderFlashTimes: Equatable, Sendable {
  /// Microseconds for each page of the flash that is erased.
  public var erasePage: Int
  /// Microseconds for each 256 bytes that are written.
  public var writePage: Int

  /// Takes no time, for measurements of the protocol alone.
  public static let none = LoaderFlashTimes(erasePage: 0, writePage: 0)
  /// A flash chip on SPI: 45 ms for a sector of 4 KiB and 0.7 ms for a page, as its data sheet has it.
  public static let spi = LoaderFlashTimes(erasePage: 45_000, writePage: 700)
  /// The QN9090's own: 2 ms to erase a page of 512 bytes, and 1 ms to write it.
  public static let qn9090 = LoaderFlashTimes(erasePage: 2000, writePage: 500)

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

/// The flash and the replies of a virtual loader, with its fault.
struct FaultyLoader: Sendable {
  var flash: FlashMemory
  let fault: LoaderFault?
  let times: LoaderFlashTimes
  private var writes = 0
  private var replies = 0
  private var heard = 0

  init(flash: FlashMemory, fault: LoaderFault?, times: LoaderFlashTimes) {
    self.flash = flash
    self.fault = fault
    self.times = times
  }

  mutating func hear(_ bytes: [UInt8]) -> [UInt8] {
    let first = heard
    heard += bytes.count
    guard case .damagesByte(let place) = fault, (first..<heard).contains(place) else {
      return bytes
    }
    var bytes = bytes
    bytes[place - first] ^= UInt8(1) << UInt8(place % 8)
    return bytes
  }

  /// False where the write is outside or is the one that fails.
  mutating func write(_ data: [UInt8], at address: UInt32) -> Bool {
    let number = writes
    writes += 1
    guard fault != .failsToWrite(number) else { return false }
    guard fault == .corruptsWrite(number), let first = data.first else {
      return flash.write(data, at: address)
    }
    return flash.write([first & 0xA5 ^ 0x21] + data.dropFirst(), at: address)
  }

  mutating func send(_ reply: [UInt8], damageAt offset: Int = 0) -> [BootloaderAction] {
    let number = replies
    replies += 1
    if case .fallsSilent(let first) = fault, number >= first { return [] }
    if fault == .losesReply(number) { return [] }
    guard fault == .damagesReply(number), reply.indices.contains(offset) else {
      return [.send(reply)]
    }
    var damaged = reply
    damaged[offset] ^= 0x04
    return [.send(damaged)]
  }
}
