internal import Digests

/// An image for MCUboot (mcu-tools/mcuboot, `image.h`): a header, the program, and entries of type,
/// length and value behind it, of which some are protected by the hash.
public struct MCUbootImage: Equatable, Sendable {
  /// One entry behind the program.
  public struct TLV: Equatable, Sendable {
    /// The entry's type.
    public var type: UInt16
    /// The entry's bytes.
    public var value: [UInt8]
    /// Whether the hash covers it.
    public var isProtected: Bool
  }

  /// The result of checking the hash over header, program and protected entries.
  public enum HashCheck: Equatable, Sendable {
    case matches
    /// The image was changed after it was signed, or cut.
    case differs
    case missing
    /// The hash is over the program before it was encrypted.
    case encrypted
  }

  /// Where in memory the image lies; its offset in the file until a base is known.
  public let address: Int
  /// `ih_load_addr`: 0 for an image that runs in its slot.
  public let loadAddress: UInt32
  /// Bytes before the program.
  public let headerSize: Int
  /// Bytes of the protected entries behind the program.
  public let protectedSize: Int
  /// Bytes of the program.
  public let imageSize: Int
  /// `ih_flags`.
  public let flags: UInt32
  /// The image's version.
  public let version: MCUbootVersion
  /// The entries behind the program, protected ones first.
  public let tlvs: [TLV]
  /// Whether the hash in the image is that of its contents.
  public let hash: HashCheck
  /// From the header to the last entry.
  public let totalSize: Int
  /// Whether the image is padded to the slot with MCUboot's trailer at its end, so that it is
  /// tested at the next start without a command.
  public let hasTrailer: Bool

  static let name = "MCUboot image"
  static let magic: UInt32 = 0x96F3_B83D

  /// Reads an image that begins with the first byte.
  ///
  /// - Parameter address: Where in memory the first byte goes.
  /// - Throws: ``ImageError`` with the offset.
  public init(_ bytes: [UInt8], address: Int = 0) throws(ImageError) {
    guard bytes.count >= 32 else {
      throw .truncated(Self.name, at: 0, field: "header", has: bytes.count, needs: 32)
    }
    guard bytes.u32(0) == Self.magic else {
      throw ImageError(
        .invalid, Self.name, .byte(0), field: "magic", found: Words.hex(bytes.u32(0)),
        allowed: Words.hex(Self.magic),
        advice: "The file was not signed for MCUboot: take the signed one, or sign it with imgtool."
      )
    }
    self.address = address
    loadAddress = bytes.u32(4)
    headerSize = Int(bytes.u16(8))
    protectedSize = Int(bytes.u16(10))
    imageSize = bytes.length(12)
    flags = bytes.u32(16)
    version = MCUbootVersion(bytes[20], bytes[21], bytes.u16(22), build: bytes.u32(24))
    guard headerSize >= 32 else {
      throw ImageError(
        .invalid, Self.name, .byte(8), field: "header size", found: "\(headerSize)",
        allowed: "at least 32")
    }
    let programEnd = headerSize + imageSize
    guard bytes.has(0, programEnd) else {
      throw .truncated(
        Self.name, at: 0, field: "header and program", has: bytes.count, needs: programEnd)
    }
    var entries = Entries()
    if protectedSize > 0 {
      try entries.read(bytes, at: programEnd, magic: 0x6908, size: protectedSize)
    }
    try entries.read(bytes, at: programEnd + protectedSize, magic: 0x6907, size: nil)
    tlvs = entries.found
    totalSize = entries.end
    hash = Self.check(bytes, upTo: programEnd + protectedSize, flags: flags, tlvs: tlvs)
    hasTrailer = bytes.count >= totalSize + 16 && bytes.part(bytes.count - 16, 16) == Self.trailer
  }

  /// The signatures, hashes of keys and the like that are there, in order.
  public func values(of type: UInt16) -> [[UInt8]] {
    tlvs.filter { $0.type == type }.map(\.value)
  }

  /// The digest that MCUboot and SMP know the image by, where the image has one.
  public var digest: [UInt8]? { Self.digest(in: tlvs)?.value }

  /// The algorithm of the signature; nil for an unsigned image.
  public var signature: SignatureKind? {
    tlvs.lazy.compactMap { SignatureKind(rawValue: $0.type) }.first
  }

  /// Whether the program is encrypted.
  public var isEncrypted: Bool { flags & 0x0C != 0 }

  private static let trailer: [UInt8] = [
    0x77, 0xC2, 0x95, 0xF3, 0x60, 0xD2, 0xEF, 0x7F,
    0x35, 0x52, 0x50, 0x0F, 0x2C, 0xB6, 0x79, 0x80,
  ]

