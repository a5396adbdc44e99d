import FirmwareImages
import Foundation
import WireFormat

/// Numbers that are the same for the same seed (xorshift64*).
struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % max(limit, 1) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 40) }
  }

  /// Runs with gaps, near each other and far apart.
  mutating func image(runs: Int = 5) throws -> SparseImage {
    var segments: [ImageSegment] = []
    var address = below(0x2_0000)
    for _ in 0...below(runs) {
      let size = 1 + below(600)
      segments.append(
        ImageSegment(address: UInt32(truncatingIfNeeded: address), bytes: bytes(size)))
      address += size + 1 + below(3) * below(0x30_0000)
    }
    return try SparseImage(segments)
  }
}

enum Fixture {
  static let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)

  static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}

/// Little-endian fields in a row.
struct Layout {
  var bytes: [UInt8] = []

  mutating func u8(_ values: UInt8...) { bytes += values }
  mutating func u16(_ values: UInt16...) {
    for value in values { bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
  }
  mutating func u32(_ values: UInt32...) {
    for value in values { bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }
  mutating func zeros(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }
}

/// A MCUboot image with a hash, and entries as given.
func mcuboot(
  program: [UInt8], version: MCUbootVersion, extra: [(UInt16, [UInt8])] = []
) -> [UInt8] {
  var image = Layout()
  image.u32(0x96F3_B83D, 0)
  image.u16(32, 0)
  image.u32(UInt32(program.count), 0)
  image.u8(version.major, version.minor)
  image.u16(version.revision)
  image.u32(version.build, 0)
  image.bytes += program
  let hash = sha256(image.bytes)
  let entries = [(0x10, hash)] + extra
  image.u16(0x6907, UInt16(4 + entries.reduce(0) { $0 + 4 + $1.1.count }))
  for (type, value) in entries {
    image.u16(type, UInt16(value.count))
    image.bytes += value
  }
  return image.bytes
}
