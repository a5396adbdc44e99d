/// Reads little-endian fields one after the other from borrowed bytes; never traps, never copies
/// unless asked for an array.
///
/// All integers of the protocols here are little-endian (Nearby Interaction accessory protocol;
/// FiRa UCI; SMP is the exception and swaps for itself).
public struct WireReader: ~Escapable {
  @usableFromInline let bytes: RawSpan
  @usableFromInline var position: Int

  /// Reads from the start of `bytes`.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.bytes = bytes
    self.position = 0
  }

  /// Reads from the start of an array, without copying it.
  @inlinable
  @_lifetime(borrow array)
  public init(_ array: borrowing [UInt8]) {
    // `bytes` counts as unsafe because any memory can be read as bytes; these are bytes.
    unsafe self.init(array.span.bytes)
  }

  /// Offset of the next field, in bytes.
  @inlinable public var offset: Int { position }

  /// Bytes not read yet.
  @inlinable public var remaining: Int { bytes.byteCount - offset }

  /// All bytes, read or not.
  @inlinable public var byteCount: Int { bytes.byteCount }

  /// The next integer.
  ///
  /// - Throws: ``WireError`` `truncated` when fewer bytes are left than the type has.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func read<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self, field: StaticString
  ) throws(WireError) -> T {
    let size = MemoryLayout<T>.size
    guard size <= remaining else { throw truncated(field, needs: size) }
    // The one unchecked load of the module; the guard above is its proof.
    let raw = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: T.self)
    position += size
    return T(littleEndian: raw)
  }

  /// The next unsigned integer of `count` bytes (1 to 8), such as a 40-bit timestamp.
  @_lifetime(self: copy self)
  public mutating func readUnsigned(
    count: Int, field: StaticString
  ) throws(WireError) -> UInt64 {
    guard count >= 0, count <= 8 else {
      throw WireError(
        .invalid, field: "\(field)", offset: offset, found: "a width of \(count) bytes",
        allowed: "0 to 8 bytes")
    }
    var value: UInt64 = 0
    for index in 0..<count {
      value |= UInt64(try read(UInt8.self, field: field)) << UInt64(8 * index)
    }
    return value
  }

  /// The next `count` bytes, copied.
  @_lifetime(self: copy self)
  public mutating func readBytes(
    _ count: Int, field: StaticString
  ) throws(WireError) -> [UInt8] {
    guard count >= 0, count <= remaining else { throw truncated(field, needs: count) }
    let slice = bytes.extracting(offset..<offset + count)
    position += count
    return slice.copied()
  }

  /// The next `count` bytes, borrowed.
  @inlinable
  @_lifetime(copy self)
  public mutating func readSpan(
    _ count: Int, field: StaticString
  ) throws(WireError) -> RawSpan {
    guard count >= 0, count <= remaining else { throw truncated(field, needs: count) }
    let slice = bytes.extracting(offset..<offset + count)
    position += count
    return slice
  }

  /// Everything that is left, copied; empty at the end.
  @_lifetime(self: copy self)
  public mutating func readRest() -> [UInt8] {
    let slice = bytes.extracting(offset..<bytes.byteCount)
    position = bytes.byteCount
    return slice.copied()
  }

  /// Steps over `count` bytes.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func skip(_ count: Int, field: StaticString) throws(WireError) {
    guard count >= 0, count <= remaining else { throw truncated(field, needs: count) }
    position += count
  }

  @usableFromInline
  func truncated(_ field: StaticString, needs size: Int) -> WireError {
    WireError(
      .truncated, field: "\(field)", offset: offset, found: "\(remaining) bytes",
      allowed: "\(size) bytes")
  }
}

extension RawSpan {
  /// The bytes as an array.
  public func copied() -> [UInt8] {
    var array: [UInt8] = []
    array.reserveCapacity(byteCount)
    for index in byteOffsets {
      array.append(unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
    return array
  }
}
