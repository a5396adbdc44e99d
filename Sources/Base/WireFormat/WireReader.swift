/// Reads little-endian fields one after the other from borrowed bytes; never traps, never copies
/// unless asked for an array.
///
/// All integers of the protocols here are little-endian (Nearby Interaction accessory protocol;
/// FiRa UCI; SMP is the exception and swaps for itself).
public struct WireReader: ~Escapable {
  // What is left, not a place in the whole: a run taken from its front has a length that the
  // compiler knows, and every check of a field in it folds away.
  @usableFromInline var rest: RawSpan
  @usableFromInline let total: Int

  /// Reads from the start of `bytes`.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.rest = bytes
    self.total = bytes.byteCount
  }

  /// Reads from the start of an array, without copying it.
  @inlinable
  @_lifetime(borrow array)
  public init(_ array: borrowing [UInt8]) {
    self.init(array.wireBytes)
  }

  /// Offset of the next field, in bytes.
  @inlinable public var offset: Int { total &- rest.byteCount }

  /// Bytes not read yet.
  @inlinable public var remaining: Int { rest.byteCount }

  /// All bytes, read or not.
  @inlinable public var byteCount: Int { total }

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
    let value = rest.integer(T.self, at: 0)
    rest = rest.dropping(size)
    return value
  }

  /// The next unsigned integer of `count` bytes (1 to 8), such as a 40-bit timestamp.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readUnsigned(
    count: Int, field: StaticString
  ) throws(WireError) -> UInt64 {
    guard count >= 0, count <= 8 else { throw badWidth(count, field) }
    guard count <= remaining else { throw truncated(field, needs: count) }
    let value = rest.unsigned(at: 0, count: count)
    rest = rest.dropping(count)
    return value
  }

  /// The next `count` bytes, copied.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readBytes(
    _ count: Int, field: StaticString
  ) throws(WireError) -> [UInt8] {
    try readSpan(count, field: field).copied()
  }

  /// The next `count` bytes, borrowed.
  @inlinable
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  public mutating func readSpan(
    _ count: Int, field: StaticString
  ) throws(WireError) -> RawSpan {
    guard count >= 0, count <= remaining else { throw truncated(field, needs: count) }
    let slice = rest.taking(count)
    rest = rest.dropping(count)
    return slice
  }

  /// The next `count` bytes, borrowed: a run of fields whose sizes are fixed, checked at once.
  ///
  /// - Parameter layout: The fields of the run and their sizes, such as `"status:1 distance:2"`;
  ///   looked at only to name the field that is cut.
  /// - Throws: ``WireError`` `truncated` for the first field that is not whole.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  public mutating func readRun(
    _ count: Int, _ layout: StaticString
  ) throws(WireError) -> RawSpan {
    guard count >= 0, count <= remaining else { throw cut(layout, needs: count) }
    let slice = rest.taking(count)
    rest = rest.dropping(count)
    return slice
  }

  /// Everything that is left, copied; empty at the end.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readRest() -> [UInt8] {
    guard remaining > 0 else { return [] }
    let all = rest.copied()
    rest = rest.dropping(rest.byteCount)
    return all
  }

  /// Steps over `count` bytes.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func skip(_ count: Int, field: StaticString) throws(WireError) {
    guard count >= 0, count <= remaining else { throw truncated(field, needs: count) }
    rest = rest.dropping(count)
  }
}

// Errors are made out of line: the good path stays short.
extension WireReader {
  @usableFromInline @inline(never)
  func truncated(_ field: StaticString, needs size: Int) -> WireError {
    WireError(
      .truncated, field: "\(field)", offset: offset, found: "\(remaining) bytes",
      allowed: "\(size) bytes")
  }

  @usableFromInline @inline(never)
  func badWidth(_ count: Int, _ field: StaticString) -> WireError {
    WireError(
      .invalid, field: "\(field)", offset: offset, found: "a width of \(count) bytes",
      allowed: "0 to 8 bytes")
  }

  @usableFromInline @inline(never)
  func cut(_ layout: StaticString, needs count: Int) -> WireError {
    var start = 0
    for part in "\(layout)".split(separator: " ") {
      let words = part.split(separator: ":")
      guard let name = words.first, let size = words.last.flatMap({ Int($0) }) else { continue }
      guard size <= remaining - start else {
        return WireError(
          .truncated, field: String(name), offset: offset + start,
          found: "\(remaining - start) bytes", allowed: "\(size) bytes")
      }
      start += size
    }
    return truncated(layout, needs: count)
  }
}
