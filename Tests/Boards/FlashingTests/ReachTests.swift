import Boards
import BootProtocols
import FirmwareImages
import Testing

@testable import Flashing

/// A file that is made for a test, by its processor or family and its address.
enum ReachFile: Sendable {
  case elf(UInt16, UInt32)
  case uf2(UInt32, UInt32)
  case raw(UInt32)

  func image() throws -> FirmwareImage {
    switch self {
    case .elf(let machine, let address): try ReachTests.elf(machine: machine, at: address)
    case .uf2(let family, let address): try ReachTests.uf2(family: family, at: address)
    case .raw(let address): try ReachTests.raw(at: address)
    }
  }
}

/// Images that are for another chip, or for no chip at all.
@Suite("An image and the chip that it is for")
struct ReachTests {
  /// An ELF file of one segment.
  fileprivate static func elf(machine: UInt16, at address: UInt32) throws -> FirmwareImage {
    func u16(_ values: UInt16...) -> [UInt8] {
      values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
    func u32(_ values: UInt32...) -> [UInt8] {
      values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1] + [UInt8](repeating: 0, count: 9)
    bytes += u16(2, machine) + u32(1, address, 52, 0, 0) + u16(52, 32, 1, 40, 0, 0)
    bytes += u32(1, 84, address, address, 8, 8, 5, 4) + [1, 2, 3, 4, 5, 6, 7, 8]
    return try FirmwareImage(bytes: bytes, named: "app.elf")
  }

  fileprivate static func uf2(family: UInt32, at address: UInt32) throws -> FirmwareImage {
    let bytes = try UF2File.bytes(of: raw(at: address).contents, family: family)
    return try FirmwareImage(bytes: bytes, named: "app.uf2")
  }

  fileprivate static func raw(at address: UInt32) throws -> FirmwareImage {
    try FirmwareImage(
      bytes: [1, 2, 3, 4, 5, 6, 7, 8], named: "app.bin", base: address)
  }

  static let impossible: [(BootProtocol, ReachFile, String)] = [
    (.espROM, .elf(40, 0x1_0000), "it is for ARM"),
    (.espROM, .uf2(0xADA5_2840, 0x1_0000), "it is for nRF52840"),
    (.espROM, .raw(0xFFFF_FFF0), "0xfffffff0 is in no memory"),
    (.espROM, .raw(0xFF_FFF9), "0x1000000 is in no memory"),
    (.espROM, .elf(94, 0x4008_0000), "0x40080000 is in no memory"),
    (.nxpDK6, .elf(94, 0), "it is for Xtensa"), (.nxpDK6, .elf(243, 0), "it is for RISC-V"),
    (.nxpDK6, .uf2(0x1C5F_21B0, 0), "it is for ESP32"),
    (.nxpDK6, .raw(0xA_0000), "0xa0000 is in no memory"),
    (.nxpMboot, .elf(94, 0x800_0000), "it is for Xtensa"),
    (.nxpMboot, .raw(0xFFFF_FFF0), "0xfffffff0 is in no memory"),
  ]

  @Test(
    "what no chip with the loader can take is refused, whatever the board", arguments: impossible)
  func refuses(_ method: BootProtocol, _ file: ReachFile, _ words: String) throws {
    let image = try file.image()
    let error = #expect(throws: FlashError.self) {
      try FlashPlan(image, by: method, options: .init(rate: 115_200))
    }
    #expect(error?.code == .image)
    #expect(error?.imageTouched == false)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  static let possible: [(BootProtocol, ReachFile)] = [
    (.espROM, .raw(0xFF_FFF8)), (.espROM, .uf2(0xC47E_5767, 0x1_0000)),
    (.espROM, .elf(94, 0x1_0000)), (.espROM, .elf(243, 0x1_0000)),
    // A family that nobody here knows may be the board's own.
    (.espROM, .uf2(0x1234_5678, 0x1_0000)), (.nxpDK6, .uf2(0x1234_5678, 0)),
    (.nxpDK6, .elf(40, 0)), (.nxpMboot, .elf(40, 0x800_0000)), (.nxpMboot, .raw(0x2000_0000)),
  ]

  @Test("what may be for the board is planned, where its chip is not known", arguments: possible)
  func plans(_ method: BootProtocol, _ file: ReachFile) throws {
    let plan = try FlashPlan(try file.image(), by: method, options: .init(rate: 115_200))
    #expect(plan.stages[0].outline.bytes >= 8)
  }

  static let boards: [(String, BootProtocol, ReachFile, [String])] = [
    ("makerfabs-esp32-uwb", .espROM, .uf2(0xC47E_5767, 0x1_0000), ["other-chip"]),
    ("makerfabs-mauwb", .espROM, .uf2(0xC47E_5767, 0x1_0000), []),
    ("makerfabs-mauwb", .espROM, .elf(243, 0x1_0000), ["other-chip"]),
    ("makerfabs-esp32-uwb", .espROM, .raw(0x1_0000), []),
    ("sr250-frdm-rw612", .nxpMboot, .raw(0x800_0000), []),
    ("qn9090dk", .nxpDK6, .raw(0x9_FEC0), ["outside-memory"]),
  ]

  @Test("a known board's chip and memory are compared with the file", arguments: boards)
  func compares(_ name: String, _ method: BootProtocol, _ file: ReachFile, _ codes: [String]) throws
  {
    let profile = try #require(try ProfileLibrary.shipped().profile(named: name))
    let map = try #require(FlashMap(profile: profile, method: method))
    let plan = try FlashPlan(try file.image(), by: method, options: .init(rate: 115_200))
    #expect(plan.findings(on: map).filter { $0.severity == .error }.map(\.code) == codes)
  }

  @Test("a file for known chips is for another than one that has no family")
  func noFamily() throws {
    let map = FlashMap(name: "kit", chip: .qn9090)
    let job = FlashJob(map: map, method: .usbDFU)
    let nordic = try Self.uf2(family: 0xADA5_2840, at: 0x1000).findings(for: job)
    #expect(nordic.map(\.code).contains("other-chip"))
    let unknown = try Self.uf2(family: 0x1234_5678, at: 0x1000).findings(for: job)
    #expect(!unknown.map(\.code).contains("other-chip"))
  }

  static let names: [(String, String?, ELFFile.Machine?)] = [
    ("nRF52833", "nRF52833", .arm), ("ESP32-WROVER", "ESP32", .xtensa),
    ("ESP32-D0WD", "ESP32", .xtensa), ("ESP32-S3-MINI", "ESP32-S3", .xtensa),
    ("ESP32C3", "ESP32-C3", .riscV), ("ESP32-C9", nil, nil), ("RW612", "RW612", .arm),
    ("STM32F103", nil, nil),
  ]

  @Test(
    "chips are known by what their names begin with, and later ones are not guessed",
    arguments: names)
  func knows(_ name: String, _ chip: String?, _ machine: ELFFile.Machine?) {
    let found = ChipMemory.named(name)
    #expect(found?.name == chip)
    #expect(found?.machine == machine)
  }

  @Test("a drive gets nothing for addresses at which no chip has memory")
  func drive() throws {
    let error = #expect(throws: FlashError.self) {
      try VolumePlan(try Self.raw(at: 0xFFFF_FFF0), family: ChipMemory.nRF52840.uf2Family)
    }
    #expect(error?.message.contains("0xfffffff0 is in no memory") == true)
  }
}
