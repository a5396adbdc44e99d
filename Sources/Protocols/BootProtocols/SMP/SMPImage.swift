internal import Digests

/// An MCUboot image as SMP and the slots of a board know it: its version as SMP writes it, its SHA-256
/// and how much of the slot it takes. What else stands in a file, and what is wrong with one, is for
/// the readers of files.
public struct SMPImage: Equatable, Sendable {
  /// Bytes of the header.
  public static let headerSize = 32

  /// As it is printed: `1.2.3`, and `.4` behind it where there is a build number.
  public var version: String
  /// The SHA-256 that the image carries.
  public var hash: [UInt8]
  /// Bytes of the whole image with its trailer.
  public var size: Int
  /// Whether the hash is that of the content.
  public var isIntact: Bool
  /// Whether it can be booted.
  public var isBootable: Bool

  /// Whether bytes begin as an image does.
  public static func hasMagic(_ bytes: some Collection<UInt8>) -> Bool {
    Array(bytes.prefix(4)) == [0x3D, 0xB8, 0xF3, 0x96]
  }

  /// Reads an image at the start of `bytes`, which may go on behind it; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ size: Int) -> Int? {
      LittleEndian.number(bytes[...], at: offset, size: size).map(Int.init)
    }
    guard Self.hasMagic(bytes), bytes.count >= Self.headerSize, let header = number(8, 2),
      let protected = number(10, 2), let body = number(12, 4), let flags = number(16, 4),
      let major = number(20, 1), let minor = number(21, 1), let revision = number(22, 2),
      let build = number(24, 4), header >= Self.headerSize
    else { return nil }
    let hashed = header + body + protected
    if protected > 0 {
      guard number(header + body, 2) == 0x6908, number(header + body + 2, 2) == protected else {
        return nil
      }
    }
    guard number(hashed, 2) == 0x6907, let total = number(hashed + 2, 2), total >= 4,
      bytes.count >= hashed + total
    else { return nil }
    var found: [UInt8]?
    var offset = hashed + 4
    while offset + 4 <= hashed + total, let type = number(offset, 2),
      let size = number(offset + 2, 2)
    {
      guard offset + 4 + size <= hashed + total else { return nil }
      if type == 0x10, size == 32 { found = Array(bytes[(offset + 4)..<(offset + 36)]) }
      offset += 4 + size
    }
    guard let found else { return nil }
    version = "\(major).\(minor).\(revision)" + (build > 0 ? ".\(build)" : "")
    hash = found
    size = hashed + total
    isBootable = flags & 0x10 == 0
    isIntact = MessageDigest.sha256(bytes[..<hashed]) == found
  }
}

extension SMPImage {
  /// An unsigned image around `content`, as imgtool makes it without a key: what virtual boards come
  /// with.
  public static func wrap(
    _ content: [UInt8], major: UInt8, minor: UInt8, revision: UInt16
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x3D, 0xB8, 0xF3, 0x96, 0, 0, 0, 0]
    bytes += LittleEndian.bytes(UInt16(headerSize)) + LittleEndian.bytes(UInt16(0))
    bytes += LittleEndian.bytes(UInt32(truncatingIfNeeded: content.count))
    bytes += LittleEndian.bytes(UInt32(0)) + [major, minor] + LittleEndian.bytes(revision)
    bytes += Array(repeating: 0, count: 8) + content
    let hash = MessageDigest.sha256(bytes)
    bytes += [0x07, 0x69, 40, 0, 0x10, 0, 32, 0] + hash
    return bytes
  }
}
