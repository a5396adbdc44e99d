internal import WireFormat

// Little-endian fields at an offset. A place outside reads as zero: lengths are checked before, and
// a length that was not checked cannot trap.
extension [UInt8] {
  func u8(_ offset: Int) -> UInt8 { wireBytes.integer(at: offset) }
  func u16(_ offset: Int) -> UInt16 { wireBytes.integer(at: offset) }
  func u32(_ offset: Int) -> UInt32 { wireBytes.integer(at: offset) }

  func length(_ offset: Int) -> Int { Int(u32(offset)) }

  func has(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count - offset
  }

  /// The `length` bytes at `offset`, or as many of them as are there.
  func part(_ offset: Int, _ length: Int) -> [UInt8] {
    let start = Swift.min(Swift.max(offset, 0), count)
    return Array(self[start..<(start + Swift.min(Swift.max(length, 0), count - start))])
  }

  /// Text that ends at a zero byte, of at most `length` bytes.
  func text(_ offset: Int, _ length: Int) -> String {
    printable(part(offset, length).prefix { $0 != 0 })
  }
}

/// Text of a file, fit for a terminal: anything but plain ASCII by its number, and not endless.
func printable(_ bytes: some Sequence<UInt8>, most: Int = 80) -> String {
  var text = ""
  var count = 0
  for byte in bytes {
    guard count < most else { return text + "..." }
    count += 1
    if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      text += "\\x" + Hexadecimal.encode([byte])
    }
  }
  return text
}

/// How numbers are written in sentences.
enum Words {
  /// An address as people write it: `0x0000C000`.
  static func address(_ value: some BinaryInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  /// Addresses from the first to the last, both inside.
  static func addresses(_ range: Range<Int>) -> String {
    range.count < 2
      ? address(range.lowerBound) : "\(address(range.lowerBound))-\(address(range.upperBound - 1))"
  }

  static func hex(_ value: some BinaryInteger) -> String {
    "0x" + String(value, radix: 16, uppercase: true)
  }

  /// A size for a person: `10240 bytes (10 KiB)`.
  static func size(_ count: Int) -> String {
    count >= 1024 && count.isMultiple(of: 1024)
      ? "\(count) bytes (\(count / 1024) KiB)" : count == 1 ? "1 byte" : "\(count) bytes"
  }
}
