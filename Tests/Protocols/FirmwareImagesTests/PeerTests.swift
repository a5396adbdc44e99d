import Digests
import Foundation
import Testing
import WireFormat

@testable import FirmwareImages

/// What the real tools have read from a file (`Tests/Acceptance/peers/test_images.py`).
struct PeerReading: Decodable, CustomTestStringConvertible {
  struct Run: Codable, Equatable {
    var address: Int
    var size: Int
    var sha256: String?
  }

  struct Entry: Decodable, Equatable {
    var type: UInt16
    var value: String
  }

  struct Package: Decodable {
    var role: String
    var size: Int
    var hash: String
  }

  struct Options: Decodable {
    var uf2Family: UInt32?
    var publicKey: String?
  }

  var file: String
  var peer: String
  var segments: [Run]?
  var ranges: [Run]?
  var fields: [String: String]?
  var tlvs: [Entry]?
  var images: [Package]?
  var packets: [String]?
  var options: Options?

  var testDescription: String { "\(peer) on \(file)" }

  /// The folder of the acceptance test, where it runs these; else the small set beside the tests.
  static var folder: URL? {
    ProcessInfo.processInfo.environment["UWBRIG_IMAGE_PEERS"].map { URL(filePath: $0) }
      ?? Fixture.folder
  }

  static let all: [PeerReading] = {
    guard let folder, let data = try? Data(contentsOf: folder.appending(path: "expectations.json"))
    else { return [] }
    return (try? JSONDecoder().decode([PeerReading].self, from: data)) ?? []
  }()

  func contents(of name: String) throws -> [UInt8] {
    guard let folder = Self.folder else { throw CocoaError(.fileNoSuchFile) }
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }
}

@Suite("Images as the real tools read them")
struct PeerTests {
  @Test("there is something to compare with")
  func isThere() { #expect(PeerReading.all.count >= 10) }

  @Test("the real tools agree", arguments: PeerReading.all)
  func agree(reading: PeerReading) throws {
    let bytes = try reading.contents(of: reading.file)
    let image = try FirmwareImage(bytes: bytes, named: reading.file)
    var contents = image.contents
    if case .uf2(let file) = image.detail, let family = reading.options?.uf2Family {
      contents = try #require(file.families.first { $0.identifier == family }).contents
    }
    if let segments = reading.segments {
      #expect(told(contents) == segments)
    }
    if let ranges = reading.ranges {
      let plain = contents.segments.map {
        PeerReading.Run(address: Int($0.address), size: $0.bytes.count)
      }
      #expect(plain == ranges)
    }
    let page = image.description
    for (field, value) in (reading.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      let parts = field.split(separator: ".", maxSplits: 1).map(String.init)
      let section = page.sections.first { $0.key == parts[0] }
      let found = section?.fields.first { $0.key == parts[1] }
      #expect(found?.value.words == value, "\(field)")
    }
    if let tlvs = reading.tlvs { try compare(tlvs, in: bytes, reading) }
    if let packages = reading.images { try compare(packages, in: image, reading) }
  }

  private func compare(
    _ tlvs: [PeerReading.Entry], in bytes: [UInt8], _ reading: PeerReading
  ) throws {
    let signed = try MCUbootImage(bytes)
    let found = signed.tlvs.map {
      PeerReading.Entry(type: $0.type, value: Hexadecimal.encode($0.value).lowercased())
    }
    #expect(found == tlvs)
  }

  private func compare(
    _ packages: [PeerReading.Package], in image: FirmwareImage, _ reading: PeerReading
  ) throws {
    guard case .dfuPackage(let package) = image.detail else {
      Issue.record("\(reading.file) is no DFU package")
      return
    }
    #expect(package.images.map(\.role.rawValue) == packages.map(\.role))
    #expect(package.images.map(\.firmware.count) == packages.map(\.size))
    for (one, other) in zip(package.images, packages) {
      #expect(one.initPacket.hashMatches(one.firmware) == true)
      #expect(Hexadecimal.encode(sha256(one.firmware)).lowercased() == other.hash)
    }
    if let packets = reading.packets {
      // The script lists them as the archive does.
      let ours = package.images.map { Hexadecimal.encode($0.initPacket.bytes).lowercased() }
      #expect(ours.sorted() == packets.sorted())
    }
  }

  private func told(_ contents: SparseImage) -> [PeerReading.Run] {
    contents.segments.map {
      PeerReading.Run(
        address: Int($0.address), size: $0.bytes.count,
        sha256: Hexadecimal.encode(sha256($0.bytes)).lowercased())
    }
  }

  /// What the tools read afterwards.
  private struct Written: Encodable {
    var file: String
    var segments: [PeerReading.Run]?
  }

  @Test(
    "files are written for the real tools to read",
    .enabled(if: ProcessInfo.processInfo.environment["UWBRIG_IMAGE_PEERS"] != nil))
  func write() throws {
    let folder = try #require(PeerReading.folder).appending(path: "ours")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var written: [Written] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      let contents = try chance.image()
      let hex = "\(seed).hex"
      try Data(IntelHex.text(of: contents, width: 1 + chance.below(64)))
        .write(to: folder.appending(path: hex))
      written.append(Written(file: hex, segments: told(contents)))
    }
    try JSONEncoder().encode(written).write(to: folder.appending(path: "expectations.json"))
  }
}
