import BootProtocols
import Foundation
import Journal
import Testing

/// `flash` on pseudo-terminals of boards that run their applications.
@Suite("flash: the way into the bootloader")
struct FlashEntryTests {
  private static func bench(_ boards: String) throws -> Program {
    let program = try Program()
    let bytes = SMPImage.wrap(
      (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, major: 2, minor: 0, revision: 0)
    try Data(bytes).write(to: program.folder.appendingPathComponent("app.signed.bin"))
    try Data((0..<2000).map { UInt8(truncatingIfNeeded: $0) })
      .write(to: program.folder.appendingPathComponent("app.bin"))
    try program.write(
      "version: 1\nname: kits\ntime: real\nboards:\n" + boards, to: "kits.yaml")
    return program
  }

  /// Whether a board's flash holds an image.
  private static func holds(_ program: Program, _ file: String, _ image: String) throws -> Bool {
    let kept = try Data(contentsOf: program.folder.appendingPathComponent(file))
    let image = try Data(contentsOf: program.folder.appendingPathComponent(image))
    return kept.range(of: image) != nil
  }

  @Test("an accessory is reset over SMP, as its profile says, and flashed")
  func smpReset() throws {
    let program = try Self.bench(
      "  - name: lock\n    firmware: ni-accessory\n    link: virtual\n    profile: dwm3001cdk\n"
        + "    flash: {loader: mcuboot-smp, enter: smp-reset, times: none, file: kept.bin}\n")
    defer { program.clean() }
    let ending = try program.run([
      "flash", "lock", "app.signed.bin", "--rig", "kits.yaml", "--method", "mcuboot-smp",
    ])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("enters    its application is told over SMP"))
    #expect(ending.output.contains("writes    the slot of the image that runs"))
    #expect(ending.errors.contains("the bootloader's own recovery took the image"))
    #expect(ending.output.contains("lock: done, "))
    #expect(try Self.holds(program, "kept.bin", "app.signed.bin"))
  }

  static let ways = [
    ("touch-1200", "touch-1200"), ("{command: go to boot}", "command:go to boot"),
  ]

  @Test("a board is touched, or told in words of its own, as it is asked for", arguments: ways)
  func asked(board: String, entry: String) throws {
    let program = try Self.bench(
      "  - {name: tag, firmware: nxp-dk6, link: virtual, "
        + "flash: {enter: \(board), times: none, file: kept.bin}}\n")
    defer { program.clean() }
    let flash = ["flash", "tag", "app.bin", "--base", "0x1000", "--rig", "kits.yaml"]
    let asleep = try program.run(flash)
    #expect(asleep.status == 3)
    #expect(asleep.errors.contains("The board was not changed."))
    let ending = try program.run(flash + ["--enter", entry])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try Self.holds(program, "kept.bin", "app.bin"))
  }

  @Test("a board of which a profile knows the way is brought there when nobody answers")
  func lazily() throws {
    let program = try Self.bench(
      "  - {name: tag, firmware: nxp-dk6, link: virtual, profile: my-tag, "
        + "flash: {enter: touch-1200, times: none, file: kept.bin}}\n")
    defer { program.clean() }
    try FileManager.default.createDirectory(
      at: program.folder.appendingPathComponent("profiles"), withIntermediateDirectories: true)
    try program.write(
      """
      version: 1
      name: my-tag
      title: My tag
      confidence: reported
      sources: [me]
      chip: {mcu: QN9090}
      parts:
        - name: native
          match: {vendor: 0x1209, products: [0x0001]}
          ports: [{interface: 0, role: command}]
      flash:
        - {method: nxp-dk6, part: native, enter: touch-1200}
      """, to: "profiles/my-tag.yaml")
    let ending = try program.run([
      "flash", "tag", "app.bin", "--base", "0x1000", "--rig", "kits.yaml", "--profiles",
      "profiles", "--verbose",
    ])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("no bootloader answers: its port is opened at 1200 baud"))
    #expect(try Self.holds(program, "kept.bin", "app.bin"))
  }

  static let refusals: [(arguments: [String], words: String)] = [
    (["--enter", "touch-120"], "did you mean \"touch-1200\"?"),
    (["--method", "uf"], "did you mean \"uf2\"?"),
    (["--method", "uf2"], "which family the chip is of is not known"),
    (["--enter", "command:"], "command:TEXT"),
  ]

  @Test("what is misspelt or unknown is refused before anything is opened", arguments: refusals)
  func refused(arguments: [String], words: String) throws {
    let program = try Self.bench(
      "  - {name: tag, firmware: nxp-dk6, link: virtual, flash: {enter: touch-1200}}\n")
    defer { program.clean() }
    let ending = try program.run(
      ["flash", "tag", "app.bin", "--base", "0x1000", "--rig", "kits.yaml"] + arguments)
    #expect(ending.status == 2)
    #expect(ending.errors.contains(words), "\(ending.errors)")
  }

  @Test("a drive that is none of a bootloader's is left alone, and a bootloader's is written")
  func drive() throws {
    let program = try Self.bench(
      "  - {name: tag, firmware: uci, link: \"serial:/dev/null\", profile: dwm3001cdk}\n")
    defer { program.clean() }
    let drive = program.folder.appendingPathComponent("drive")
    try FileManager.default.createDirectory(at: drive, withIntermediateDirectories: true)
    let flash = [
      "flash", "tag", "app.bin", "--base", "0x26000", "--rig", "kits.yaml", "--method", "uf2",
      "--volume", drive.path,
    ]
    let ending = try program.run(flash)
    #expect(ending.status == 3)
    #expect(ending.errors.contains("no drive of a UF2 bootloader"), "\(ending.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: drive.path).isEmpty)
  }
}
