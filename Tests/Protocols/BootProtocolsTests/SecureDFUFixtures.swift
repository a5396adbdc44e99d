import BootProtocols
import Digests

/// Numbers that look like chance and are the same every time.
struct Chance {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 1) % max(1, limit) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }
}

/// A package as nrfutil makes it, put together by hand.
enum SecureDFUFixture {
  static func varint(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + varint(value >> 7)
  }

  static func field(_ number: Int, _ value: Int) -> [UInt8] { [UInt8(number << 3)] + varint(value) }

  static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(number << 3 | 2)] + varint(bytes.count) + bytes
  }

  static func initPacket(
    for firmware: [UInt8], version: Int = 1, hardware: Int = 52, softDevice: Int = 0,
    type: Int = 0, size: Int? = nil, hashType: Int = 3, hash: [UInt8]? = nil, isSigned: Bool = true
  ) -> [UInt8] {
    let hash = hash ?? MessageDigest.sha256(firmware).reversed()
    let inner =
      field(1, version) + field(2, hardware) + field(3, varint(softDevice)) + field(4, type)
      + field(5, 0) + field(6, 0) + field(7, size ?? firmware.count)
      + field(8, field(1, hashType) + field(2, hash)) + field(9, 0)
    let command = field(1, 1) + field(2, inner)
    guard isSigned else { return field(1, command) }
    let signature = (0..<64).map { UInt8($0) }
    return field(2, field(1, command) + field(2, 0) + field(3, signature))
  }

  static func programmer(
    _ firmware: [UInt8], version: Int = 1, rate: Int = 1_000_000
  ) -> SecureDFUProgrammer {
    SecureDFUProgrammer(
      initPacket: initPacket(for: firmware, version: version), firmware: firmware, rate: rate)
  }

  static func board(
    _ change: (inout SecureDFUBootloader.Settings) -> Void = { _ in }
  ) -> SecureDFUBootloader {
    var settings = SecureDFUBootloader.Settings()
    settings.flashSize = 0x20000
    settings.bootloaderStart = 0x1C000
    change(&settings)
    return SecureDFUBootloader(settings: settings)
  }
}
