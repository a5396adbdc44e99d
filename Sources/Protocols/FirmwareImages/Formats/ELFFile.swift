internal import WireFormat

/// A linked 32-bit little-endian ELF file for ARM, Xtensa or RISC-V (TIS ELF 1.2): what its loadable
/// segments put where.
///
/// A segment goes to its physical address (`p_paddr`), where initialised data lies in flash until the
/// program copies it; what a segment only reserves is not written.
public struct ELFFile: Equatable, Sendable {
  /// The processors that are read.
  public enum Machine: UInt16, Sendable, CaseIterable {
    case arm = 40
    case xtensa = 94
    case riscV = 243

    /// The name that is printed.
    public var name: String {
      switch self {
      case .arm: "ARM"
      case .xtensa: "Xtensa"
      case .riscV: "RISC-V"
      }
    }
  }

  /// A loadable segment (`PT_LOAD`).
  public struct Segment: Equatable, Sendable {
    /// Offset of its bytes in the file.
    public var offset: Int
    /// The address to which it is written (`p_paddr`).
    public var physicalAddress: UInt32
    /// Bytes in the file.
    public var fileSize: Int
  }

  /// A section, for information only.
  public struct Section: Equatable, Sendable {
    /// The name, from the table of section names.
    public var name: String
    /// `sh_type`.
    public var type: UInt32
    /// `sh_flags`.
    public var flags: UInt32
    /// `sh_addr`: where it runs; 0 for what is not loaded.
    public var address: UInt32
    /// `sh_offset`: where it begins in the file.
    public var offset: Int
    /// `sh_size`, in bytes.
    public var size: Int

    /// Whether it has bytes that are part of the program (`SHF_ALLOC`, and not `SHT_NOBITS`).
    var isLoaded: Bool { flags & 2 != 0 && type != 8 && type != 0 && size > 0 }
  }

  /// The processor.
  public let machine: Machine
  /// The address at which the program begins.
  public let entry: UInt32
  /// The program headers, in the file's order.
  public let segments: [Segment]
  /// The sections, in the file's order.
  public let sections: [Section]
  /// The memory content of the segments.
  public let contents: SparseImage

  static let name = "ELF"

  /// Reads a whole file.
  ///
  /// - Throws: ``ImageError`` with the offset.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    machine = try Self.checkedHeader(bytes)
    entry = bytes.u32(24)
    sections = Self.readSections(bytes)
    segments = try Self.readSegments(bytes)
    contents = try Self.load(segments, sections: sections, from: bytes)
  }
}

extension ELFFile {
  private static func checkedHeader(_ bytes: [UInt8]) throws(ImageError) -> Machine {
    guard bytes.count >= 52 else {
      throw .truncated(name, at: 0, field: "header", has: bytes.count, needs: 52)
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      throw ImageError(
        .invalid, name, .byte(0), field: "magic", found: Words.hex(bytes.u32(0)),
        allowed: "0x464C457F")
    }
    guard bytes[4] == 1 else {
      throw ImageError(
        .unsupported, name, .byte(4), field: "class",
        found: bytes[4] == 2 ? "64 bits" : Words.hex(bytes[4]), allowed: "32 bits",
        advice: "A file of 64 bits is for a computer: take the one of the board's build.")
    }
    guard bytes[5] == 1 else {
      throw ImageError(
        .unsupported, name, .byte(5), field: "byte order", found: Words.hex(bytes[5]),
        allowed: "0x1, little-endian")
    }
    let type = bytes.u16(16)
    guard type == 2 || type == 3 else {
      throw ImageError(
        .unsupported, name, .byte(16), field: "type",
        found: type == 1 ? "an object file" : Words.hex(type), allowed: "an executable",
        advice: "Take the linked file, not one of its parts.")
    }
    guard let machine = Machine(rawValue: bytes.u16(18)) else {
      throw ImageError(
        .unsupported, name, .byte(18), field: "machine", found: "\(bytes.u16(18))",
        allowed: "40 (ARM), 94 (Xtensa) or 243 (RISC-V)",
        advice: "The file is for another processor.")
    }
    return machine
  }

