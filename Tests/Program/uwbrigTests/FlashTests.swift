import BootProtocols
import FirmwareImages
import Foundation
import Glibc
import Journal
import TestSupport
import Testing

@Suite("flash")
struct FlashTests {
  /// A program with a rig of bootloaders and an image for one of them.
  private static func bench(image: String = "") throws -> Program {
    let program = try Program()
    let bytes = SMPImage.wrap(
      (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, major: 2, minor: 0, revision: 0)
    try Data(bytes).write(to: program.folder.appendingPathComponent("app.signed.bin"))
    let records = ":0400000001020304F2\n:00000001FF\n"
    try Data(records.utf8).write(to: program.folder.appendingPathComponent("app.hex"))
    try Data(try Self.exchanged()).write(to: program.folder.appendingPathComponent("other.zip"))
    try Data(FirmwareFiles.dfuPackage([1, 2, 3, 4])).write(
      to: program.folder.appendingPathComponent("good.zip"))
    try Data([1, 2, 3, 4]).write(to: program.folder.appendingPathComponent("app.bin"))
    let circle = program.folder.appendingPathComponent("circle").path
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
    try #require(unsafe mkfifo(program.folder.appendingPathComponent("pipe").path, 0o600) == 0)
    try program.write(
      """
      version: 1
      name: boot
      time: real
      boards:
        - name: mcuboot
          firmware: mcuboot-smp
          link: virtual
          rate: 1000000
          profile: dwm3001cdk
          flash: {file: kept.bin}\(image)
        - {name: nordic, firmware: secure-dfu, link: virtual, rate: 1000000}
        - {name: lock, firmware: ni-accessory, link: virtual}
      """, to: "boot.yaml")
    try program.write(
      """
      version: 1
      name: bench
      time: real
      boards:
        - {name: console, firmware: qorvo-cli, link: "serial:/dev/ttyNONE0"}
        - {name: riddle, firmware: unknown, link: "serial:/dev/ttyNONE1"}
      """, to: "bench.yaml")
    return program
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

  private static func events(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("the plan stands on standard output, then what became of it")
  func flash() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run(["flash", "mcuboot", "app.signed.bin", "--rig", "boot.yaml"])
    #expect(ending.status == 0)
    let text = ending.output.replacing(/[0-9]+\.[0-9] (s|kB\/s)/) { "#.# \($0.output.1)" }
    try expectSnapshot(text, "flash.txt")
    let kept = try Data(contentsOf: program.folder.appendingPathComponent("kept.bin"))
    let image = try Data(contentsOf: program.folder.appendingPathComponent("app.signed.bin"))
    #expect(kept.range(of: image) != nil)
  }

  @Test("the plan alone touches nothing")
  func plan() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run([
      "flash", "mcuboot", "app.signed.bin", "--rig", "boot.yaml", "--plan",
    ])
    #expect(ending.status == 0)
    #expect(!ending.output.contains("done"))
    #expect(
      !FileManager.default.fileExists(
        atPath: program.folder.appendingPathComponent("kept.bin").path))
  }

