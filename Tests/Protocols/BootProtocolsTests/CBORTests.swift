import BootProtocols
import Testing

@Suite("CBOR")
struct CBORTests {
  /// Examples of RFC 8949, appendix A.
  static let examples: [(CBORValue, [UInt8])] = [
    (.unsigned(0), [0x00]), (.unsigned(23), [0x17]), (.unsigned(24), [0x18, 0x18]),
    (.unsigned(1000), [0x19, 0x03, 0xE8]), (.unsigned(1_000_000), [0x1A, 0, 0x0F, 0x42, 0x40]),
    (.unsigned(.max), [0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    (CBORValue(-1), [0x20]), (CBORValue(-1000), [0x39, 0x03, 0xE7]), (.boolean(false), [0xF4]),
    (.boolean(true), [0xF5]), (.null, [0xF6]), (.simple(23), [0xF7]), (.simple(255), [0xF8, 0xFF]),
    (.bytes([1, 2, 3, 4]), [0x44, 1, 2, 3, 4]), (.text("IETF"), [0x64, 0x49, 0x45, 0x54, 0x46]),
    (.text("ü"), [0x62, 0xC3, 0xBC]), (.array([]), [0x80]),
    (.array([.unsigned(1), .array([.unsigned(2), .unsigned(3)])]), [0x82, 1, 0x82, 2, 3]),
    (.map([]), [0xA0]),
    (
      .map(["a": .unsigned(1), "b": .array([.unsigned(2), .unsigned(3)])]),
      [0xA2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 2, 3]
    ), (.float(1.1), [0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]),
  ]

  @Test("is written and read as the RFC shows", arguments: examples)
  func example(value: CBORValue, bytes: [UInt8]) throws {
    #expect(value.encoded == bytes)
    #expect(try CBORValue(decoding: bytes) == value)
  }

  @Test(
    "is read in the other forms that boards write",
    arguments: [
      ([0xBF, 0x61, 0x61, 0x01, 0xFF], .map(["a": .unsigned(1)])),
      (
        [0x9F, 0x01, 0x82, 0x02, 0x03, 0xFF],
        .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)])])
      ),
      ([0x5F, 0x42, 1, 2, 0x41, 3, 0xFF], .bytes([1, 2, 3])), ([0x18, 0x05], .unsigned(5)),
      ([0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF], .text("ab")), ([0xC1, 0x05], .unsigned(5)),
      ([0xF9, 0x3C, 0x00], .float(1)), ([0xF9, 0xC4, 0x00], .float(-4)),
      ([0xF9, 0x00, 0x01], .float(5.960464477539063e-8)),
      ([0xFA, 0x47, 0xC3, 0x50, 0x00], .float(100_000)),
    ] as [([UInt8], CBORValue)])
  func otherForms(bytes: [UInt8], value: CBORValue) throws {
    #expect(try CBORValue(decoding: bytes) == value)
  }

  @Test(
    "says what is wrong with bytes that are no value",
    arguments: [
      ([], .truncated), ([0x18], .truncated), ([0x62, 0x61], .truncated),
      ([0x62, 0xC3, 0x28], .malformed), ([0x1C], .malformed), ([0xFF], .malformed),
      ([0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], .truncated),
      ([0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], .truncated),
      ([0x5F, 0x61, 0x61, 0xFF], .malformed), ([0xBF, 0x61, 0x61], .truncated),
      (Array(repeating: 0x81, count: 100_000), .tooMuch),
      (Array(repeating: 0xC0, count: 100_000), .tooMuch),
      (Array(repeating: 0x9F, count: 100_000), .tooMuch),
      ([0x9F] + Array(repeating: 0, count: 100_000), .tooMuch),
      ([0x5F] + Array(repeating: 0x40, count: 100_000), .tooMuch),
    ] as [([UInt8], CBORError)])
  func malformed(bytes: [UInt8], error: CBORError) {
    #expect(throws: error) { try CBORValue(decoding: bytes) }
  }

  @Test("never trips over any bytes, and what it reads it writes so that it reads the same")
  func hostile() throws {
    var chance = Chance(8)
    for _ in 0..<20_000 {
      let bytes = chance.bytes(chance.below(24))
      guard let value = try? CBORValue(decoding: bytes) else { continue }
      // What is not a number is not equal to itself, so the bytes are compared.
      #expect(try CBORValue(decoding: value.encoded).encoded == value.encoded)
    }
  }
}
