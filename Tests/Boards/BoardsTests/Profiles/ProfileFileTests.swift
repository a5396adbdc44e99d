import Foundation
import Notation
import Testing

@testable import Boards

@Suite("Board profile files")
struct ProfileFileTests {
  /// A text and what is wrong with it.
  struct Fault: CustomTestStringConvertible, Sendable {
    let line: String
    let message: String
    var testDescription: String { line }
  }

  static func text(_ line: String) -> String {
    """
    version: 1
    name: kit
    title: A kit
    confidence: reported
    chip: {mcu: nRF52833}
    parts:
      - name: probe
        match: {vendor: 0x1366, decoder: jlink}
        ports: [{interface: 0, role: command, forbid: [uci]}]
    \(line)
    """
  }

  static let faults = [
    Fault(
      line: "firmwares: []",
      message:
        "kit.yaml:10:1: error: expected `version`, `name`, `title`, `confidence`, `sources`, "
        + "`chip`, `memory`, `preserved`, `mcuboot`, `parts`, `firmware`, `flash`, `quirks`, "
        + "`like` or `serials`, got the unknown key `firmwares`; did you mean `firmware`?"),
    Fault(
      line: "flash: [{method: opneocd}]",
      message:
        "kit.yaml:10:18: error: flash[0].method: expected `openocd`, `nrfutil`, `jlink`, "
        + "`pyocd`, `probe-rs`, `st-link`, `secure-dfu`, `mcuboot-smp`, `esp-rom`, `nxp-dk6`, "
        + "`nxp-mboot`, `usb-dfu`, `uf2`, `stm32-rom`, `qsoc-flash` or `ble`, got `opneocd`; "
        + "did you mean `openocd`?"),
    Fault(
      line: "flash: [{method: openocd, part: prob}]",
      message:
        "kit.yaml:10:33: error: flash[0].part: expected `probe`, got `prob`; did you mean `probe`?"),
    Fault(
      line: "firmware: [{name: a, speaks: uci, port: probe.1}]",
      message:
        "kit.yaml:10:41: error: firmware[0].port: expected `probe.0`, got `probe.1`; did you "
        + "mean `probe.0`?"),
    Fault(
      line: "firmware: [{name: a, speaks: uci, port: probe.0, probes: [uci]}]",
      message:
        "kit.yaml:10:59: error: firmware[0].probes[0]: expected what port probe.0 does not "
        + "forbid, got `uci`"),
    Fault(
      line: "quirks: [{name: a, text: A.}, {name: a, text: B.}]",
      message: "kit.yaml:10:9: error: quirks: expected each name once, got `a` more than once"),
    Fault(
      line: "memory: [{name: flash, start: -1, size: 1}]",
      message:
        "kit.yaml:10:31: error: memory[0].start: expected a whole number from 0 to 4294967295, "
        + "decimal or 0x.., got `-1`"),
  ]

