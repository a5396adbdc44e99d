internal import WireFormat

extension UF2File {
  /// The bytes of a UF2 file: blocks of 256 bytes at multiples of 256, which is all that the
  /// bootloaders of the nRF52 and the RP2040 take.
  ///
  /// Where a block is not filled by the contents, 0xFF stands in it.
  /// - Parameter family: The chip's identifier, such as 0xADA52840.
  public static func bytes(
    of contents: SparseImage, family: UInt32
  ) throws(ImageError) -> [UInt8] {
    guard !contents.isEmpty else { throw ImageError.empty(name) }
    let pages = contents.touchedPages(size: 256)
    // A byte here and there would become a block each.
    guard pages.count <= contents.byteCount / 16 + 256 else {
      throw ImageError(
        .oversize, name, .file, field: "contents",
        found: "\(contents.byteCount) bytes in \(pages.count) blocks", allowed: "fewer gaps",
        advice: "Write Intel HEX, which needs no bytes for gaps.")
    }
    var writer = WireWriter(capacity: pages.count * blockSize)
    for (number, page) in pages.enumerated() {
      writer.write(0x0A32_4655 as UInt32)
      writer.write(0x9E5D_5157 as UInt32)
      writer.write(Block.hasFamily)
      writer.write(UInt32(truncatingIfNeeded: page))
      writer.write(256 as UInt32)
      writer.write(UInt32(truncatingIfNeeded: number))
      writer.write(UInt32(truncatingIfNeeded: pages.count))
      writer.write(family)
      writer.write(contents.bytes(at: page, count: 256), count: mostPayload)
      writer.write(0x0AB1_6F30 as UInt32)
    }
    return writer.bytes
  }
}
