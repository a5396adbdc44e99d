import BootProtocols
import FirmwareImages
import Testing
import WireFormat

@Suite("UF2")
struct UF2Tests {
  static let nRF52833: UInt32 = 0x621E_937A

  static func file(_ pages: Int, family: UInt32 = nRF52833, at base: UInt32 = 0x2_6000) throws
    -> [UInt8]
  {
    var chance = Chance(seed: UInt64(pages))
    let image = try SparseImage([run(base, chance.bytes(256 * pages))])
    return try UF2File.bytes(of: image, family: family)
  }

  @Test("what is written is read again, filled to blocks", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let image = try chance.image()
    let file = try UF2File(try UF2File.bytes(of: image, family: Self.nRF52833))
    let family = try #require(file.families.first)
    #expect(family.name == "nRF52833")
    for segment in image.segments {
      let range = segment.range
      #expect(family.contents.bytes(at: range.lowerBound, count: range.count) == segment.bytes)
    }
    #expect(family.contents.touchedPages(size: 256) == image.touchedPages(size: 256))
    #expect(family.contents.byteCount.isMultiple(of: 256))
  }

  @Test("blocks come in any order, and twice with the same contents")
  func order() throws {
    let bytes = try Self.file(4)
    let blocks = stride(from: 0, to: bytes.count, by: 512).map { Array(bytes[$0..<($0 + 512)]) }
    let mixed = [2, 0, 3, 1, 0].flatMap { blocks[$0] }
    #expect(try UF2File(mixed).families.first?.contents == UF2File(bytes).families.first?.contents)
  }

  @Test("several chips in one file are kept apart, and none is chosen")
  func families() throws {
    let bytes = try Self.file(2) + Self.file(3, family: 0xADA5_2840)
    let file = try UF2File(bytes)
    #expect(file.families.map(\.identifier) == [0x621E_937A, 0xADA5_2840])
    #expect(file.families.map(\.blockCount) == [2, 3])
    let open = try FirmwareImage(bytes: bytes, named: "two.uf2")
    #expect(open.contents.isEmpty)
    let job = FlashJob(map: .qorvoCLI, method: .uf2)
    #expect(open.findings(for: job).contains { $0.code == "nothing-chosen" })
  }

  @Test(
    "damage is refused with its place",
    arguments: [
      (512, 0 as UInt8, ImageError.Code.invalid, 512), (1020, 0, .invalid, 1020),
      (512 + 17, 2, .invalid, 528), (512 + 20, 9, .invalid, 532), (512 + 24, 3, .invalid, 536),
      (512 + 20, 0, .missing, 0),
    ])
  func damage(offset: Int, value: UInt8, code: ImageError.Code, place: Int) throws {
    var bytes = try Self.file(2)
    bytes[offset] = value
    let error = #expect(throws: ImageError.self) { try UF2File(bytes) }
    #expect(error?.code == code, "\(String(describing: error))")
    #expect(error?.place == .byte(place), "\(String(describing: error))")
  }

  @Test("a cut file is refused, in the middle of a block and between two")
  func cut() throws {
    let bytes = try Self.file(3)
    #expect(throws: ImageError.self) { try UF2File(Array(bytes.dropLast())) }
    let error = #expect(throws: ImageError.self) { try UF2File(Array(bytes.dropLast(512))) }
    #expect(error?.code == .missing)
  }

  @Test("blocks that are not for flash are left out, and tags are read")
  func specials() throws {
    var bytes = try Self.file(1)
    var comment = bytes
    comment[8] |= 1
    // A version tag behind the payload.
    bytes[9] |= 0x80
    bytes.replaceSubrange(
      (32 + 256)..<(32 + 256 + 9), with: [9, 0xBC, 0xC7, 0x9F] + Array("1.2.3".utf8))
    let file = try UF2File(bytes + comment)
    #expect(file.skippedBlocks == 1)
    #expect(file.families.first?.blockCount == 1)
    #expect(file.version == "1.2.3")
  }
}
