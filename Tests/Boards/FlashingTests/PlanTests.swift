import BootProtocols
import FirmwareImages
import Testing

@testable import Flashing

@Suite("A plan of a flash")
struct PlanTests {
  static let options = FlashPlan.Options(rate: 115_200)

  private static func plain(_ count: Int, base: UInt32?) throws -> FirmwareImage {
    try FirmwareImage(
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) }, named: "app.bin",
      base: base)
  }

  @Test(
    "a file that is no package is refused before anything is touched",
    arguments: [BootProtocol.secureDFU, .mcubootSMP])
  func refused(method: BootProtocol) throws {
    let image = try Self.plain(4096, base: 0x1_0000)
    let error = #expect(throws: FlashError.self) {
      try FlashPlan(image, by: method, options: Self.options)
    }
    #expect(error?.code == .image)
    #expect(error?.imageTouched == false)
    #expect(error?.advice.isEmpty == false)
  }

  /// An MCUboot image with flags and a hash, or without one.
  private static func mcuboot(flags: UInt8, hash: [UInt8]?) throws -> FirmwareImage {
    var bytes: [UInt8] = [0x3D, 0xB8, 0xF3, 0x96, 0, 0, 0, 0, 32, 0, 0, 0, 8, 0, 0, 0, flags]
    bytes += [0, 0, 0, 1] + [UInt8](repeating: 0, count: 11) + [1, 2, 3, 4, 5, 6, 7, 8]
    let entry = hash.map { [0x10, 0, UInt8($0.count), 0] + $0 } ?? []
    bytes += [0x07, 0x69, UInt8(4 + entry.count), 0] + entry
    return try FirmwareImage(bytes: bytes, named: "app.signed.bin")
  }

  @Test("an encrypted image is planned, with a word that only the bootloader can check its hash")
  func encrypted() throws {
    let image = try Self.mcuboot(flags: 4, hash: [UInt8](repeating: 7, count: 32))
    let plan = try FlashPlan(image, by: .mcubootSMP, options: Self.options)
    #expect(plan.stages[0].outline.detail.hasSuffix("encrypted"))
    let findings = image.findings()
    let note = try #require(findings.first { $0.code == "mcuboot-encrypted" })
    #expect(note.severity == .note)
    #expect(note.sentence.contains("its hash can only be checked by the bootloader"))
  }

  @Test("a damaged image and one without a hash are refused, each for its own reason")
  func unhashed() throws {
    let wrong = try Self.mcuboot(flags: 0, hash: [UInt8](repeating: 7, count: 32))
    let none = try Self.mcuboot(flags: 0, hash: nil)
    let encrypted = try Self.mcuboot(flags: 4, hash: nil)
    for (image, words) in [
      (wrong, "is not that of its contents"), (none, "has no hash"), (encrypted, "has no hash"),
    ] {
      let error = #expect(throws: FlashError.self) {
        try FlashPlan(image, by: .mcubootSMP, options: Self.options)
      }
      #expect(error?.message.contains(words) == true)
    }
  }
}
