import Boards
import BootProtocols
import Foundation
import Notation
import TestSupport
import Testing

@Suite("Shipped board profiles")
struct ShippedProfileTests {
  /// The files of the checkout, by what they are called.
  static let names: [String] = {
    let folder = Checkout.at("Rigs/boards").path
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("every shipped profile can be read, and every file in the folder is in the program")
  func all() throws {
    let library = try ProfileLibrary.shipped()
    #expect(Self.names.contains("dwm3001cdk"))
    #expect(library.profiles.map(\.name) == Self.names)
    for name in Self.names {
      let read = try BoardProfile.load(Checkout.at("Rigs/boards/\(name).yaml").path)
      #expect(library.profile(named: read.name)?.parts == read.parts)
    }
  }

  @Test("every shipped profile is as the schema says", arguments: names)
  func schema(name: String) throws {
    let text = try String(contentsOf: Checkout.at("Rigs/boards/\(name).yaml"), encoding: .utf8)
    #expect(try SchemaValidator(ProfileLibrary.schema).faults(inYAML: text) == [])
  }

  private static let chip = "title: A kit\nconfidence: reported\nchip: {mcu: nRF52833}\n"
  private static let part = "name: native, match: {vendor: 0x1915}"

  @Test(
    "profiles that are taken are as the schema says",
    arguments: [
      chip + "parts: [{\(part)}]", "like: dwm3001cdk\nserials: {probe: [760123456, \"1*\"]}",
      chip + "parts: [{\(part), ports: [{interface: 0, role: command, dtr: off, rts: keep}]}]",
      chip + "parts: [{\(part), ports: [{interface: 0, role: idle, forbid: all, baud: 9600}]}]",
      chip + "parts: [{\(part)}]\nflash: [{method: uf2, enter: {command: boot}}]",
      chip + "parts: [{\(part)}]\nmemory: [{name: flash, start: 0x0, size: 0x80000, page: 4096}]",
    ])
  func taken(profile: String) throws {
    let text = "version: 1\nname: kit\n\(profile)\n"
    let known = try ProfileLibrary.shipped().profiles
    #expect(try BoardProfile.parse(text, file: "kit.yaml", known: known).name == "kit")
    // A serial number without quotation marks is a number for YAML, and a text for the program.
    let quoted = text.replacing("760123456", with: "\"760123456\"")
    #expect(try SchemaValidator(ProfileLibrary.schema).faults(inYAML: quoted) == [])
  }

  @Test(
    "profiles that are refused are not as the schema says",
    arguments: [
      "title: A kit", chip, chip + "parts: []", chip + "parts: [{name: native}]",
      chip + "parts: [{\(part)}]\nauthor: me", chip + "parts: [{\(part)}]\nserials: {a: [b]}",
      chip + "parts: [{name: native, match: {vendor: 0x10000}}]",
      chip + "parts: [{\(part), ports: [{interface: 0, role: spoon}]}]",
      chip + "parts: [{\(part), ports: [{interface: 0, role: idle, forbid: some}]}]",
      chip + "parts: [{\(part), ports: [{interface: 0, role: idle, flow: xonxoff}]}]",
      chip + "parts: [{\(part)}]\nflash: [{method: spoon}]",
      chip + "parts: [{\(part)}]\nflash: [{method: uf2, enter: {word: boot}}]",
      chip + "parts: [{\(part)}]\nfirmware: [{name: a, speaks: udi}]",
      chip + "parts: [{\(part)}]\npreserved: [{name: a, start: 0, size: 0, why: b}]",
      "like: dwm3001cdk", "like: dwm3001cdk\nserials: {}",
      "like: dwm3001cdk\nserials: {probe: [a]}\nconfidence: reported",
    ])
  func refused(profile: String) throws {
    let text = "version: 1\nname: kit\n\(profile)\n"
    let known = try ProfileLibrary.shipped().profiles
    #expect(throws: DocumentErrors.self) {
      try BoardProfile.parse(text, file: "kit.yaml", known: known)
    }
    #expect(try SchemaValidator(ProfileLibrary.schema).faults(inYAML: text) != [])
  }

