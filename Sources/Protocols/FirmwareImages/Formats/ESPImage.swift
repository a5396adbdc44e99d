internal import Digests
internal import WireFormat

/// An application or bootloader image for the ROM of an ESP32 (Espressif, "App Image Format"): what
/// goes to which address of memory, with a checksum and mostly a SHA-256 at its end.
public struct ESPImage: Equatable, Sendable {
  /// The program's description of itself (`esp_app_desc_t`).
  public struct Application: Equatable, Sendable {
    /// The name of the project.
    public var project: String
    /// The project's own version.
    public var version: String
    /// The version of ESP-IDF.
    public var framework: String
    /// Date and time of the build.
    public var built: String
  }

  /// Where the program begins.
  public let entry: UInt32
  /// The chip's number in the header: 0 is the ESP32, 9 the ESP32-S3.
  public let chip: UInt16
  /// Runs of bytes that the bootloader puts into memory or maps there.
  public let segmentCount: Int
  /// The checksum in the file.
  public let checksum: UInt8
  /// Whether that is the checksum of the segments.
  public let checksumMatches: Bool
  /// Whether the SHA-256 at the end matches; nil where there is none.
  public let digestMatches: Bool?
  /// The application's description, where the image has one.
  public let application: Application?
  /// From the header to the checksum or the SHA-256.
  public let totalSize: Int

  static let name = "ESP image"
  static let magic: UInt8 = 0xE9
  private static let headerSize = 24

  /// The chip's name, where it is known here.
  public var chipName: String? {
    ChipMemory.espressifChips.first { $0.number == chip }?.name
  }

  /// Reads an image that begins with the first byte; what follows it is not looked at.
  ///
  /// - Throws: ``ImageError`` with the offset.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count >= Self.headerSize else {
      throw .truncated(
        Self.name, at: 0, field: "header", has: bytes.count, needs: Self.headerSize)
    }
    guard bytes[0] == Self.magic else {
      throw ImageError(
        .invalid, Self.name, .byte(0), field: "magic", found: Words.hex(bytes[0]),
        allowed: "0xE9")
    }
    guard (1...16).contains(bytes[1]) else {
      throw ImageError(
        .invalid, Self.name, .byte(1), field: "number of segments", found: "\(bytes[1])",
        allowed: "1 to 16")
    }
    entry = bytes.u32(4)
    chip = bytes.u16(12)
    segmentCount = Int(bytes[1])
    var sum: UInt8 = 0xEF
    var at = Self.headerSize
    for index in 0..<segmentCount {
      let size = bytes.length(at + 4)
      guard bytes.has(at, 8), bytes.has(at + 8, size) else {
        throw .truncated(
          Self.name, at: at, field: "segment \(index)", has: bytes.count - at, needs: 8 + size)
      }
      for byte in bytes[(at + 8)..<(at + 8 + size)] { sum ^= byte }
      at += 8 + size
    }
    // The checksum is the last byte of a block of 16.
    let end = at / 16 * 16 + 16
    guard bytes.has(0, end) else {
      throw .truncated(Self.name, at: at, field: "checksum", has: bytes.count - at, needs: end - at)
    }
    checksum = bytes[end - 1]
    checksumMatches = checksum == sum
    if bytes[23] == 1 {
      guard bytes.has(end, 32) else {
        throw .truncated(Self.name, at: end, field: "SHA-256", has: bytes.count - end, needs: 32)
      }
      digestMatches = MessageDigest.sha256(bytes[0..<end]) == bytes.part(end, 32)
      totalSize = end + 32
    } else {
      digestMatches = nil
      totalSize = end
    }
    application = Self.application(bytes, at: Self.headerSize + 8)
  }

  private static func application(_ bytes: [UInt8], at start: Int) -> Application? {
    guard bytes.has(start, 256), bytes.u32(start) == 0xABCD_5432 else { return nil }
    return Application(
      project: bytes.text(start + 48, 32), version: bytes.text(start + 16, 32),
      framework: bytes.text(start + 112, 32),
      built: bytes.text(start + 96, 16) + " " + bytes.text(start + 80, 16))
  }
}
