import FirmwareImages

extension FuzzTarget {
  /// Files with firmware, of the format that they show.
  static let firmwareImage = FuzzTarget("FirmwareImage") { bytes in
    var input = Input(bytes)
    let base = UInt32(input.word()) << 8
    let file = input.rest()
    guard let image = read(file, base: base) else { return }
    expect(image.fileSize == file.count, "\(image.fileSize) of \(file.count) bytes")
    expectPrintable(image.name, "the name")
    // What has addresses can be written, and says the same when it is read again.
    guard !image.contents.isEmpty else { return }
    let text = IntelHex.text(of: image.contents)
    guard let again = read(text, base: nil) else {
      broken("Intel HEX that was written cannot be read")
    }
    expect(again.contents == image.contents, "Intel HEX holds something else")
  }
}

private func read(_ bytes: [UInt8], base: UInt32?) -> FirmwareImage? {
  do throws(ImageError) {
    return try FirmwareImage(bytes: bytes, named: "fuzz", base: base)
  } catch {
    expectPrintable(error.description, "the refusal")
    return nil
  }
}