  @Test(
    "a fault is told with line, column, what is allowed and the nearest name", arguments: faults)
  func fault(_ fault: Fault) throws {
    let error = try #require(throws: DocumentErrors.self) {
      try BoardProfile.parse(Self.text(fault.line), file: "kit.yaml")
    }
    #expect(error.description == fault.message)
  }

  @Test("the text without the fault is a profile")
  func sound() throws {
    let profile = try BoardProfile.parse(Self.text(""), file: "kit.yaml")
    #expect(profile.part(named: "probe")?.port(interface: 0)?.confidence == .reported)
  }

  @Test("a value has the trust that stands nearest to it")
  func trust() throws {
    let text = Self.text("").replacing(
      "chip: {mcu: nRF52833}",
      with: "chip: {mcu: {value: nRF52833, confidence: confirmed}, uwb: DW3110, confidence: "
        + "unverified}")
    let profile = try BoardProfile.parse(text, file: "kit.yaml")
    #expect(profile.chip.mcu == Rated(value: "nRF52833", confidence: .confirmed))
    #expect(profile.chip.uwb == Rated(value: "DW3110", confidence: .unverified))
  }

  @Test("a folder of one's own adds profiles and replaces shipped ones; a missing one adds nothing")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "uwbrig-profiles-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = try ProfileLibrary.load(directories: [folder.path + "/nothing"]).profiles.count
    try Self.text("").write(
      to: folder.appending(path: "kit.yaml"), atomically: true, encoding: .utf8)
    try Self.text("").replacing("name: kit", with: "name: dwm3001cdk").write(
      to: folder.appending(path: "z.yaml"), atomically: true, encoding: .utf8)
    try "no profile".write(
      to: folder.appending(path: "notes.txt"), atomically: true, encoding: .utf8)
    let library = try ProfileLibrary.load(directories: [folder.path])
    #expect(library.profiles.count == count + 1)
    #expect(library.profile(named: "dwm3001cdk")?.title == "A kit")
    try "name: [".write(to: folder.appending(path: "bad.yaml"), atomically: true, encoding: .utf8)
    let error = try #require(throws: DocumentErrors.self) {
      try ProfileLibrary.load(directories: [folder.path])
    }
    #expect(error.description.contains("bad.yaml:"))
  }

  @Test("the folder of one's own follows the environment")
  func directory() {
    #expect(
      ProfileLibrary.userDirectory(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/uwbrig/boards")
    #expect(ProfileLibrary.userDirectory(["HOME": "/h"]) == "/h/.config/uwbrig/boards")
    #expect(ProfileLibrary.userDirectory([:]) == nil)
  }

  static func own(_ lines: String) throws -> BoardProfile {
    try BoardProfile.parse(
      "version: 1\nname: door-lock\n" + lines, file: "mine.yaml",
      known: try ProfileLibrary.shipped().profiles)
  }

  @Test("boards of one's own need no more than what they are like and their serial numbers")
  func like() throws {
    let profile = try Self.own(
      "like: dwm3001cdk\nserials: {probe: [760123456], native: [F1498C5AB09C]}\n")
    #expect(profile.title == "Qorvo DWM3001CDK (door-lock)")
    #expect(profile.parts.map(\.name) == ["probe", "native"])
    #expect(profile.preserved.first?.name == "FCONFIG")
    let library = ProfileLibrary(try ProfileLibrary.shipped().profiles + [profile])
    let probe = Devices.jlink("000760123456", at: "1-1")
    let native = Devices.native("F1498C5AB09C", at: "1-2")
    let matches = library.match([native, probe, Devices.jlink("000760123457", at: "1-3")])
    #expect(matches.count == 2)
    let mine = try #require(matches.first)
    #expect(mine.devices == [probe, native])
    #expect(mine.certainty == .certain)
    #expect(mine.likeliest?.name == "door-lock")
    #expect(matches.last?.certainty == .ambiguous)
  }

  @Test("several serial numbers for a part pair nothing")
  func several() throws {
    let profile = try Self.own(
      "like: dwm3001cdk\nserials: {probe: [760123456, 760123457], native: [\"F*\"]}\n")
    let library = ProfileLibrary(try ProfileLibrary.shipped().profiles + [profile])
    let matches = library.match([
      Devices.jlink("000760123456", at: "1-1"), Devices.native("F1498C5AB09C", at: "1-2"),
    ])
    #expect(matches.map { $0.likeliest?.name } == ["door-lock", "door-lock"])
  }

  static let ownFaults = [
    Fault(
      line: "like: dwm3001cdc\nserials: {probe: [1]}",
      message: "mine.yaml:3:7: error: like: expected `ai-thinker-bu03`, "),
    Fault(
      line: "like: dwm3001cdk\nserials: {prob: [1]}",
      message:
        "mine.yaml:4:11: error: serials: expected `probe`, `native` or `bootloader`, got the "
        + "unknown key `prob`; did you mean `probe`?"),
    Fault(
      line: "like: dwm3001cdk\nserials: {}",
      message:
        "mine.yaml:4:10: error: serials: expected at least one, such as probe: [760123456], "
        + "got no serial number"),
    Fault(
      line: "like: dwm3001cdk",
      message:
        "mine.yaml:1:1: error: serials: expected serial numbers by part (this key is required), "
        + "got nothing"),
    Fault(
      line: "like: dwm3001cdk\nserials: {probe: [1]}\nchip: {mcu: X}",
      message:
        "mine.yaml:5:1: error: expected `version`, `name`, `title`, `like` or `serials`, got "
        + "the unknown key `chip`"),
  ]

  @Test("a fault of such a profile is told in the same way", arguments: ownFaults)
  func ownFault(_ fault: Fault) throws {
    let error = try #require(throws: DocumentErrors.self) { try Self.own(fault.line) }
    #expect(error.description.hasPrefix(fault.message), "\(error)")
  }
}
