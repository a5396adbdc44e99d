import Digests

/// An init packet as nrfutil makes it, without a signature.
enum SecureDFUPacket {
  private static func varint(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + varint(value >> 7)
  }

  private static func field(_ number: Int, _ value: Int) -> [UInt8] {
    [UInt8(number << 3)] + varint(value)
  }

  private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(number << 3 | 2)] + varint(bytes.count) + bytes
  }

  static func make(for firmware: [UInt8]) -> [UInt8] {
    let hash = field(1, 3) + field(2, MessageDigest.sha256(firmware).reversed())
    let inner = field(1, 1) + field(2, 52) + field(3, [0]) + field(4, 0) + field(7, firmware.count)
    return field(1, field(1, 1) + field(2, inner + field(8, hash)))
  }
}
