/// The board's side of a boot protocol as a pure value, written from what real bootloaders do and not
/// from our programmers.
public protocol Bootloader: Sendable {
  /// The flash that it writes: what was really stored, comparable and lasting over a restart.
  var flash: FlashMemory { get set }
  /// Power comes, or the board is reset into its bootloader. State in memory is lost, flash is not.
  mutating func start() -> [BootloaderAction]
  /// Takes bytes from the line, in pieces of any size.
  mutating func receive(_ bytes: [UInt8]) -> [BootloaderAction]
}

/// What a bootloader does, in order.
public enum BootloaderAction: Equatable, Sendable {
  case send([UInt8])
  /// It works for so long before the next action: flash times.
  case busy(microseconds: Int)
  case setRate(Int)
  /// It resets itself: into its bootloader again, or into the application.
  case restart(intoBootloader: Bool)
}

/// NOR flash as bootloaders find it: erased to 0xFF by pages, and a write only clears bits.
public struct FlashMemory: Equatable, Sendable {
  public let base: UInt32
  public let pageSize: Int
  public private(set) var bytes: [UInt8]
  /// Pages erased and bytes written since the start, for tests of what was spared.
  public private(set) var erasedPages = 0
  public private(set) var writtenBytes = 0

  /// Erased flash of `size` bytes, a whole number of pages.
  public init(base: UInt32 = 0, size: Int, pageSize: Int) {
    self.base = base
    self.pageSize = max(1, pageSize)
    self.bytes = Array(repeating: 0xFF, count: max(0, size))
  }

  /// The bytes at `address`, or nil where that is not all inside.
  public func read(_ address: UInt32, count: Int) -> [UInt8]? {
    guard let range = range(address, count) else { return nil }
    return Array(bytes[range])
  }

  /// Clears bits. False, with nothing written, where that is not all inside.
  public mutating func write(_ data: [UInt8], at address: UInt32) -> Bool {
    guard let range = range(address, data.count) else { return false }
    for (index, byte) in zip(range, data) { bytes[index] &= byte }
    writtenBytes += data.count
    return true
  }

  /// Erases every page that the range touches. False where that is not all inside.
  public mutating func erase(_ address: UInt32, count: Int) -> Bool {
    guard let range = range(address, count) else { return false }
    guard !range.isEmpty else { return true }
    let first = range.lowerBound / pageSize
    let last = (range.upperBound - 1) / pageSize
    for page in first...last {
      let end = min((page + 1) * pageSize, bytes.count)
      for index in (page * pageSize)..<end { bytes[index] = 0xFF }
      erasedPages += 1
    }
    return true
  }

  private func range(_ address: UInt32, _ count: Int) -> Range<Int>? {
    guard address >= base, count >= 0 else { return nil }
    let start = Int(address - base)
    guard start <= bytes.count, count <= bytes.count - start else { return nil }
    return start..<(start + count)
  }
}
