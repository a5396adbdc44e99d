import BootProtocols
import Digests
import FirmwareImages
import TestSupport
import Testing
import WireFormat

@Suite("Nordic DFU packages")
struct PackageTests {
  private static func package(_ bytes: [UInt8]) throws -> NordicDFUPackage {
    try NordicDFUPackage(bytes)
  }

  @Test("the hash in the init packet is that of the firmware, byte-reversed")
  func hash() throws {
    let package = try Self.package(try Fixture.bytes("1.zip"))
    let image = try #require(package.images.first)
    #expect(image.role == .application && image.roleMatches)
    #expect(image.initPacket.command.hash?.bytes == sha256(image.firmware).reversed())
    #expect(image.initPacket.hashMatches(image.firmware) == true)
    #expect(image.initPacket.hashMatches(image.firmware + [0]) == false)
  }

  @Test("the fields of an init packet are read, zero sizes and all")
  func fields() throws {
    let image = try #require(try Self.package(try Fixture.bytes("1.zip")).images.first)
    #expect(image.initPacket.command.isDebug == false)
    #expect(image.initPacket.command.softDeviceSize == 0)
    #expect(image.initPacket.signature?.bytes.count == 64)
  }

  @Test("a package without a signature is read")
  func unsigned() throws {
    let application = Array(repeating: 7 as UInt8, count: 3001)
    let read = try Self.package(FirmwareFiles.dfuPackage(application, version: 9))
    let image = try #require(read.images.first)
    #expect(image.firmware == application)
    #expect(image.initPacket.command.firmwareVersion == 9)
    #expect(image.initPacket.command.announcedSize == application.count)
    #expect(image.initPacket.hashMatches(application) == true)
    #expect(image.initPacket.signature == nil)
  }

  @Test("a package whose program is empty is refused")
  func empty() throws {
    #expect(throws: ImageError.self) { try Self.package(FirmwareFiles.dfuPackage([])) }
  }

  @Test("an init packet of another program is found before anything is sent, on any board")
  func exchanged() throws {
    let image = try FirmwareImage(bytes: try Self.exchanged(), named: "app.zip")
    let map = FlashMap(name: "kit", chip: .nRF52833)
    for findings in [
      image.findings(), image.findings(for: FlashJob(map: map, method: .serial(.secureDFU))),
    ] {
      #expect(findings.first?.severity == .error)
      #expect(findings.first?.code == "dfu-hash")
    }
    let whole = FirmwareFiles.dfuPackage([1, 2, 3])
    let good = try FirmwareImage(bytes: whole, named: "app.zip").findings()
    #expect(good.map(\.code) == ["dfu-unsigned"])
  }

  /// A package with the init packet of another program of the same length.
  static func exchanged(size: Int = 3000) throws -> [UInt8] {
    let one = FirmwareFiles.dfuPackage(Array(repeating: 1, count: size))
    var other = FirmwareFiles.dfuPackage(Array(repeating: 2, count: size))
    // The first member, with its header, and its CRC in the directory.
    let end = 30 + "application.bin".utf8.count + size
    other.replaceSubrange(..<end, with: one[..<end])
    let mark: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
    let entry = try #require(other.indices.first { other[$0...].starts(with: mark) })
    other.replaceSubrange((entry + 16)..<(entry + 20), with: one[(entry + 16)..<(entry + 20)])
    return other
  }

  @Test("an archive without a manifest says what a package is")
  func noManifest() throws {
    var bytes = FirmwareFiles.dfuPackage([1, 2, 3])
    let name = Array("manifest.json".utf8)
    for start in bytes.indices.dropLast(name.count)
    where bytes[start..<(start + name.count)].elementsEqual(name) {
      bytes[start] = UInt8(ascii: "M")
    }
    let error = #expect(throws: ImageError.self) { try Self.package(bytes) }
    #expect(error?.code == .missing)
    #expect(error?.advice.contains("nrfutil") == true)
  }

  /// A package of stored members: a program, an init packet and a manifest.
  private static func package(
    manifest: String, program: String = "a.bin", packet: [UInt8]? = nil
  ) -> [UInt8] {
    FirmwareFiles.zip([
      (program, [1, 2, 3, 4]), ("a.dat", packet ?? FirmwareFiles.initPacket([1, 2, 3, 4])),
      ("manifest.json", Array(manifest.utf8)),
    ])
  }

  private static func manifest(_ program: String) -> String {
    #"{"m\u0061nifest": {"application": {"bin_file": "\#(program)", "dat_file": "a.dat"}}}"#
  }

  @Test(
    "escapes in a manifest stand for their characters",
    arguments: [
      (#"\u0061.bin"#, "a.bin"), (#"out\/a.bin"#, "out/a.bin"), (#"\u00e4.bin"#, "\u{E4}.bin"),
      (#"\ud83d\uDE00.bin"#, "\u{1F600}.bin"), (#"a\"b\t\\.bin"#, "a\"b\t\\.bin"),
    ])
  func escapes(written: String, name: String) throws {
    let bytes = Self.package(manifest: Self.manifest(written), program: name)
    #expect(try Self.package(bytes).images.first?.firmware == [1, 2, 3, 4])
  }

  @Test(
    "escapes that stand for nothing are refused as what they are",
    arguments: [
      #"\x61"#, #"\u00"#, #"\u12G4"#, #"\ud83d"#, #"\ud83dx"#, #"\ud83d\u0061"#, #"\ude00"#,
      #"\u+061"#,
    ])
  func wrongEscapes(written: String) throws {
    let bytes = Self.package(manifest: Self.manifest(written))
    let error = #expect(throws: ImageError.self) { try Self.package(bytes) }
    #expect(error?.found == "an escape that stands for nothing")
    #expect(error?.allowed.contains("four hexadecimal digits") == true)
  }

  @Test("a number that 32 bits cannot hold is refused, and not read as another", arguments: 1...7)
  func number(field: UInt8) throws {
    // An init command whose one field is 2^63, in a command, in a packet.
    let value: [UInt8] = [field << 3] + [UInt8](repeating: 0x80, count: 9) + [1]
    let command: [UInt8] = [0x08, 1, 0x12, UInt8(value.count)] + value
    let packet: [UInt8] = [0x0A, UInt8(command.count)] + command
    let bytes = Self.package(manifest: Self.manifest("a.bin"), packet: packet)
    let error = #expect(throws: ImageError.self) { try Self.package(bytes) }
    #expect(error?.found == "9223372036854775808")
    #expect(error?.allowed == "at most 4294967295")
  }
}
