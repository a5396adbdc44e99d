/// Reads choices and pieces from an input; at its end every choice is the first one.
struct Input {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads from the start.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nothing is left.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next two bytes, the low one first.
  mutating func word() -> UInt16 {
    let low = byte()
    return UInt16(low) | UInt16(byte()) << 8
  }

  /// True or false.
  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// One of the values; there is at least one.
  mutating func choice<T>(_ values: [T]) -> T { values[Int(byte()) % values.count] }

  /// The next bytes, up to a number.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(position + max(count, 0), bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  /// A length byte and the bytes it announces, or what is there of them.
  mutating func piece() -> [UInt8] { bytes(Int(byte())) }

  /// Everything that is left.
  mutating func rest() -> [UInt8] { bytes(bytes.count) }
}

extension [UInt8] {
  /// The bytes in pieces whose lengths, 1 to 255 bytes, `seed` chooses.
  func pieces(_ seed: UInt8) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    var state = seed
    while start < count {
      state = state &* 77 &+ 41
      let end = Swift.min(start + Int(Swift.max(state >> (state & 7), 1)), count)
      pieces.append(Array(self[start..<end]))
      start = end
    }
    return pieces
  }
}