  @Test("programs get an object a line, from the plan to the end")
  func json() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run([
      "flash", "mcuboot", "app.signed.bin", "--rig", "boot.yaml", "--json",
    ])
    let events = try Self.events(ending.output)
    #expect(events.first?["event"] as? String == "plan")
    #expect(events.last?["event"] as? String == "done")
    #expect(events.last?["verified"] as? Bool == true)
    #expect(events.allSatisfy { $0["schema"] as? String == "uwbrig.flash/1" })
  }

  static let refusals: [(arguments: [String], words: String)] = [
    (["mcuboot", "app.bin"], "SMP takes an MCUboot image"),
    (["nordic", "app.signed.bin"], "Secure DFU takes a DFU package"),
    (["mcuboot", "none.bin"], "the image cannot be read"),
    (["lock", "app.signed.bin"], "how it gets into a bootloader is not known"),
    (["mcubot", "app.signed.bin"], "did you mean \"mcuboot\"?"),
    (["mcuboot", "app.signed.bin", "--base", "0xC000", "--method", "esp-room"], "esp-rom"),
    (["mcuboot"], "Give a board and an image"),
    (["nordic", "other.zip"], "(dfu-hash)"),
    (["mcuboot", "/"], "it is a folder"),
    (["mcuboot", ""], "Error: the name of the image is empty"),
    (["mcuboot", "circle"], "its symbolic links lead in a circle"),
    (["mcuboot", "pipe"], "it is a pipe, not a file"),
    (["mcuboot", "/dev/zero"], "it is a device, not a file"),
    (["mcuboot", "/proc/self/status"], "it is empty"),
    (["mcuboot", "app.hex", "--base", "0xC000"], "leave --base out"),
    (["mcuboot", "app.signed.bin", "--recover"], "--recover opens a chip through a debug probe"),
    (["mcuboot", "app.signed.bin", "--erase", "all"], "--erase all goes through a debug probe"),
    (
      ["mcuboot", "app.signed.bin", "--method", "mcuboot-smp", "--probe", "7601"],
      "--probe names a debug probe"
    ),
    (["mcuboot", "app.signed.bin", "--volume", "."], "--volume names the drive"),
    (["nordic", "good.zip", "--test"], "--test tries an MCUboot image"),
  ]

  @Test("what cannot be is refused before anything is opened", arguments: refusals)
  func refuses(arguments: [String], words: String) throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run(["flash"] + arguments + ["--rig", "boot.yaml"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains(words))
    #expect(
      !FileManager.default.fileExists(
        atPath: program.folder.appendingPathComponent("kept.bin").path))
  }

  @Test("a board of which nobody knows what speaks on it is reached by a method, and mended by one")
  func unknownFirmware() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run([
      "flash", "riddle", "app.bin", "--rig", "bench.yaml", "--method", "nxp-dk6", "--base", "0x100",
    ])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("The board was not changed."))
    #expect(
      ending.errors.contains(
        "  again  uwbrig flash riddle app.bin --rig bench.yaml --method nxp-dk6 --base 0x100\n"))
  }

  @Test("a trial says how it ends")
  func trial() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run([
      "flash", "mcuboot", "app.signed.bin", "--rig", "boot.yaml", "--test",
    ])
    #expect(ending.status == 0)
    #expect(ending.output.contains("method    MCUmgr SMP over serial, on trial\n"))
    #expect(ending.errors.contains("unless this one is flashed again without --test"))
  }

  @Test("several boards are flashed at once, those that a pattern names")
  func several() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let call = ["flash", "app.signed.bin", "--rig", "boot.yaml", "--match"]
    let ending = try program.run(call + ["mcu*"])
    #expect(ending.status == 0)
    #expect(ending.output.contains("mcuboot: done"))
    #expect(!ending.output.contains("nordic"))
    #expect(try program.run(call + ["lock"]).status == 3)
  }

  @Test("an image that would cover the bootloader is not written")
  func covers() throws {
    let program = try Self.bench()
    defer { program.clean() }
    let ending = try program.run([
      "flash", "mcuboot", "app.signed.bin", "--rig", "boot.yaml", "--base", "0x0",
    ])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("covers-bootloader"))
    #expect(ending.errors.contains("Nothing was written."))
  }

  @Test("a run brings its boards to their images first, and writes none twice")
  func image() throws {
    let program = try Self.bench(image: "\n    image: {file: app.signed.bin}")
    defer { program.clean() }
    let run = ["run", "id(N01)", "--rig", "boot.yaml"]
    let first = try program.run(run)
    #expect(first.status == 0)
    #expect(first.errors.contains("mcuboot: done, "))
    let second = try program.run(run)
    #expect(second.status == 0)
    #expect(second.errors.contains("has app.signed.bin already, nothing was written"))
  }

  @Test("an image that is not the one of the digest stops the run before it begins")
  func digest() throws {
    let digest = String(repeating: "0", count: 64)
    let program = try Self.bench(
      image: "\n    image: {file: app.signed.bin, sha256: \"\(digest)\"}")
    defer { program.clean() }
    let ending = try program.run(["run", "id(N01)", "--rig", "boot.yaml"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("is not the image that is meant"))
  }
}
