/// Bytes of an image and the address that they are for, as programmers take them.
public struct BootSegment: Equatable, Sendable {
  /// Where the first byte belongs.
  public var address: UInt32
  /// What belongs there.
  public var bytes: [UInt8]

  /// Bytes for an address.
  public init(address: UInt32, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }

  /// The address behind the last byte, wider than an address so that it cannot overflow.
  var end: UInt64 { UInt64(address) + UInt64(bytes.count) }

  /// The runs of whole pages that segments lie in, for segments sorted by address and not before
  /// `base`.
  static func pages(
    of segments: [BootSegment], from base: UInt64, size: UInt64
  ) -> [Range<UInt64>] {
    let page = max(1, size)
    var runs: [Range<UInt64>] = []
    for segment in segments where UInt64(segment.address) >= base {
      let start = (UInt64(segment.address) - base) / page * page + base
      let stop = (segment.end - base + page - 1) / page * page + base
      if let last = runs.last, start <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, stop)
      } else {
        runs.append(start..<stop)
      }
    }
    return runs
  }

  /// Segments that hold something, by address.
  static func sorted(_ segments: [BootSegment]) -> [BootSegment] {
    segments.filter { !$0.bytes.isEmpty }.sorted { $0.address < $1.address }
  }

  /// Where two segments want the same bytes, for segments sorted by address.
  static func overlap(_ segments: [BootSegment]) -> UInt32? {
    zip(segments, segments.dropFirst()).first { $0.end > UInt64($1.address) }?.1.address
  }
}

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

  /// The words as bytes.
  static func bytes(_ words: UInt32...) -> [UInt8] { bytes(of: words) }

  /// The words as bytes.
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

  /// What arrived as text that a terminal may see: all that is not printable ASCII is a dot.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : 0x2E))
    }
    return text
  }
}
