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

  /// The user's choices where the file says nothing.
  public struct Options: Equatable, Sendable {
    /// The format; found by looking at the contents when nothing is said.
    public var format: Format?
    /// Where the first byte goes, for a format that takes a base.
    public var base: UInt32?
    /// The family whose blocks count, of a UF2 file for several chips.
    public var uf2Family: UInt32?

    /// Options of which all may be left out.
    public init(format: Format? = nil, base: UInt32? = nil, uf2Family: UInt32? = nil) {
      self.format = format
      self.base = base
      self.uf2Family = uf2Family
    }
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
  /// UF2 or DfuSe file for several chips or memories of which none was chosen.
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
  /// - Throws: ``ImageError``.
  public init(
    bytes: [UInt8], named name: String, options: Options = Options()
  ) throws(ImageError) {
    guard !bytes.isEmpty else { throw ImageError.empty("image") }
    self.name = printable(name.utf8, most: 200)
    fileSize = bytes.count
    fileDigest = MessageDigest.sha256(bytes)
    // A DfuSe file needs its suffix; any other is what it is without it.
    let isDfuSe = bytes.starts(with: DfuSeFile.mark)
    let suffix = try Self.suffix(of: bytes, format: options.format)
    self.suffix = suffix
    let payload =
      suffix == nil || isDfuSe ? bytes : bytes.part(0, bytes.count - DFUSuffix.size)
    guard !payload.isEmpty else { throw ImageError.empty("image") }
    let format: Format
    if let chosen = options.format {
      format = chosen
    } else {
      format = try Self.format(of: payload, named: name)
    }
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
      contents = try Self.contents(of: file, family: options.uf2Family)
    case .dfuPackage:
      detail = .dfuPackage(try NordicDFUPackage(payload))
      contents = SparseImage()
    case .dfuSe:
      let file = try DfuSeFile(bytes)
      detail = .dfuSe(file)
      contents = file.targets.count == 1 ? file.targets[0].contents : SparseImage()
    case .binary, .mcuboot, .esp:
      detail = try Self.detail(of: format, payload, base: options.base)
      contents = try SparseImage([ImageSegment(address: options.base ?? 0, bytes: payload)])
      baseIsAssumed = options.base == nil
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

extension FirmwareImage {
  private static func suffix(
    of bytes: [UInt8], format: Format?
  ) throws(ImageError) -> DFUSuffix? {
    // Archives and texts end with what looks like one only by chance.
    guard DFUSuffix.isPresent(in: bytes) else { return nil }
    do throws(ImageError) {
      return try DFUSuffix(endOf: bytes)
    } catch {
      if format == nil || format == .dfuSe { throw error }
      return nil
    }
  }

  private static func contents(
    of file: UF2File, family: UInt32?
  ) throws(ImageError) -> SparseImage {
    guard let family else {
      return file.families.count == 1 ? file.families[0].contents : SparseImage()
    }
    guard let chosen = file.families.first(where: { $0.identifier == family }) else {
      let there = file.families.map { $0.identifier.map { Words.hex($0) } ?? "none" }
      throw ImageError(
        .missing, UF2File.name, .file, field: "family \(Words.hex(family))",
        found: "blocks for \(there.joined(separator: ", "))", allowed: "blocks for this chip",
        advice: "The file is for another chip.")
    }
    return chosen.contents
  }

  private static func detail(
    of format: Format, _ bytes: [UInt8], base: UInt32?
  ) throws(ImageError) -> Detail {
    switch format {
    case .mcuboot: .mcuboot(try MCUbootImage(bytes, address: Int(base ?? 0)))
    case .esp: .esp(try ESPImage(bytes))
    default: .binary
    }
  }
}
