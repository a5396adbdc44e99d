import FirmwareImages

extension FuzzTarget {
  /// Files with firmware, of the format that they show or of one that a person names.
  static let firmwareImage = FuzzTarget("FirmwareImage") { bytes in
    var input = Input(bytes)
    let formats: [FirmwareImage.Format?] = [nil] + FirmwareImage.Format.allCases
    let options = FirmwareImage.Options(
      format: input.choice(formats), base: UInt32(input.word()) << 8)
    let file = input.rest()
    guard let image = read(file, options) else { return }
    expect(image.fileSize == file.count, "\(image.fileSize) of \(file.count) bytes")
    expectPrintable(image.name, "the name")
    // What has addresses can be written, and says the same when it is read again.
    guard !image.contents.isEmpty else { return }
    let text = IntelHex.text(of: image.contents)
    guard let again = read(text, FirmwareImage.Options(format: .intelHex)) else {
      broken("Intel HEX that was written cannot be read")
    }
    expect(again.contents == image.contents, "Intel HEX holds something else")
  }
}

private func read(_ bytes: [UInt8], _ options: FirmwareImage.Options) -> FirmwareImage? {
  do throws(ImageError) {
    return try FirmwareImage(bytes: bytes, named: "fuzz", options: options)
  } catch {
    expectPrintable(error.description, "the refusal")
    return nil
  }
}
