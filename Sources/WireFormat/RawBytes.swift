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
  @inlinable
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

  /// The `count` bytes at `offset` of a reader that has made sure that they are there.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  func checkedSlice(at offset: Int, count: Int) -> RawSpan {
    unsafe extracting(unchecked: Range(uncheckedBounds: (offset, offset &+ count)))
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
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
    guard offset >= 0, offset <= byteCount &- MemoryLayout<T>.size else { return }
    // The guard is the proof that the store stays inside.
    unsafe storeBytes(of: value.littleEndian, toUncheckedByteOffset: offset, as: T.self)
  }

  /// Stores the low `count` bytes (0 to 8) of an integer at `offset`.
  @inlinable
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

  /// Stores the first `count` of some bytes at `offset`; what they lack stays as it is.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: [UInt8], at offset: Int, count: Int) {
    var place = offset
    for byte in value.prefix(Swift.max(count, 0)) {
      put(byte, at: place)
      place &+= 1
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends `count` bytes that `fill` stores into; those that it leaves out are zero.
  @inlinable
  mutating func appendRun(_ count: Int, _ fill: (inout MutableRawSpan) -> Void) {
    append(addingCapacity: Swift.max(count, 0)) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let memory = UnsafeMutableRawBufferPointer(buffer)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        // Alive for this closure only, and every byte of it is initialised.
        var run = unsafe MutableRawSpan(_unsafeBytes: memory)
        fill(&run)
        initialized = buffer.count
      }
    }
  }
}
