/// Numbers from a seed: xoshiro256**, seeded by SplitMix64 (both by Blackman and Vigna, public domain).
///
/// Each user of chance in a lab has a stream of its own, named by what it decides, so that one more
/// draw in one place does not change every other.
public struct LabRandom: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// The stream `stream` of `seed`: equal arguments give equal numbers, everywhere.
  public init(seed: UInt64, stream: String) {
    // FNV-1a over the name, so that the numbers do not depend on Swift's per-process hashing.
    var mixed: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in stream.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var splitter = SplitMix(state: seed ^ mixed)
    state = (splitter.next(), splitter.next(), splitter.next(), splitter.next())
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    let result = rotate(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotate(state.3, 45)
    return result
  }

  /// An index below `count`, or 0 when `count` is 0.
  public mutating func index(below count: Int) -> Int {
    count > 1 ? Int(truncatingIfNeeded: next() % UInt64(count)) : 0
  }

  /// A number in 0 ..< 1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// `count` bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<max(count, 0)).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
  }

  private func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 {
    (value << by) | (value >> (64 - by))
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
