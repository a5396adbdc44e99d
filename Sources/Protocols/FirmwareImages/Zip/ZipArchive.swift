internal import WireFormat

/// A zip archive (PKWARE APPNOTE 6.3): members that are stored or packed with deflate.
///
/// Hostile archives are refused before anything is unpacked: all members together may unpack to
/// twenty times the archive and 256 KiB, and there may be 64 of them.
struct ZipArchive: Equatable, Sendable {
  /// A member as the central directory lists it.
  struct Member: Equatable, Sendable {
    let name: String
    let isPacked: Bool
    let check: UInt32
    let packedSize: Int
    let size: Int
    let start: Int
  }

  let members: [Member]
  private let bytes: [UInt8]

  static let name = "zip archive"

  static func isPresent(in bytes: [UInt8]) -> Bool {
    bytes.u32(0) == 0x0403_4B50 || bytes.u32(0) == 0x0605_4B50
  }

  init(_ bytes: [UInt8]) throws(ImageError) {
    let end = try Self.endRecord(bytes)
    let count = Int(bytes.u16(end + 10))
    var at = bytes.length(end + 16)
    guard bytes.u16(end + 4) == 0, count == Int(bytes.u16(end + 8)), at != 0xFFFF_FFFF else {
      throw ImageError(
        .unsupported, Self.name, .byte(end), field: "directory",
        found: "an archive in several parts or of 64 bits", allowed: "a plain one")
    }
    guard count <= 64 else {
      throw ImageError(
        .oversize, Self.name, .byte(end + 10), field: "members", found: "\(count)",
        allowed: "at most 64")
    }
    var members: [Member] = []
    var total = 0
    for _ in 0..<count {
      let member = try Self.member(bytes, at: &at, before: end)
      guard !members.contains(where: { $0.name == member.name }) else {
        throw ImageError(
          .invalid, Self.name, .byte(at), field: "name", found: "\"\(member.name)\" twice",
          allowed: "each name once")
      }
      total += member.size
      members.append(member)
    }
    let most = 20 * bytes.count + 256 * 1024
    guard total <= most else {
      throw ImageError(
        .oversize, Self.name, .file, field: "size of all members", found: "\(total) bytes",
        allowed: "at most \(most), for an archive of \(bytes.count)",
        advice:
          "If the archive is what it should be, unpack it and pack it again without compression.")
    }
    self.members = members
    self.bytes = bytes
  }

  func contents(of name: String) throws(ImageError) -> [UInt8] {
    guard let member = members.first(where: { $0.name == name }) else {
      let names = members.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw ImageError(
        .missing, Self.name, .file, field: "member \"\(name)\"",
        found: names.isEmpty ? "no members" : "only \(names)", allowed: "a member of this name")
    }
    let packed = bytes.part(member.start, member.packedSize)
    guard let contents = member.isPacked ? Inflate.bytes(packed, count: member.size) : packed
    else {
      throw ImageError(
        .invalid, Self.name, .byte(member.start), field: "member \"\(name)\"",
        found: "packed data that is damaged", allowed: "\(member.size) bytes",
        advice: "The file was damaged: copy or download it again.")
    }
    let check = CRC32.ieee(contents)
    guard check == member.check else {
      throw ImageError(
        .checksum, Self.name, .byte(member.start), field: "check of member \"\(name)\"",
        found: Words.hex(check), allowed: Words.hex(member.check),
        advice: "The file was damaged: copy or download it again.")
    }
    return contents
  }
}

extension ZipArchive {
  /// Where the end record stands: the last one, with at most a comment behind it.
  private static func endRecord(_ bytes: [UInt8]) throws(ImageError) -> Int {
    var at = bytes.count - 22
    let lowest = max(0, bytes.count - 22 - 0xFFFF)
    while at >= lowest {
      if bytes.u32(at) == 0x0605_4B50, at + 22 + Int(bytes.u16(at + 20)) == bytes.count {
        return at
      }
      at -= 1
    }
    throw ImageError(
      .truncated, name, .byte(bytes.count), field: "end of the directory", found: "none",
      allowed: "one at the end of the file",
      advice: "The file was cut off: copy or download it again.")
  }

  private static func member(
    _ bytes: [UInt8], at: inout Int, before end: Int
  ) throws(ImageError) -> Member {
    let nameSize = Int(bytes.u16(at + 28))
    let size = 46 + nameSize + Int(bytes.u16(at + 30)) + Int(bytes.u16(at + 32))
    guard at + 46 <= end, bytes.u32(at) == 0x0201_4B50, at + size <= end else {
      throw ImageError(
        .invalid, name, .byte(at), field: "directory entry", found: Words.hex(bytes.u32(at)),
        allowed: "0x2014B50 and a whole entry")
    }
    let start = at
    let title = printable(bytes.part(at + 46, nameSize))
    let flags = bytes.u16(at + 8)
    let method = bytes.u16(at + 10)
    let packedSize = bytes.length(at + 20)
    let unpackedSize = bytes.length(at + 24)
    let local = bytes.length(at + 42)
    at += size
    guard flags & 1 == 0, method == 0 || method == 8 else {
      throw ImageError(
        .unsupported, name, .byte(start + 8), field: "member \"\(title)\"",
        found: flags & 1 == 0 ? "method \(method)" : "encryption",
        allowed: "stored or deflate, without a password")
    }
    guard method == 8 || packedSize == unpackedSize else {
      throw ImageError(
        .invalid, name, .byte(start + 20), field: "size of member \"\(title)\"",
        found: "\(packedSize) bytes stored for \(unpackedSize)", allowed: "the same number")
    }
    let data = local + 30 + Int(bytes.u16(local + 26)) + Int(bytes.u16(local + 28))
    guard bytes.has(local, 30), bytes.u32(local) == 0x0403_4B50, bytes.has(data, packedSize) else {
      throw .truncated(
        name, at: local, field: "member \"\(title)\"", has: bytes.count - data,
        needs: packedSize)
    }
    return Member(
      name: title, isPacked: method == 8, check: bytes.u32(start + 16), packedSize: packedSize,
      size: unpackedSize, start: data)
  }
}