  private static func readSegments(_ bytes: [UInt8]) throws(ImageError) -> [Segment] {
    let table = bytes.length(28)
    let entrySize = Int(bytes.u16(42))
    let count = Int(bytes.u16(44))
    guard count > 0 else { return [] }
    guard entrySize >= 32 else {
      throw ImageError(
        .invalid, name, .byte(42), field: "size of a program header", found: "\(entrySize)",
        allowed: "at least 32")
    }
    guard bytes.has(table, count * entrySize) else {
      throw .truncated(
        name, at: table, field: "program headers", has: bytes.count - table,
        needs: count * entrySize)
    }
    var segments: [Segment] = []
    for index in 0..<count {
      let at = table + index * entrySize
      guard bytes.u32(at) == 1 else { continue }
      let segment = Segment(
        offset: bytes.length(at + 4), physicalAddress: bytes.u32(at + 12),
        fileSize: bytes.length(at + 16))
      guard bytes.has(segment.offset, segment.fileSize) else {
        throw .truncated(
          name, at: segment.offset, field: "segment \(index)",
          has: bytes.count - segment.offset, needs: segment.fileSize)
      }
      segments.append(segment)
    }
    return segments
  }

  /// The section table where it is whole; a file without one loads as well.
  private static func readSections(_ bytes: [UInt8]) -> [Section] {
    let table = bytes.length(32)
    let entrySize = Int(bytes.u16(46))
    let count = Int(bytes.u16(48))
    guard table > 0, entrySize >= 40, bytes.has(table, count * entrySize) else { return [] }
    let nameTable = table + Int(bytes.u16(50)) * entrySize
    let names = Int(bytes.u16(50)) < count ? bytes.length(nameTable + 16) : 0
    let namesSize = Int(bytes.u16(50)) < count ? bytes.length(nameTable + 20) : 0
    return (0..<count).map { index in
      let at = table + index * entrySize
      let start = bytes.length(at)
      return Section(
        name: start < namesSize ? bytes.text(names + start, min(64, namesSize - start)) : "",
        type: bytes.u32(at + 4), flags: bytes.u32(at + 8), address: bytes.u32(at + 12),
        offset: bytes.length(at + 16), size: bytes.length(at + 20))
    }
  }

  private static func load(
    _ segments: [Segment], sections: [Section], from bytes: [UInt8]
  ) throws(ImageError) -> SparseImage {
    // Many segments over the same bytes would make much out of little.
    let total = segments.reduce(0) { $0 + $1.fileSize }
    guard total <= 2 * bytes.count else {
      throw ImageError(
        .oversize, name, .file, field: "segments", found: "\(total) bytes in all",
        allowed: "at most twice the file's \(bytes.count) bytes")
    }
    let headersEnd = max(52, bytes.length(28) + Int(bytes.u16(42)) * Int(bytes.u16(44)))
    var runs: [ImageSegment] = []
    for segment in segments where segment.fileSize > 0 {
      var skipped = 0
      if segment.offset < headersEnd, !sections.isEmpty {
        // Linkers let a segment begin with the file's own headers, or make one of them alone. They
        // are no part of the program, which begins with its first section.
        let end = segment.offset + segment.fileSize
        let starts = sections.filter {
          $0.isLoaded && $0.offset >= segment.offset && $0.offset < end
        }.map(\.offset)
        guard let first = starts.min() else { continue }
        skipped = first - segment.offset
      }
      let place = Int(segment.physicalAddress) + skipped
      guard place + segment.fileSize - skipped <= SparseImage.addressSpace else {
        throw ImageError(
          .address, name, .byte(segment.offset), field: "physical address",
          found: "\(Words.address(place)) and \(segment.fileSize) bytes",
          allowed: "below 0x100000000")
      }
      runs.append(
        ImageSegment(
          address: UInt32(truncatingIfNeeded: place),
          bytes: bytes.part(segment.offset + skipped, segment.fileSize - skipped)))
    }
    return try SparseImage(runs)
  }
}
