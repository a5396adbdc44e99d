import WireFormat

// What generated code needs beyond the plain reader and writer.

extension WireReader {
  /// A size or count that some bits of an earlier field choose, which begins `behind` bytes back.
  func derived(
    from value: Int, mask: Int, shift: Int, values: [Int], field: StaticString, behind: Int
  ) throws(WireError) -> Int {
    let index = (value & mask) >> shift
    guard values.indices.contains(index) else {
      throw WireError(
        .invalid, field: "\(field)", offset: offset &- behind, found: "\(value)",
        allowed: "a value whose bits \(mask) choose one of \(values.count) layouts")
    }
    return values[index]
  }
}

/// The same choice when writing; a value that chooses nothing gives no bytes.
func derivedSize(from value: Int, mask: Int, shift: Int, values: [Int]) -> Int {
  let index = (value & mask) >> shift
  return values.indices.contains(index) ? values[index] : 0
}

/// The bytes of an address that is held as a little-endian number.
func bytes<Number: FixedWidthInteger & BitwiseCopyable>(of number: Number) -> [UInt8] {
  var writer = WireWriter()
  writer.write(number)
  return writer.bytes
}

/// An address as a little-endian number: the bytes cut, or filled with zeros.
func number<Number: FixedWidthInteger & UnsignedInteger>(of bytes: [UInt8]) -> Number {
  bytes.prefix(MemoryLayout<Number>.size).reversed().reduce(0) { $0 &<< 8 | Number($1) }
}

/// `count` elements (at least one). The first makes the array: an array of one is the usual case,
/// and the compiler allocates that without a detour.
@inline(__always)
func list<Element>(
  of count: Int, _ next: () throws(WireError) -> Element
) throws(WireError) -> [Element] {
  var elements = [try next()]
  guard count > 1 else { return elements }
  elements.reserveCapacity(count)
  for _ in 1..<count { elements.append(try next()) }
  return elements
}
