internal import Digests
internal import WireFormat

/// A file with firmware, whatever its format: what it puts where, and what it says about itself.
public struct FirmwareImage: Equatable, Sendable {
  /// The formats that are read.
  public enum Format: String, Sendable, CaseIterable {
    case intelHex = "hex"
    case elf = "elf"
    case binary = "bin"
    case uf2 = "uf2"
    case mcuboot = "mcuboot"
    case dfuPackage = "dfu-package"
    case esp = "esp"
    case dfuSe = "dfuse"

    /// The name that is printed.
    public var name: String {
      switch self {
      case .intelHex: IntelHex.name
      case .elf: ELFFile.name
      case .binary: "BIN"
      case .uf2: UF2File.name
      case .mcuboot: MCUbootImage.name
      case .dfuPackage: NordicDFUPackage.format
      case .esp: ESPImage.name
      case .dfuSe: DfuSeFile.name
      }
    }

    /// Whether it has no addresses, so that the one of the first byte has to be given.
    public var takesBase: Bool {
      switch self {
      case .binary, .mcuboot, .esp: true
      case .intelHex, .elf, .uf2, .dfuPackage, .dfuSe: false
      }
    }
  }

  /// The details of the format beyond the bytes and their addresses.
  public enum Detail: Equatable, Sendable {
    case intelHex(IntelHex)
    case elf(ELFFile)
    case binary
    case uf2(UF2File)
    case mcuboot(MCUbootImage)
    case dfuPackage(NordicDFUPackage)
    case esp(ESPImage)
    case dfuSe(DfuSeFile)
  }

  /// The file's name, for sentences; its characters are fit for a terminal.
  public let name: String
  /// Bytes of the file.
  public let fileSize: Int
  /// SHA-256 of the file.
  public let fileDigest: [UInt8]
  /// The details of the format beyond the contents.
  public let detail: Detail
  /// The suffix of USB DFU at the file's end, where there is one.
  public let suffix: DFUSuffix?
  /// The content for memory. Empty for a DFU package, whose bootloader chooses the place, and for a
  /// UF2 or DfuSe file for several chips or memories.
  public internal(set) var contents: SparseImage
  /// Whether the format has no addresses and no base was given, so that the contents begin at 0.
  public internal(set) var baseIsAssumed: Bool

  /// The format.
  public var format: Format {
    switch detail {
    case .intelHex: .intelHex
    case .elf: .elf
    case .binary: .binary
    case .uf2: .uf2
    case .mcuboot: .mcuboot
    case .dfuPackage: .dfuPackage
    case .esp: .esp
    case .dfuSe: .dfuSe
    }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The file's name: a name such as `app.hex` with other contents is refused rather than
  ///     taken for raw bytes.
  ///   - base: Where the first byte goes, for a format that takes a base.
  /// - Throws: ``ImageError``.
  public init(
    bytes: [UInt8], named name: String, base: UInt32? = nil
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw ImageError.empty("image") }
    self.name = printable(name.utf8, most: 200)
    fileSize = bytes.count
    fileDigest = MessageDigest.sha256(bytes)
    // A DfuSe file needs its suffix; any other is what it is without it.
    let isDfuSe = bytes.starts(with: DfuSeFile.mark)
    // Archives and texts end with what looks like one only by chance.
    let suffix = DFUSuffix.isPresent(in: bytes) ? try DFUSuffix(endOf: bytes) : nil
    self.suffix = suffix
    let payload =
      suffix == nil || isDfuSe ? bytes : bytes.part(0, bytes.count - DFUSuffix.size)
    guard !payload.isEmpty else { throw ImageError.empty("image") }
    let format = try Self.format(of: payload, named: name)
    baseIsAssumed = false
    switch format {
    case .intelHex:
      let file = try IntelHex(payload)
      detail = .intelHex(file)
      contents = file.contents
    case .elf:
      let file = try ELFFile(payload)
      detail = .elf(file)
      contents = file.contents
    case .uf2:
      let file = try UF2File(payload)
      detail = .uf2(file)
      contents = file.families.count == 1 ? file.families[0].contents : SparseImage()
    case .dfuPackage:
      detail = .dfuPackage(try NordicDFUPackage(payload))
      contents = SparseImage()
    case .dfuSe:
      let file = try DfuSeFile(bytes)
      detail = .dfuSe(file)
      contents = file.targets.count == 1 ? file.targets[0].contents : SparseImage()
    case .binary, .mcuboot, .esp:
      detail =
        switch format {
        case .mcuboot: .mcuboot(try MCUbootImage(payload, address: Int(base ?? 0)))
        case .esp: .esp(try ESPImage(payload))
        default: .binary
        }
      contents = try SparseImage([ImageSegment(address: base ?? 0, bytes: payload)])
      baseIsAssumed = base == nil
    }
  }

  /// The MCUboot images in the contents: those that a run begins with, and those at `addresses`,
  /// such as the starts of slots. What has no valid header there is left out.
  public func mcubootImages(at addresses: [Int] = []) -> [MCUbootImage] {
    let starts = contents.segments.map(\.range.lowerBound) + addresses
    var images: [MCUbootImage] = []
    for start in Set(starts).sorted() where contents.word(at: start) == MCUbootImage.magic {
      guard let run = contents.covered(start..<SparseImage.addressSpace).first,
        run.lowerBound == start
      else { continue }
      let bytes = contents.bytes(at: start, count: run.count)
      if let image = try? MCUbootImage(bytes, address: start) { images.append(image) }
    }
    return images
  }

  /// The image with its first byte at `base`, for a format without addresses.
  ///
  /// - Throws: ``ImageError`` `address` or, for a format with addresses, `unsupported`.
  public func placed(at base: UInt32) throws(ImageError) -> FirmwareImage {
    guard format.takesBase else {
      throw ImageError(
        .unsupported, format.name, .file, field: "base address", found: Words.address(base),
        allowed: "none: the file has addresses of its own",
        advice: "Leave the base address out.")
    }
    var copy = self
    copy.contents = try contents.moved(by: Int(base) - (contents.bounds?.lowerBound ?? 0))
    copy.baseIsAssumed = false
    return copy
  }
}
