internal import WireFormat

/// A UF2 file (microsoft/uf2): blocks of 512 bytes, each with its address, that a drive of a
/// bootloader takes in any order. Images for several chips may stand behind one another.
public struct UF2File: Equatable, Sendable {
  /// The blocks for one chip.
  public struct Family: Equatable, Sendable {
    /// The family identifier; nil where blocks do not say one.
    public let identifier: UInt32?
    /// Blocks that go to flash.
    public let blockCount: Int
    /// Their content.
    public let contents: SparseImage

    /// The chip, where it is known here.
    public var name: String? { identifier.flatMap { UF2File.familyName($0) } }
  }

  /// In the order in which they begin in the file.
  public let families: [Family]
  /// Blocks in all, those too that are not for flash.
  public let blockCount: Int
  /// Blocks that say to be no part of flash, such as a file's contents or comments.
  public let skippedBlocks: Int
  /// The firmware's version in an extension tag.
  public let version: String?
  /// The device in an extension tag.
  public let device: String?

  static let name = "UF2"
  static let blockSize = 512
  static let mostPayload = 476

  /// The chip of a family, as far as boards here have them.
  static func familyName(_ identifier: UInt32) -> String? {
    if identifier == 0xE48B_FF56 { return "RP2040" }
    return ChipMemory.known.first { $0.uf2Family == identifier }?.name
      ?? ChipMemory.espressifChips.first { $0.family == identifier }?.name
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``ImageError`` with the offset, also where a block of a family is missing.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count >= Self.blockSize, bytes.count.isMultiple(of: Self.blockSize) else {
      throw ImageError(
        .truncated, Self.name, .byte(bytes.count / Self.blockSize * Self.blockSize),
        field: "size", found: "\(bytes.count) bytes", allowed: "a multiple of 512",
        advice: "The file was cut off: copy or download it again.")
    }
    var collecting: [Collecting] = []
    var skipped = 0
    var tags = Tags()
    for offset in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      let block = try Block(bytes, at: offset)
      tags.read(block, in: bytes)
      if block.flags & (Block.notMainFlash | Block.fileContainer) != 0 {
        skipped += 1
        continue
      }
      if let index = collecting.firstIndex(where: { $0.identifier == block.family }) {
        try collecting[index].add(block, in: bytes)
      } else {
        // More chips than real files are built for would make the search for each block long.
        guard collecting.count < 64 else { throw Self.tooManyFamilies(offset) }
        var family = Collecting(block)
        try family.add(block, in: bytes)
        collecting.append(family)
      }
    }
    var families: [Family] = []
    for family in collecting { families.append(try family.finished()) }
    self.families = families
    blockCount = bytes.count / Self.blockSize
    skippedBlocks = skipped
    version = tags.version
    device = tags.device
  }

  private static func tooManyFamilies(_ offset: Int) -> ImageError {
    ImageError(
      .oversize, name, .byte(offset), field: "family", found: "the 65th", allowed: "at most 64")
  }
}

extension UF2File {
  struct Block {
    static let notMainFlash: UInt32 = 1
    static let fileContainer: UInt32 = 0x1000
    static let hasFamily: UInt32 = 0x2000
    static let hasTags: UInt32 = 0x8000

    let offset: Int
    let flags: UInt32
    let address: UInt32
    let payload: Int
    let number: Int
    let count: Int
    let family: UInt32?

    init(_ bytes: [UInt8], at offset: Int) throws(ImageError) {
      let fields: [(Int, UInt32, String)] = [
        (0, 0x0A32_4655, "first magic"), (4, 0x9E5D_5157, "second magic"),
        (508, 0x0AB1_6F30, "final magic"),
      ]
      for (place, magic, field) in fields where bytes.u32(offset + place) != magic {
        throw ImageError(
          .invalid, name, .byte(offset + place), field: field,
          found: Words.hex(bytes.u32(offset + place)), allowed: Words.hex(magic),
          advice: "The file was damaged: copy or download it again.")
      }
      self.offset = offset
      flags = bytes.u32(offset + 8)
      address = bytes.u32(offset + 12)
      payload = bytes.length(offset + 16)
      number = bytes.length(offset + 20)
      count = bytes.length(offset + 24)
      family = flags & Self.hasFamily != 0 ? bytes.u32(offset + 28) : nil
      guard payload <= mostPayload else {
        throw ImageError(
          .invalid, name, .byte(offset + 16), field: "payload size", found: "\(payload)",
          allowed: "at most \(mostPayload)")
      }
      guard number < count else {
        throw ImageError(
          .invalid, name, .byte(offset + 20), field: "block number", found: "\(number)",
          allowed: "below \(count)")
      }
    }
  }

  private struct Collecting {
    let identifier: UInt32?
    let first: Int
    let announced: Int
    var runs: [ImageSegment] = []
    var numbers: [Int] = []

    init(_ block: Block) {
      identifier = block.family
      first = block.offset
      announced = block.count
    }

    mutating func add(_ block: Block, in bytes: [UInt8]) throws(ImageError) {
      guard block.count == announced else {
        throw ImageError(
          .invalid, name, .byte(block.offset + 24), field: "number of blocks",
          found: "\(block.count)", allowed: "\(announced), as the family's first block says")
      }
      numbers.append(block.number)
      guard block.payload > 0 else { return }
      let data = bytes[(block.offset + 32)..<(block.offset + 32 + block.payload)]
      if let last = runs.indices.last, runs[last].range.upperBound == Int(block.address) {
        runs[last].bytes.append(contentsOf: data)
      } else {
        runs.append(ImageSegment(address: block.address, bytes: Array(data)))
      }
    }

    func finished() throws(ImageError) -> Family {
      // Blocks may come in any order, and twice with the same contents.
      var next = 0
      for number in numbers.sorted() where number >= next {
        guard number == next else { throw missing(next) }
        next += 1
      }
      guard next == announced else { throw missing(next) }
      return Family(
        identifier: identifier, blockCount: numbers.count, contents: try SparseImage(runs))
    }

    private func missing(_ number: Int) -> ImageError {
      let family = identifier.map { " of family \(Words.hex($0))" } ?? ""
      return ImageError(
        .missing, name, .byte(first), field: "blocks\(family)",
        found: "none with number \(number)", allowed: "0 to \(announced - 1)",
        advice: "The file was cut off or is only a part: copy or download it again.")
    }
  }

  /// Extension tags behind the payload (microsoft/uf2, "extension tags").
  private struct Tags {
    var version: String?
    var device: String?

    mutating func read(_ block: Block, in bytes: [UInt8]) {
      guard block.flags & Block.hasTags != 0 else { return }
      let end = block.offset + 32 + UF2File.mostPayload
      var at = block.offset + 32 + (block.payload + 3) & ~3
      while at + 4 <= end {
        let size = Int(bytes[at])
        guard size >= 4, at + size <= end else { return }
        let text = bytes.text(at + 4, size - 4)
        switch bytes.u32(at) >> 8 {
        case 0x9F_C7BC: version = version ?? text
        case 0x65_0D9D: device = device ?? text
        default: break
        }
        at += (size + 3) & ~3
      }
    }
  }
}
