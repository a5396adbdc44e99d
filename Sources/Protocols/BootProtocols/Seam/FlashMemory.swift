/// NOR flash as bootloaders find it: erased to 0xFF by pages, and a write only clears bits.
///
/// Its power can be taken away in the middle of a write or an erase, as it happens to boards.
public struct FlashMemory: Equatable, Sendable {
  /// The address of the first byte.
  public let base: UInt32
  /// Bytes that are erased together.
  public let pageSize: Int
  /// Everything that is stored.
  public private(set) var bytes: [UInt8]
  /// Pages erased since the start, for tests of what was spared.
  public private(set) var erasedPages = 0
  /// Bytes written since the start.
  public private(set) var writtenBytes = 0
  /// How many bytes can still be written or erased until the power goes; nil for a sound supply.
  public private(set) var power: Int?
  /// The indices of `bytes` that changed since the last `takeChanges`.
  private var changed: Range<Int>?

  /// Erased flash of `size` bytes, a whole number of pages.
  public init(base: UInt32 = 0, size: Int, pageSize: Int) {
    self.base = base
    self.pageSize = max(1, pageSize)
    self.bytes = Array(repeating: 0xFF, count: max(0, size))
  }

  /// Whether the power went while something was written or erased. Nothing changes from then on.
  public var isPowerLost: Bool { power.map { $0 < 0 } ?? false }

  /// Cuts the power once `bytes` more bytes were written or erased; the operation that reaches
  /// the limit is left half done.
  public mutating func losePower(after bytes: Int) { power = max(0, bytes) }

  /// The power is back, and stays.
  public mutating func restorePower() { power = nil }

  /// The bytes at `address`, or nil where that is not all inside.
  public func read(_ address: UInt32, count: Int) -> [UInt8]? {
    guard let range = range(address, count) else { return nil }
    return Array(bytes[range])
  }

  /// Clears bits. False, with nothing written, where that is not all inside; false too when the
  /// power goes before the end.
  public mutating func write(_ data: [UInt8], at address: UInt32) -> Bool {
    guard let range = range(address, data.count) else { return false }
    let count = spend(data.count)
    let start = range.lowerBound
    for index in 0..<count { bytes[start &+ index] &= data[index] }
    writtenBytes &+= count
    note(start..<(start + count))
    return count == data.count
  }

  /// Erases every page that the range touches. False where that is not all inside, and when the
  /// power goes before the end.
  public mutating func erase(_ address: UInt32, count: Int) -> Bool {
    guard let range = range(address, count) else { return false }
    guard !range.isEmpty else { return true }
    let first = range.lowerBound / pageSize
    let last = (range.upperBound - 1) / pageSize
    for page in first...last {
      let start = page * pageSize
      let end = min(start + pageSize, bytes.count)
      let count = spend(end - start)
      for index in start..<(start + count) { bytes[index] = 0xFF }
      note(start..<(start + count))
      guard count == end - start else { return false }
      erasedPages &+= 1
    }
    return true
  }

  /// Puts contents in as a programmer at the factory does: whatever was there is gone. Bytes beyond
  /// the end are left out.
  public mutating func load(_ contents: [UInt8], at address: UInt32) {
    guard address >= base, Int(address - base) <= bytes.count else { return }
    let start = Int(address - base)
    let end = min(bytes.count, start + contents.count)
    bytes.replaceSubrange(start..<end, with: contents.prefix(end - start))
    note(start..<end)
  }

  /// The range of `bytes` that changed since the last call; nil when nothing has. For an owner that
  /// keeps a copy outside.
  public mutating func takeChanges() -> Range<Int>? {
    defer { changed = nil }
    return changed
  }

  /// How much of `count` the power still carries.
  private mutating func spend(_ count: Int) -> Int {
    guard let left = power else { return count }
    guard left < count else {
      power = left - count
      return count
    }
    power = -1
    return max(0, left)
  }

  private mutating func note(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard let before = changed else { return changed = range }
    changed = min(before.lowerBound, range.lowerBound)..<max(before.upperBound, range.upperBound)
  }

  func contains(_ address: UInt32, count: Int) -> Bool { range(address, count) != nil }

  private func range(_ address: UInt32, _ count: Int) -> Range<Int>? {
    guard address >= base, count >= 0 else { return nil }
    let start = Int(address - base)
    guard start <= bytes.count, count <= bytes.count - start else { return nil }
    return start..<(start + count)
  }
}
