internal import WireFormat

/// The 16 bytes at the end of a file for USB DFU that say for which device it is (USB DFU 1.1,
/// appendix B). They are not sent to the device.
public struct DFUSuffix: Equatable, Sendable {
  /// The release, product and vendor that the file is for; 0xFFFF is any.
  public var device: UInt16
  /// `idProduct`; 0xFFFF for any.
  public var product: UInt16
  /// `idVendor`; 0xFFFF for any.
  public var vendor: UInt16
  /// 0x0100 for a plain file, 0x011A for a DfuSe file.
  public var format: UInt16

  static let name = "DFU suffix"
  static let size = 16

  /// Whether a file ends with what looks like a suffix.
  public static func isPresent(in bytes: [UInt8]) -> Bool {
    bytes.count >= size && bytes.part(bytes.count - 8, 3) == Array("UFD".utf8)
      && bytes[bytes.count - 5] >= 16
  }

  /// Reads the end of a file.
  ///
  /// - Throws: ``ImageError`` `missing` or `checksum`.
  public init(endOf bytes: [UInt8]) throws(ImageError) {
    guard Self.isPresent(in: bytes) else {
      throw ImageError(
        .missing, Self.name, .byte(max(0, bytes.count - Self.size)), field: "mark",
        found: "\"\(printable(bytes.part(bytes.count - 8, 3)))\"", allowed: "\"UFD\"")
    }
    let start = bytes.count - Self.size
    let announced = Int(bytes[start + 11])
    guard announced == Self.size else {
      throw ImageError(
        .unsupported, Self.name, .byte(start + 11), field: "length", found: "\(announced)",
        allowed: "16")
    }
    let computed = ~CRC32.ieee(bytes[0..<(bytes.count - 4)])
    guard computed == bytes.u32(start + 12) else {
      throw ImageError(
        .checksum, Self.name, .byte(start + 12), field: "check",
        found: Words.hex(bytes.u32(start + 12)), allowed: Words.hex(computed),
        advice: "The file was damaged: copy or download it again.")
    }
    device = bytes.u16(start)
    product = bytes.u16(start + 2)
    vendor = bytes.u16(start + 4)
    format = bytes.u16(start + 6)
  }
}
