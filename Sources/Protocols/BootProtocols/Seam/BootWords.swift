internal import WireFormat

/// The little-endian 32-bit fields that these protocols are made of.
enum BootWords {
  /// The first `count` words, or nil where there are fewer bytes.
  static func read(_ bytes: some Collection<UInt8>, count: Int) -> [UInt32]? {
    guard count >= 0, bytes.count / 4 >= count else { return nil }
    let bytes = Array(bytes.prefix(count * 4))
    return (0..<count).map { bytes.wireBytes.integer(at: 4 * $0) }
  }

  /// The word at an offset, or nil where it is not whole.
  static func at(_ offset: Int, of bytes: [UInt8]) -> UInt32? {
    LittleEndian.number(bytes[...], at: offset, size: 4)
  }

  static func bytes(_ words: UInt32...) -> [UInt8] { bytes(of: words) }

  static func bytes(of words: [UInt32]) -> [UInt8] { words.flatMap { LittleEndian.bytes($0) } }
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
