import FirmwareImages
import TestSupport
import Testing

@Suite("The suffix of a DFU file")
struct SuffixTests {
  private static let content = (0..<1500).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let file = FirmwareFiles.withDFUSuffix(
    content, vendor: 0x0483, product: 0xDF11, device: 0x0200)

  @Test("it is found, and says what it said")
  func roundTrip() throws {
    #expect(DFUSuffix.isPresent(in: Self.file))
    let suffix = try DFUSuffix(endOf: Self.file)
    #expect((suffix.vendor, suffix.product, suffix.device) == (0x0483, 0xDF11, 0x0200))
    #expect(suffix.format == 0x0100)
    #expect(!DFUSuffix.isPresent(in: Self.content))
  }

  @Test("a file that was damaged is not believed", arguments: [0, 3, 1499, 1500, 1512])
  func damaged(at index: Int) throws {
    var file = Self.file
    file[index] ^= 1
    let error = #expect(throws: ImageError.self) { try DFUSuffix(endOf: file) }
    #expect(error?.code == .checksum)
  }
}
