import Digests
import FirmwareImages
import Testing
import WireFormat

func sha256(_ bytes: [UInt8]) -> [UInt8] { MessageDigest.sha256(bytes) }

func run(_ address: UInt32, _ bytes: [UInt8]) -> ImageSegment {
  ImageSegment(address: address, bytes: bytes)
}

@Suite("contents with addresses")
struct SparseImageTests {
  @Test("runs are put in order and joined where they touch")
  func joined() throws {
    let image = try SparseImage([run(0x20, [5]), run(0x10, [1, 2]), run(0x12, [3]), run(0x40, [])])
    #expect(image.segments == [run(0x10, [1, 2, 3]), run(0x20, [5])])
    #expect(image.byteCount == 4)
    #expect(image.bounds == 0x10..<0x21)
  }

  @Test("the same bytes twice are one run, other bytes are refused")
  func doubled() throws {
    let image = try SparseImage([run(0, [1, 2, 3]), run(1, [2, 3, 4]), run(2, [3])])
    #expect(image.segments == [run(0, [1, 2, 3, 4])])
    let error = #expect(throws: ImageError.self) {
      try SparseImage([run(0, [1, 2, 3]), run(2, [4, 5])])
    }
    #expect(error?.code == .overlap)
    #expect(error?.field == "addresses 0x00000002")
  }

  @Test("the last address can be used, and none behind it")
  func lastAddress() throws {
    let image = try SparseImage([run(0xFFFF_FFFF, [7])])
    #expect(image.bounds == 0xFFFF_FFFF..<0x1_0000_0000)
    #expect(image.bytes(at: 0xFFFF_FFFE, count: 2) == [0xFF, 7])
    #expect(throws: ImageError.self) { try SparseImage([run(0xFFFF_FFFF, [7, 8])]) }
    #expect(throws: ImageError.self) { try image.moved(by: 1) }
    #expect(try image.moved(by: -0xFFFF_FFFF).bounds == 0..<1)
  }

  @Test("a wide gap costs nothing")
  func wideGap() throws {
    let image = try SparseImage([run(0, [1]), run(0x1000_1208, [0x5A, 0xFF, 0xFF, 0xFF])])
    #expect(image.covered(0..<0x8_0000) == [0..<1])
    #expect(image.touchedPages(size: 4096) == [0, 0x1000_1000])
    #expect(image.word(at: 0x1000_1208) == 0xFFFF_FF5A)
    #expect(image.word(at: 0x1000_1209) == nil)
  }

  @Test("what is taken out and what is kept make the whole", arguments: 0..<20 as Range<UInt64>)
  func parts(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let image = try chance.image()
    let bounds = try #require(image.bounds)
    for _ in 0..<20 {
      let start = chance.below(bounds.upperBound + 10)
      let range = start..<(start + chance.below(2000))
      let inside = image.covered(range).map {
        run(UInt32($0.lowerBound), image.bytes(at: $0.lowerBound, count: $0.count))
      }
      let outside = image.removing(range)
      #expect(try SparseImage(inside + outside.segments) == image)
      #expect(image.touches(range) == !inside.isEmpty)
      #expect(outside.byteCount + inside.reduce(0) { $0 + $1.bytes.count } == image.byteCount)
    }
  }

  @Test("the digest tells contents, not files")
  func digest() throws {
    let one = try SparseImage([run(0x10, [1, 2]), run(0x20, [3])])
    let same = try SparseImage([run(0x20, [3]), run(0x10, [1]), run(0x11, [2])])
    #expect(one.digest == same.digest)
    #expect(try one.moved(by: 1).digest != one.digest)
  }
}
