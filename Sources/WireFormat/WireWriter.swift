/// Appends little-endian fields to a buffer that can be used again.
///
/// `removeAll()` keeps the capacity: an encoder that holds one writer allocates nothing per message.
public struct WireWriter: Sendable {
  @usableFromInline var storage: [UInt8]

  /// An empty writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    storage = []
    storage.reserveCapacity(max(capacity, 0))
  }

  /// What was written so far.
  @inlinable public var bytes: [UInt8] { storage }

  /// Bytes written so far.
  @inlinable public var count: Int { storage.count }

  /// Forgets what was written and keeps the buffer.
  @inlinable
  public mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

  /// Appends an integer.
  @inlinable
  public mutating func write<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    storage.appendRun(MemoryLayout<T>.size) { $0.put(value, at: 0) }
  }

  /// Appends the low `count` bytes of an unsigned integer.
  @inlinable
  public mutating func writeUnsigned(_ value: UInt64, count: Int) {
    let size = min(max(count, 0), 8)
    storage.appendRun(size) { $0.putUnsigned(value, at: 0, count: size) }
  }

  /// Appends `count` bytes at once: a run of fields whose sizes are fixed, which `fill` stores at
  /// their offsets. Bytes that it leaves out are zero.
  @inlinable
  public mutating func writeRun(_ count: Int, _ fill: (inout MutableRawSpan) -> Void) {
    storage.appendRun(count, fill)
  }

  /// Appends bytes.
  @inlinable
  public mutating func write(_ more: [UInt8]) {
    if !more.isEmpty { storage.append(contentsOf: more) }
  }

  /// Appends a slice of bytes.
  @inlinable
  public mutating func write(_ more: ArraySlice<UInt8>) { storage.append(contentsOf: more) }

  /// Overwrites one byte already written, such as a length that is known only at the end.
  public mutating func patch(_ value: UInt8, at offset: Int) {
    guard storage.indices.contains(offset) else { return }
    storage[offset] = value
  }
}
