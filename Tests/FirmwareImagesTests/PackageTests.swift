import Digests
import FirmwareImages
import Testing

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

  @Test("the init packet is written as it was read, zero sizes and all")
  func exact() throws {
    let image = try #require(try Self.package(try Fixture.bytes("1.zip")).images.first)
    #expect(image.initPacket.encoded == image.initPacket.bytes)
    #expect(image.initPacket.command.isDebug == false)
    #expect(image.initPacket.command.softDeviceSize == 0)
  }

  @Test("the signature holds for its own key and for no other")
  func signature() throws {
    let image = try #require(try Self.package(try Fixture.bytes("1.zip")).images.first)
    let own = try ECDSAP256PublicKey(pem: try Fixture.text("1-dfu-public.pem"))
    let other = try ECDSAP256PublicKey(pem: try Fixture.text("2-mcuboot-public.pem"))
    #expect(image.initPacket.isSigned(by: own) == true)
    #expect(image.initPacket.isSigned(by: other) == false)
  }

  @Test("a package that is made here is read here, signed and unsigned", arguments: [true, false])
  func made(isSigned: Bool) throws {
    var chance = Chance(seed: 3)
    let key = try ECDSAP256PrivateKey(scalar: chance.bytes(31) + [7])
    let application = chance.bytes(3001)
    let made = try NordicDFUPackage(
      application: application, version: 9, key: isSigned ? key : nil)
    let read = try Self.package(made.encoded)
    #expect(
      read.images
        == made.images.map { image in
          var image = image
          image.fileName = "application.bin"
          return image
        })
    let packet = try #require(read.images.first).initPacket
    #expect(packet.command.firmwareVersion == 9)
    #expect(packet.command.announcedSize == application.count)
    #expect(packet.isSigned(by: key.publicKey) == (isSigned ? true : nil))
  }

  @Test("a package whose program is empty is refused")
  func empty() throws {
    let package = try NordicDFUPackage(application: [])
    #expect(throws: ImageError.self) { try Self.package(package.encoded) }
  }

  @Test("an init packet of another program is found before anything is sent, on any board")
  func exchanged() throws {
    let image = try FirmwareImage(bytes: try Self.exchanged(), named: "app.zip")
    let map = FlashMap(name: "kit", chip: .nRF52833)
    for findings in [
      image.findings(), image.findings(for: FlashJob(map: map, method: .nordicDFU)),
    ] {
      #expect(findings.first?.severity == .error)
      #expect(findings.first?.code == "dfu-hash")
    }
    let whole = try NordicDFUPackage(application: [1, 2, 3]).encoded
    let good = try FirmwareImage(bytes: whole, named: "app.zip").findings()
    #expect(good.map(\.code) == ["dfu-unsigned"])
  }

  /// A package with the init packet of another program of the same length.
  static func exchanged(size: Int = 3000) throws -> [UInt8] {
    let one = try NordicDFUPackage(application: Array(repeating: 1, count: size)).encoded
    var other = try NordicDFUPackage(application: Array(repeating: 2, count: size)).encoded
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
    let made = try NordicDFUPackage(application: [1, 2, 3])
    var bytes = made.encoded
    let name = Array("manifest.json".utf8)
    for start in bytes.indices.dropLast(name.count)
    where bytes[start..<(start + name.count)].elementsEqual(name) {
      bytes[start] = UInt8(ascii: "M")
    }
    let error = #expect(throws: ImageError.self) { try Self.package(bytes) }
    #expect(error?.code == .missing)
    #expect(error?.advice.contains("nrfutil") == true)
  }
}
