import FirmwareImages
import Flashing
import Testing

@Suite("A plan of a flash")
struct PlanTests {
  static let options = FlashPlan.Options(rate: 115_200)

  private static func plain(_ count: Int, base: UInt32?) throws -> FirmwareImage {
    try FirmwareImage(
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) }, named: "app.bin",
      options: .init(base: base))
  }

  @Test(
    "a file that is no package is refused before anything is touched",
    arguments: [SerialMethod.secureDFU, .mcubootSMP])
  func refused(method: SerialMethod) throws {
    let image = try Self.plain(4096, base: 0x1_0000)
    let error = #expect(throws: FlashError.self) {
      try FlashPlan(image, by: method, options: Self.options)
    }
    #expect(error?.code == .image)
    #expect(error?.imageTouched == false)
    #expect(error?.advice.isEmpty == false)
  }
}
