extension FirmwareImage {
  /// The format that the contents show, without reading all of them.
  ///
  /// Contents without a mark are raw bytes, unless the name says otherwise.
  /// - Throws: ``ImageError`` `unsupported` for what is known and not read here, and for a file that
  ///   is not what its name says.
  public static func format(
    of bytes: [UInt8], named name: String
  ) throws(ImageError) -> Format {
    if ZipArchive.isPresent(in: bytes) { return .dfuPackage }
    if bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { return .elf }
    if bytes.u32(0) == 0x0A32_4655, bytes.u32(4) == 0x9E5D_5157 { return .uf2 }
    if bytes.u32(0) == MCUbootImage.magic { return .mcuboot }
    if bytes.starts(with: DfuSeFile.mark), bytes.u8(5) == 1 { return .dfuSe }
    if startsLikeHex(bytes) { return .intelHex }
    if bytes.u8(0) == ESPImage.magic, (try? ESPImage(bytes)) != nil { return .esp }
    try refuseOthers(bytes, named: name)
    return .binary
  }

  /// Whether the first character is the mark of a record and digits follow.
  private static func startsLikeHex(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.prefix(64)
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    while let first = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(first) { rest.removeFirst() }
    return rest.first == UInt8(ascii: ":")
      && rest.dropFirst().prefix(8).allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF)
      }
  }

  private static func refuseOthers(_ bytes: [UInt8], named name: String) throws(ImageError) {
    func refuse(_ found: String, _ advice: String) -> ImageError {
      ImageError(
        .unsupported, "image", .file, field: "contents", found: found,
        allowed: "Intel HEX, ELF, UF2, MCUboot, DFU package, ESP, DfuSe, raw bytes",
        advice: advice)
    }
    let start = bytes.prefix(256)
    if start.starts(with: Array("version https://git-lfs".utf8)) {
      throw refuse("a pointer of Git LFS", "Fetch the file itself: git lfs pull.")
    }
    if start.first == UInt8(ascii: "S"), start.dropFirst().prefix(9).allSatisfy({ $0 < 0x80 }),
      start.dropFirst().first.map({ (0x30...0x39).contains($0) }) ?? false, start.count >= 10,
      start.dropFirst().prefix(9).allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF)
      })
    {
      throw refuse("Motorola S-records", "Convert it: srec_cat IN -o OUT.hex -intel.")
    }
    let words = start.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(9)
    let opening = String(decoding: words, as: UTF8.self).lowercased()
    if opening.hasPrefix("<!doctype") || opening.hasPrefix("<html") {
      throw refuse("a web page", "The download went wrong: take the file behind the page.")
    }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let named: [String: Format] = [
      "hex": .intelHex, "ihex": .intelHex, "ihx": .intelHex, "elf": .elf, "axf": .elf,
      "uf2": .uf2, "zip": .dfuPackage,
    ]
    if let format = named[ending] {
      throw ImageError(
        .invalid, format.name, .byte(0), field: "start of the file",
        found: "\"\(printable(bytes.prefix(8)))\"", allowed: "that of \(format.name)",
        advice:
          "The file is not what its name says. If it holds raw bytes, give it the ending .bin and "
          + "say where they go: --base 0x10000.")
    }
  }
}
