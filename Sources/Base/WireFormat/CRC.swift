/// 16-bit cyclic redundancy checks.
public enum CRC16 {
  /// CRC-16/XMODEM: polynomial 0x1021, start 0, no reflection, no final inversion.
  /// "123456789" gives 0x31C3.
  public static func xmodem(_ bytes: [UInt8]) -> UInt16 { xmodem(bytes[...]) }

  /// CRC-16/XMODEM, as above.
  public static func xmodem(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    let table = table
    var crc: UInt16 = 0
    for byte in bytes { crc = crc << 8 ^ table[Int(UInt8(truncatingIfNeeded: crc >> 8) ^ byte)] }
    return crc
  }

  private static let table: [UInt16] = (0..<256).map { index in
    var entry = UInt16(index) << 8
    for _ in 0..<8 { entry = entry & 0x8000 == 0 ? entry << 1 : entry << 1 ^ 0x1021 }
    return entry
  }
}

/// The 32-bit cyclic redundancy check of IEEE 802.3 and zlib, whole or piece by piece.
///
/// Polynomial 0x04C11DB7 reflected, start and final inversion 0xFFFFFFFF. "123456789" gives
/// 0xCBF43926.
public struct CRC32: Hashable, Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// The check of nothing yet.
  public init() {}

  /// The check of all bytes given so far.
  public var value: UInt32 { ~state }

  /// Adds bytes that follow those already given: a loop that no other module has to specialise.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    let table = Self.table
    var state = state
    for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
    self.state = state
  }

  /// Adds bytes that follow those already given.
  public mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

  /// The check of one run of bytes.
  public static func ieee(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }

  /// The check of one run of bytes.
  public static func ieee(_ bytes: [UInt8]) -> UInt32 { ieee(bytes[...]) }

  private static let table: [UInt32] = (0..<256).map { index in
    var entry = UInt32(index)
    for _ in 0..<8 { entry = entry & 1 == 0 ? entry >> 1 : entry >> 1 ^ 0xEDB8_8320 }
    return entry
  }
}
