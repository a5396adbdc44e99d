import WireFormat

/// Up to 16 reserved bytes, held without an array: a record of nothing but numbers is copied as one.
struct ReservedBytes: Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  init(_ run: RawSpan, at offset: Int, count: Int) {
    low = run.unsigned(at: offset, count: min(count, 8))
    if count > 8 { high = run.unsigned(at: offset &+ 8, count: min(count, 16) &- 8) }
  }

  /// The first `count` of some bytes; those that lack are zero.
  init(_ bytes: [UInt8], count: Int) {
    for (index, byte) in bytes.prefix(min(count, 16)).enumerated() {
      let value = UInt64(byte) << UInt64(8 * (index % 8))
      if index < 8 { low |= value } else { high |= value }
    }
  }

  /// The bytes as an array, empty when all are zero.
  func bytes(count: Int) -> [UInt8] {
    guard low != 0 || high != 0 else { return [] }
    return (0..<min(count, 16)).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> UInt64(8 * (index % 8)))
    }
  }

  @inline(__always)
  @_lifetime(run: copy run)
  func put(into run: inout MutableRawSpan, at offset: Int, count: Int) {
    run.putUnsigned(low, at: offset, count: min(count, 8))
    if count > 8 { run.putUnsigned(high, at: offset &+ 8, count: min(count, 16) &- 8) }
  }
}
