internal import WireFormat

extension FirmwareImage {
  /// A format that contents can be written in.
  public enum Output: Equatable, Sendable {
    /// Intel HEX with `width` bytes in a record.
    case intelHex(width: Int = 16)
    /// Raw bytes from the lowest address on, with a byte for gaps.
    case binary(fill: UInt8 = 0xFF, limit: Int? = nil)
    /// UF2 for a family.
    case uf2(family: UInt32?)
  }

  /// The contents as a file of another format.
  ///
  /// - Throws: ``ImageError`` `oversize` where gaps would have to be filled, `missing` where there is
  ///   nothing with an address.
  public func encoded(as output: Output) throws(ImageError) -> [UInt8] {
    guard !contents.isEmpty else { throw ImageError.empty(format.name) }
    return switch output {
    case .intelHex(let width): IntelHex.text(of: contents, start: startAddress, width: width)
    case .binary(let fill, let limit): try contents.flattened(fill: fill, limit: limit).bytes
    case .uf2(let family): try UF2File.bytes(of: contents, family: family)
    }
  }

  /// The address at which the program begins, where the file says it.
  public var startAddress: UInt32? {
    switch detail {
    case .intelHex(let file): file.startLinear
    case .elf(let file): file.entry
    case .esp(let image): image.entry
    default: nil
    }
  }
}
