/// Appends little-endian fields to a buffer that can be used again.
///
/// `removeAll()` keeps the capacity: an encoder that holds one writer allocates nothing per message.
public struct WireWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8]

  /// An empty writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Bytes written so far.
  public var count: Int { bytes.count }

  /// Forgets what was written and keeps the buffer.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends an integer.
  @inlinable
  public mutating func write<T: FixedWidthInteger>(_ value: T) {
    var rest = value
    for _ in 0..<MemoryLayout<T>.size {
      append(UInt8(truncatingIfNeeded: rest))
      if MemoryLayout<T>.size > 1 { rest &>>= 8 }
    }
  }

  /// Appends the low `count` bytes of an unsigned integer.
  public mutating func writeUnsigned(_ value: UInt64, count: Int) {
    for index in 0..<min(max(count, 0), 8) {
      append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }

  /// Appends bytes.
  public mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Appends a slice of bytes.
  public mutating func write(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Overwrites one byte already written, such as a length that is known only at the end.
  public mutating func patch(_ value: UInt8, at offset: Int) {
    guard bytes.indices.contains(offset) else { return }
    bytes[offset] = value
  }

  @usableFromInline
  mutating func append(_ byte: UInt8) { bytes.append(byte) }
}
