import Digests
import FirmwareImages
import Testing

@Suite("MCUboot images")
struct MCUbootTests {
  static let version = MCUbootVersion(1, 2, 3, build: 4)

  @Test("an image of imgtool: header, protected entries, hash and signature")
  func imgtool() throws {
    let bytes = try Fixture.bytes("2.signed.bin")
    let image = try MCUbootImage(bytes)
    #expect(image.hash == .matches)
    #expect(image.tlvs.filter(\.isProtected).map(\.type) == [0x50, 0x40])
    #expect(image.signature == .ecdsa)
  }

  @Test("every bit of header and program counts for the hash")
  func changed() throws {
    let bytes = mcuboot(program: (0..<40).map { UInt8($0) }, version: Self.version)
    #expect(try MCUbootImage(bytes).hash == .matches)
    for index in [4, 16, 20, 31, 32, 50, 71] {
      var other = bytes
      other[index] ^= 0x10
      guard case .differs = try MCUbootImage(other).hash else {
        Issue.record("a changed byte \(index) was not seen")
        continue
      }
    }
  }

  @Test("an image without a hash and one without a signature say so")
  func missing() throws {
    let bytes = mcuboot(program: [1, 2, 3, 4], version: Self.version)
    let image = try MCUbootImage(bytes)
    #expect(image.signature == nil && image.version == Self.version)
    var hashless = Array(bytes.prefix(36))
    hashless += [0x07, 0x69, 4, 0]
    #expect(try MCUbootImage(hashless).hash == .missing)
  }

  @Test("what is cut anywhere is refused with the place, and never taken for whole")
  func cut() throws {
    let bytes = try Fixture.bytes("2.signed.bin")
    let whole = try MCUbootImage(bytes).totalSize
    for count in 0..<whole {
      let part = Array(bytes.prefix(count))
      #expect(throws: ImageError.self) { try MCUbootImage(part) }
    }
  }
}