  @Test("what is read for some devices says the same of them as everything does")
  func partial() throws {
    let all = try ProfileLibrary.shipped()
    let vendors = Set(all.profiles.flatMap { $0.parts.map(\.match.vendor) }).sorted()
    let devices = vendors.map {
      USBDevice(path: "1-1", bus: 1, address: 2, vendor: $0, product: 0)
    }
    for device in devices {
      let some = try ProfileLibrary.load(directories: ["/nowhere"], about: [device])
      let expected = all.profiles.filter { $0.parts.contains { $0.match.vendor == device.vendor } }
      #expect(some.profiles == expected, "vendor \(device.vendor)")
    }
    #expect(try ProfileLibrary.load(directories: [], about: devices) == all)
    #expect(try ProfileLibrary.load(directories: [], about: []).profiles.isEmpty)
  }

  @Test("a profile of one's own may be like any other, whatever is plugged in")
  func own() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "uwbrig-own-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      "version: 1\nname: mine\nlike: qn9090dk\nserials: {bridge: [A50285BI]}\n".utf8
    ).write(to: folder.appending(path: "mine.yaml"))
    let library = try ProfileLibrary.load(directories: [folder.path], about: [])
    #expect(library.profile(named: "mine")?.chip == library.profile(named: "qn9090dk")?.chip)
  }

  @Test("a profile says where its values are from, and can be flashed somehow", arguments: names)
  func complete(_ name: String) throws {
    let profile = try #require(try ProfileLibrary.shipped().profile(named: name))
    #expect(!profile.sources.isEmpty)
    #expect(!profile.flash.isEmpty)
    #expect(!profile.parts.isEmpty)
    // A board was seen where its recording is in the tests.
    let text = try String(
      contentsOf: Checkout.at("Rigs/boards/\(name).yaml"), encoding: .utf8)
    #expect(!text.contains("confidence: confirmed"))
    #expect(!text.contains("seen-on-a-board") || text.contains("Rigs/captures/"))
    for pages in profile.preserved {
      #expect(
        profile.memory.contains {
          $0.start <= pages.start && pages.start + pages.size <= $0.start + $0.size
        })
    }
  }

  @Test("the ids of a bridge chip decide nothing", arguments: names)
  func generic(_ name: String) throws {
    let profile = try #require(try ProfileLibrary.shipped().profile(named: name))
    for part in profile.parts {
      let isBridge = [0x10C4, 0x1A86].contains(part.match.vendor)
      #expect(!isBridge || part.match.isGeneric, "\(part.name)")
      #expect(part.match.vendor != 0x0403 || !part.match.products.isEmpty)
    }
  }

  @Test("the configuration pages of a DWM3001CDK are known")
  func configuration() throws {
    let profile = try #require(try ProfileLibrary.shipped().profile(named: "dwm3001cdk"))
    let pages = try #require(profile.preserved.first)
    #expect(pages.name == "FCONFIG")
    #expect(pages.start == 0x1E000)
    #expect(pages.size == 0x1000)
    #expect(pages.confidence == .read)
    #expect(profile.part(named: "native")?.port(interface: 0)?.dtr == true)
    #expect(profile.part(named: "native")?.port(interface: 0)?.settle == .milliseconds(100))
    #expect(profile.chip.target?.value == "nRF52833_xxAA")
  }

  @Test("a prompt that runs what it is sent is never asked")
  func forbidden() throws {
    let library = try ProfileLibrary.shipped()
    let repl = library.profile(named: "murata-type2dk")?.part(named: "bridge")?.port(interface: 0)
    #expect(Firmware.probed.allSatisfy { repl?.mayBeAsked($0) == false })
    let shell = library.profile(named: "dwm1001-dev")?.part(named: "probe")?.port(interface: 0)
    #expect(shell?.mayBeAsked(.uci) == false)
    #expect(shell?.mayBeAsked(.shell(.dwm1001)) == true)
  }
}
