import WireFormat

// What generated code needs beyond the plain reader and writer.

extension WireReader {
  /// Reads from the start of an array. The only place of the module that borrows its storage.
  @_lifetime(borrow bytes)
  init(over bytes: borrowing [UInt8]) {
    self.init(unsafe bytes.span.bytes)
  }

  /// A size or count that some bits of an earlier field choose.
  func derived(
    from value: Int, mask: Int, shift: Int, values: [Int], field: StaticString
  ) throws(WireError) -> Int {
    let index = (value & mask) >> shift
    guard values.indices.contains(index) else {
      throw WireError(
        .invalid, field: "\(field)", offset: offset, found: "\(value)",
        allowed: "a value whose bits \(mask) choose one of \(values.count) layouts")
    }
    return values[index]
  }

  /// Reserved bytes are nearly always zero: then nothing is kept of them.
  @_lifetime(self: copy self)
  mutating func readReserved(_ count: Int, field: StaticString) throws(WireError) -> [UInt8] {
    var ahead = self
    for _ in 0..<count where try ahead.read(UInt8.self, field: field) != 0 {
      return try readBytes(count, field: field)
    }
    self = ahead
    return []
  }
}

/// The same choice when writing; a value that chooses nothing gives no bytes.
func derivedSize(from value: Int, mask: Int, shift: Int, values: [Int]) -> Int {
  let index = (value & mask) >> shift
  return values.indices.contains(index) ? values[index] : 0
}

extension WireWriter {
  /// Appends exactly `count` bytes: the value cut, or filled with zeros.
  mutating func write(_ value: [UInt8], count: Int) {
    guard value.count != count else {
      write(value)
      return
    }
    write(value.prefix(count))
    guard value.count < count else { return }
    for _ in value.count..<count { write(UInt8(0)) }
  }
}
