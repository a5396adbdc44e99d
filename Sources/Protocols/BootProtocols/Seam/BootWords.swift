/// The little-endian 32-bit fields that these protocols are made of.
enum BootWords {
  /// The first `count` words, or nil where there are fewer bytes.
  static func read(_ bytes: some Collection<UInt8>, count: Int) -> [UInt32]? {
    guard count >= 0, bytes.count / 4 >= count else { return nil }
    var words: [UInt32] = []
    words.reserveCapacity(count)
    var word: UInt32 = 0
    for (index, byte) in bytes.prefix(count * 4).enumerated() {
      word |= UInt32(byte) << UInt32(index % 4 * 8)
      if index % 4 == 3 {
        words.append(word)
        word = 0
      }
    }
    return words
  }

  /// The word at an offset, or nil where it is not whole.
  static func at(_ offset: Int, of bytes: [UInt8]) -> UInt32? {
    guard offset >= 0, offset <= bytes.count else { return nil }
    return read(bytes.dropFirst(offset), count: 1)?.first
  }

  static func bytes(_ words: UInt32...) -> [UInt8] { bytes(of: words) }

  static func bytes(of words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 4)
    for word in words {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }
}

/// Numbers as a person reads them in messages.
enum BootText {
  /// `0x` and at least `digits` hexadecimal digits.
  static func hex(_ value: some BinaryInteger, digits: Int = 1) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Six or eight bytes of an address with colons.
  static func colons(_ bytes: [UInt8]) -> String {
    bytes.map { String(hex($0, digits: 2).dropFirst(2)) }.joined(separator: ":")
  }

  /// That a transfer goes on where an earlier one stopped.
  static func resuming(_ done: Int, of total: Int) -> String {
    "the board holds \(done) of \(total) bytes of this image: going on from there"
  }

  /// Received bytes as text for a terminal: all that is not printable ASCII is a dot.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : 0x2E))
    }
    return text
  }
}
