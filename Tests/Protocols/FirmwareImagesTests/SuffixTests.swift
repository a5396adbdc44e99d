import FirmwareImages
import Testing

@Suite("The suffix of a DFU file")
struct SuffixTests {
  private static let content = (0..<1500).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let suffix = DFUSuffix(vendor: 0x0483, product: 0xDF11, device: 0x0200)

  @Test("it goes on, is found, and says what it said")
  func roundTrip() throws {
    let file = Self.suffix.appended(to: Self.content)
    #expect(file.count == 1516)
    #expect(Array(file.suffix(8).prefix(4)) == Array("UFD".utf8) + [16])
    #expect(DFUSuffix.isPresent(in: file))
    #expect(try DFUSuffix(endOf: file) == Self.suffix)
    #expect(!DFUSuffix.isPresent(in: Self.content))
  }

  @Test("a file that was damaged is not believed", arguments: [0, 3, 1499, 1500, 1512])
  func damaged(at index: Int) throws {
    var file = Self.suffix.appended(to: Self.content)
    file[index] ^= 1
    let error = #expect(throws: ImageError.self) { try DFUSuffix(endOf: file) }
    #expect(error?.code == .checksum)
  }
}