  private static let digests: [(type: UInt16, digest: MessageDigest)] = [
    (0x10, .sha256), (0x11, .sha384), (0x12, .sha512),
  ]

  private static func digest(in tlvs: [TLV]) -> (digest: MessageDigest, value: [UInt8])? {
    digests.lazy.compactMap { kind in
      tlvs.first { $0.type == kind.type }.map { (digest: kind.digest, value: $0.value) }
    }.first
  }

  private static func check(
    _ bytes: [UInt8], upTo end: Int, flags: UInt32, tlvs: [TLV]
  ) -> HashCheck {
    guard let (digest, found) = Self.digest(in: tlvs) else { return .missing }
    if flags & 0x0C != 0 { return .encrypted }
    return found == digest(bytes[0..<end]) ? .matches : .differs
  }
}

extension MCUbootImage {
  /// An algorithm that signs an image: the type of the entry that holds the signature.
  public enum SignatureKind: UInt16, Sendable, CaseIterable {
    case rsa2048 = 0x20
    case ecdsa = 0x22
    case rsa3072 = 0x23
    case ed25519 = 0x24

    /// The name that is printed.
    public var name: String {
      switch self {
      case .rsa2048: "RSA-2048"
      case .ecdsa: "ECDSA"
      case .rsa3072: "RSA-3072"
      case .ed25519: "Ed25519"
      }
    }
  }

  /// The name of a type of entry; nil for one that is not known.
  public static func name(ofType type: UInt16) -> String? {
    switch type {
    case 0x01: "KEYHASH"
    case 0x02: "PUBKEY"
    case 0x10: "SHA256"
    case 0x11: "SHA384"
    case 0x12: "SHA512"
    case 0x20: "RSA2048"
    case 0x22: "ECDSASIG"
    case 0x23: "RSA3072"
    case 0x24: "ED25519"
    case 0x30: "ENCRSA2048"
    case 0x31: "ENCKW"
    case 0x32: "ENCEC256"
    case 0x33: "ENCX25519"
    case 0x34: "ENCX25519_SHA512"
    case 0x40: "DEPENDENCY"
    case 0x50: "SEC_CNT"
    case 0x60: "BOOT_RECORD"
    default: nil
    }
  }

  private struct Entries {
    var found: [TLV] = []
    var end = 0

    mutating func read(
      _ bytes: [UInt8], at start: Int, magic: UInt16, size announced: Int?
    ) throws(ImageError) {
      guard bytes.has(start, 4) else {
        throw .truncated(
          name, at: start, field: "entries behind the program", has: bytes.count - start, needs: 4)
      }
      guard bytes.u16(start) == magic else {
        throw ImageError(
          .invalid, name, .byte(start), field: "magic of the entries",
          found: Words.hex(bytes.u16(start)), allowed: Words.hex(magic),
          advice: "The image was cut or changed: build and sign it again.")
      }
      let size = Int(bytes.u16(start + 2))
      if let announced, announced != size {
        throw ImageError(
          .invalid, name, .byte(start + 2), field: "size of the protected entries",
          found: "\(size)", allowed: "\(announced), as the header says")
      }
      guard size >= 4, bytes.has(start, size) else {
        throw .truncated(
          name, at: start, field: "entries behind the program", has: bytes.count - start,
          needs: max(4, size))
      }
      end = start + size
      var at = start + 4
      while at < end {
        let length = Int(bytes.u16(at + 2))
        guard at + 4 <= end, at + 4 + length <= end else {
          throw ImageError(
            .invalid, name, .byte(at), field: "length of an entry", found: "\(length)",
            allowed: "at most \(max(0, end - at - 4))")
        }
        found.append(
          TLV(
            type: bytes.u16(at), value: bytes.part(at + 4, length), isProtected: magic == 0x6908))
        at += 4 + length
      }
    }
  }
}

/// The version in the header of an MCUboot image.
public struct MCUbootVersion: Hashable, Sendable, CustomStringConvertible {
  /// Major number.
  public var major: UInt8
  /// Minor number.
  public var minor: UInt8
  /// Revision.
  public var revision: UInt16
  /// Number of the build; 0 for none.
  public var build: UInt32

  /// A version of its parts.
  public init(_ major: UInt8, _ minor: UInt8 = 0, _ revision: UInt16 = 0, build: UInt32 = 0) {
    (self.major, self.minor, self.revision, self.build) = (major, minor, revision, build)
  }

  /// `1.2.3+4`; the build is left out where it is 0.
  public var description: String {
    "\(major).\(minor).\(revision)" + (build == 0 ? "" : "+\(build)")
  }
}
