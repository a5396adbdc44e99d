// Loads and stores at an offset. A place that lies outside reads as zero and writes nothing, so
// that no length that a board announces can trap. All unsafe code of the module is here.

extension Array where Element == UInt8 {
  /// The elements as raw bytes, borrowed.
  @inlinable
  public var wireBytes: RawSpan {
    // `bytes` counts as unsafe because any memory can be read as bytes; these are bytes.
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}

extension RawSpan {
  /// The little-endian integer at `offset`; zero when it is not wholly there.
  @inlinable
  public func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self, at offset: Int
  ) -> T {
    guard offset >= 0, offset <= byteCount &- MemoryLayout<T>.size else { return 0 }
    // The guard is the proof that the load stays inside.
    let raw = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: T.self)
    return T(littleEndian: raw)
  }

  /// The little-endian unsigned integer of `count` bytes (0 to 8) at `offset`.
  @inlinable @inline(__always)
  public func unsigned(at offset: Int, count: Int) -> UInt64 {
    guard count < 8 else { return integer(at: offset) }
    var value: UInt64 = 0
    var done = 0
    if count & 4 != 0 {
      value = UInt64(integer(UInt32.self, at: offset))
      done = 4
    }
    if count & 2 != 0 {
      value |= UInt64(integer(UInt16.self, at: offset &+ done)) &<< UInt64(8 &* done)
      done &+= 2
    }
    if count & 1 != 0 {
      value |= UInt64(integer(UInt8.self, at: offset &+ done)) &<< UInt64(8 &* done)
    }
    return value
  }

  /// The `count` bytes at `offset`, or as many of them as are there, borrowed.
  @inlinable
  @_lifetime(copy self)
  public func slice(at offset: Int, count: Int) -> RawSpan {
    let start = Swift.min(Swift.max(offset, 0), byteCount)
    let size = Swift.min(Swift.max(count, 0), byteCount &- start)
    // Both ends were just brought inside.
    return unsafe extracting(unchecked: Range(uncheckedBounds: (start, start &+ size)))
  }

  /// The first `count` bytes. Only for a caller that has made sure that they are there.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  func taking(_ count: Int) -> RawSpan {
    unsafe extracting(unchecked: Range(uncheckedBounds: (0, count)))
  }

  /// All but the first `count` bytes. Only for a caller that has made sure that they are there.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  func dropping(_ count: Int) -> RawSpan {
    unsafe extracting(unchecked: Range(uncheckedBounds: (count, byteCount)))
  }

  /// The bytes as an array; an empty one costs nothing.
  @inlinable
  public func copied() -> [UInt8] {
    guard byteCount > 0 else { return [] }
    return unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }
}

extension MutableRawSpan {
  /// Stores a little-endian integer at `offset`; nothing when it does not fit there.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
    guard offset >= 0, offset <= byteCount &- MemoryLayout<T>.size else { return }
    // The guard is the proof that the store stays inside.
    unsafe storeBytes(of: value.littleEndian, toUncheckedByteOffset: offset, as: T.self)
  }

  /// Stores the low `count` bytes (0 to 8) of an integer at `offset`.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func putUnsigned(_ value: UInt64, at offset: Int, count: Int) {
    guard count < 8 else { return put(value, at: offset) }
    var rest = value
    var place = offset
    if count & 4 != 0 {
      put(UInt32(truncatingIfNeeded: rest), at: place)
      rest &>>= 32
      place &+= 4
    }
    if count & 2 != 0 {
      put(UInt16(truncatingIfNeeded: rest), at: place)
      rest &>>= 16
      place &+= 2
    }
    if count & 1 != 0 { put(UInt8(truncatingIfNeeded: rest), at: place) }
  }

  /// Stores exactly `count` bytes at `offset`: the value cut, or filled with zeros.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: borrowing [UInt8], at offset: Int, count: Int) {
    guard offset >= 0, count > 0, offset <= byteCount &- count else { return }
    let size = Swift.min(value.count, count)
    // The guard is the proof that both ranges stay inside.
    unsafe withUnsafeMutableBytes { all in
      guard let place = unsafe all.baseAddress?.advanced(by: offset) else { return }
      unsafe value.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        unsafe place.copyMemory(from: source, byteCount: size)
      }
      let rest = unsafe place.advanced(by: size)
      unsafe rest.initializeMemory(as: UInt8.self, repeating: 0, count: count &- size)
    }
  }
}

extension Array where Element == UInt8 {
  /// The `count` elements from `start`, to be overwritten. Only for a caller that has made sure
  /// that they are there.
  ///
  /// Inlined, so that the length of the span is known and the checks of what is stored fold away.
  @inlinable @inline(__always)
  @_lifetime(&self)
  mutating func writableBytes(at start: Int, count: Int) -> MutableRawSpan {
    // What `mutableSpan` does as well: the elements are unique now and stay where they are while
    // the span, which depends on the array, is in use.
    let base = unsafe withUnsafeMutableBytes { $0.baseAddress }
    guard let base = unsafe base else { return MutableRawSpan() }
    let run = unsafe MutableRawSpan(_unsafeStart: base + start, byteCount: count)
    return unsafe _overrideLifetime(run, mutating: &self)
  }
}
