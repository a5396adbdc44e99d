internal import WireFormat

extension ZipArchive {
  /// An archive of stored members, dated 1 January 1980: the same bytes for the same contents.
  static func stored(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var archive = WireWriter()
    var directory = WireWriter()
    for member in members {
      let title = Array(member.name.utf8.prefix(0xFFFF))
      let start = UInt32(truncatingIfNeeded: archive.count)
      var common = WireWriter()
      for field in [20, 0, 0, 0, 0x21] as [UInt16] { common.write(field) }
      common.write(CRC32.ieee(member.contents))
      common.write(UInt32(truncatingIfNeeded: member.contents.count))
      common.write(UInt32(truncatingIfNeeded: member.contents.count))
      common.write(UInt16(truncatingIfNeeded: title.count))
      common.write(0 as UInt16)
      archive.write(0x0403_4B50 as UInt32)
      archive.write(common.bytes)
      archive.write(title)
      archive.write(member.contents)
      directory.write(0x0201_4B50 as UInt32)
      directory.write(20 as UInt16)
      directory.write(common.bytes)
      for field in [0, 0, 0] as [UInt16] { directory.write(field) }
      directory.write(0 as UInt32)
      directory.write(start)
      directory.write(title)
    }
    let offset = UInt32(truncatingIfNeeded: archive.count)
    archive.write(directory.bytes)
    archive.write(0x0605_4B50 as UInt32)
    archive.write(0 as UInt32)
    for _ in 0..<2 { archive.write(UInt16(truncatingIfNeeded: members.count)) }
    archive.write(UInt32(truncatingIfNeeded: directory.count))
    archive.write(offset)
    archive.write(0 as UInt16)
    return archive.bytes
  }
}
