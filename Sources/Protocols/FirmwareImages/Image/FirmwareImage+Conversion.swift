internal import WireFormat

extension FirmwareImage {
  /// The contents as a UF2 file for a family.
  ///
  /// - Throws: ``ImageError`` `missing` where there is nothing with an address.
  public func uf2(family: UInt32) throws(ImageError) -> [UInt8] {
    guard !contents.isEmpty else { throw ImageError.empty(format.name) }
    return try UF2File.bytes(of: contents, family: family)
  }

  /// The address at which the program begins, where the file says it.
  var startAddress: UInt32? {
    switch detail {
    case .intelHex(let file): file.startLinear
    case .elf(let file): file.entry
    case .esp(let image): image.entry
    default: nil
    }
  }
}
