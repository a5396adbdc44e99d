/// Appends little-endian fields to a buffer that can be used again.
///
/// `removeAll()` keeps the capacity: an encoder that holds one writer allocates nothing per message.
public struct WireWriter: Sendable {
  // As long as the capacity; what lies behind `used` is old or zero and is overwritten.
  @usableFromInline var storage: [UInt8]
  @usableFromInline var used = 0

  /// An empty writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    storage = capacity > 0 ? [UInt8](repeating: 0, count: capacity) : []
  }

  /// The bytes written so far; not copied when they fill the capacity.
  public var bytes: [UInt8] {
    used == storage.count ? storage : storage.wireBytes.slice(at: 0, count: used).copied()
  }

  /// Bytes written so far.
  @inlinable public var count: Int { used }

  /// Forgets what was written and keeps the buffer.
  @inlinable
  public mutating func removeAll() { used = 0 }

  /// Appends `count` bytes at once, such as a run of fields whose sizes are fixed: the caller
  /// stores each at its offset.
  ///
  /// Bytes that it does not store keep the buffer's old content.
  @inlinable @inline(__always)
  @_lifetime(&self)
  public mutating func writeRun(_ count: Int) -> MutableRawSpan {
    let start = used
    let size = max(count, 0)
    if size > storage.count &- start { grow(size) }
    used = start &+ size
    return storage.writableBytes(at: start, count: size)
  }

  /// Appends an integer.
  @inlinable
  public mutating func write<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    var run = writeRun(MemoryLayout<T>.size)
    run.put(value, at: 0)
  }

  /// Appends the low `count` bytes of an unsigned integer.
  @inlinable
  public mutating func writeUnsigned(_ value: UInt64, count: Int) {
    let size = min(max(count, 0), 8)
    var run = writeRun(size)
    run.putUnsigned(value, at: 0, count: size)
  }

  /// Appends bytes.
  @inlinable
  public mutating func write(_ more: [UInt8]) {
    if !more.isEmpty { write(more, count: more.count) }
  }

  /// Appends exactly `count` bytes: the value cut, or filled with zeros.
  @inlinable
  public mutating func write(_ value: [UInt8], count: Int) {
    guard count > 0 else { return }
    var run = writeRun(count)
    run.put(value, at: 0, count: count)
  }

  /// Appends a slice of bytes.
  @inlinable
  public mutating func write(_ more: ArraySlice<UInt8>) { write([UInt8](more)) }

  @usableFromInline @inline(never)
  mutating func grow(_ count: Int) {
    let needed = max(used + count, 2 * storage.count, 32)
    var larger = [UInt8](repeating: 0, count: needed)
    larger.replaceSubrange(0..<used, with: storage[0..<used])
    storage = larger
  }
}
