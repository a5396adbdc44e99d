import Boards
import FirmwareImages
import Foundation
import Journal
import TestSupport
import Testing

@testable import uwbrig

/// The built program with kits that umockdev shows it, and a program in the place of OpenOCD.
@Suite(
  "umockdev: flash", .serialized,
  .enabled(if: UMockdevBed.isPreloaded, Comment(rawValue: UMockdevBed.reason)))
struct UmockdevFlashTests {
  private static let kits: [MockDevice] = [
    .probe("1-1", address: 4, serial: "000760012345", terminals: ["ttyACM0"]),
    .native("1-2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1"),
  ]

  private let program: Program
  private let bed: UMockdevBed

  init() throws {
    bed = try UMockdevBed()
    for (number, device) in Self.kits.enumerated() { try bed.plug(device, minor: number + 2) }
    program = try Program()
    let records = ":0400000001020304F2\n:00000001FF\n"
    try Data(records.utf8).write(to: program.folder.appending(path: "app.hex"))
  }

  /// Answers as OpenOCD does with a chip of this address behind the kit's probe, and keeps what it was
  /// told.
  private func install(address: String) throws {
    let text = """
      #!/usr/bin/env bash
      if [ "$1" = --version ]; then echo "Open On-Chip Debugger 0.12.0"; exit; fi
      while IFS= read -r -d $'\\x1a' command; do
        printf '%s\\n' "$command" >> "\(program.folder.path)/told"
        answer="0 "
        case "$* $command" in
        *"apreg 1 252"*) answer="0 0x02880000" ;;
        *"apreg 1 12"*) answer="0 0x1" ;;
        *"read_memory 0x0 32 2"*) answer="0 0xffffffff 0xffffffff" ;;
        *" 8 32}"*) answer="0 $(printf '0xff %.0s' {1..32})" ;;
        *0x10000010*) answer="0 0x1000 0x80" ;;
        *0x10000060*) answer="0 0x1 0x2" ;;
        *0x100000a0*) answer="0 0x1 \(address)" ;;
        *0x10000100*) answer="0 0x52833 0x41414230 0x2004 0x80 0x200" ;;
        *0x10001014*) answer="0 0xffffffff" ;;
        *0x10001200*) answer="0 0xffffffff 0xffffffff 0xffffffff" ;;
        esac
        printf '%s\\x1a' "$answer"
      done
      """
    let source = program.folder.appending(path: "openocd.text")
    try Data((text + "\n").utf8).write(to: source)
    let tool = program.folder.appending(path: "bin/openocd")
    try FileManager.default.createDirectory(
      at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    // The system runs no file that is open for writing anywhere, a child of another test's included.
    let install = try ChildProcess("/usr/bin/install", ["-m", "755", source.path, tool.path])
    try #require(try install.wait() == .exit(0))
  }

  private var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    var environment = ["PATH": "\(program.folder.path)/bin:/usr/bin:/bin"]
    for name in ["LD_PRELOAD", "UMOCKDEV_DIR", "XDG_RUNTIME_DIR"] { environment[name] = own[name] }
    return environment
  }

  private func run(_ arguments: [String]) throws -> Program.Ending {
    try program.run(["flash"] + arguments, environment: environment)
  }

  /// What the program in OpenOCD's place was told, a command a line.
  private var told: String { (try? program.read("told")) ?? "" }

  @Test("without a profile nothing is written, and the candidates are named")
  func uncertain() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let ending = try run(["serial=760012345", "app.hex"])
    #expect(ending.status == 3)
    #expect(ending.output.isEmpty)
    try expectSnapshot(ending.errors, "flash-attached-uncertain.txt")
    #expect(told.isEmpty)
  }

  @Test("the plan says which board it is, and reaches nobody")
  func plan() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let call = [
      "path=1-1", "app.hex", "--profile", "dwm3001cdk", "--method", "openocd", "--plan",
    ]
    let ending = try run(call)
    #expect(ending.status == 0, "\(ending.errors)")
    try expectSnapshot(ending.output, "flash-attached-plan.txt")
    let json = try JSONParser.parse(Array(run(call + ["--json"]).output.utf8))
    #expect(json["board"]?.string == "path=1-1")
    #expect(json["profile"]?.string == "dwm3001cdk")
    #expect(json["link"]?.string == "probe:760012345")
    #expect(told.isEmpty)
  }

  @Test("a board is flashed through its probe, under the name that it was given")
  func flash() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let ending = try run([
      "serial=760012345", "app.hex", "--profile", "dwm3001cdk", "--method", "openocd",
    ])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("serial=760012345: done, 4 bytes in "), "\(ending.output)")
    #expect(told.contains("flash"), "\(told)")
  }

  /// The native port's chip was read through the probe in an earlier call.
  private func remember() throws {
    let file = program.folder.appending(path: ".local/state/uwbrig/firmware.tsv").path
    try ProbeMemory.update(file) { memory in
      memory = ProbeMemory(text: "pair\t760012345\tF1498C5AB09C\tnRF52833\n")
    }
  }

  @Test("by its other socket it is flashed through the probe that its chip still answers on")
  func pair() throws {
    defer { program.clean() }
    try remember()
    try install(address: "0x8c5ab09c 0xf149")
    let ending = try run([
      "serial=F1498C5AB09C", "app.hex", "--profile", "dwm3001cdk", "--method", "openocd",
    ])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("serial=F1498C5AB09C: done, 4 bytes in "), "\(ending.output)")
  }

  @Test(
    "a probe that was moved to another board, or mistaken for this one's, writes nothing",
    arguments: [[], ["--probe", "760012345"]])
  func moved(options: [String]) throws {
    defer { program.clean() }
    if options.isEmpty { try remember() }
    try install(address: "0x11223344 0xc0de")
    let ending = try run(
      ["serial=F1498C5AB09C", "app.hex", "--profile", "dwm3001cdk", "--method", "openocd"]
        + options)
    #expect(ending.status == 3)
    #expect(
      ending.errors.contains(
        "Error: serial=F1498C5AB09C: another chip is behind probe 760012345: an nRF52833 with the "
          + "address of C0DE11223344, not the one of F1498C5AB09C"), "\(ending.errors)")
    #expect(ending.errors.contains("  state  The board was not changed."), "\(ending.errors)")
    #expect(!told.contains("halt") && !told.contains("erase"), "\(told)")
  }

  @Test("a method that leads through another device of the board is refused, and reaches nobody")
  func otherDevice() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let ending = try run([
      "serial=760012345", "app.hex", "--profile", "dwm3001cdk", "--method", "secure-dfu",
    ])
    #expect(ending.status == 3)
    #expect(
      ending.errors.contains(
        "secure-dfu goes through another USB device of the board (bootloader)"),
      "\(ending.errors)")
    #expect(told.isEmpty)
  }

  @Test("a bootloader's own port is opened, and what it is called with is what mends it")
  func bootloader() throws {
    defer { program.clean() }
    let package = FirmwareFiles.dfuPackage([1, 2, 3, 4])
    try Data(package).write(to: program.folder.appending(path: "app.zip"))
    try bed.plug(AttachedFlashTests.bootloader, minor: 12)
    let call = ["serial=E1498C5AB09D", "app.zip", "--profile", "dwm3001cdk"]
    let plan = try run(call + ["--plan"])
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(plan.output.contains("method    Nordic Secure DFU over serial\n"), "\(plan.output)")
    #expect(!plan.output.contains("enters"))
    // The bed's terminals are none: it has got as far as opening it.
    let ending = try run(call)
    #expect(ending.status == 3)
    #expect(ending.errors.contains("it is not a serial port"), "\(ending.errors)")
    #expect(ending.errors.contains("Error: serial=E1498C5AB09D: "), "\(ending.errors)")
    #expect(
      ending.errors.contains(
        "  again  uwbrig flash serial=E1498C5AB09D app.zip --profile dwm3001cdk\n"),
      "\(ending.errors)")
  }

  @Test("what the method cannot do is refused under the name that the board was given")
  func unsuitable() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let ending = try run(["path=1-1", "app.hex", "--profile", "dwm3001cdk", "--test"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("path=1-1: --test tries an MCUboot image"), "\(ending.errors)")
    #expect(told.isEmpty)
  }

  @Test("a board that another program has taken is not flashed")
  func held() throws {
    defer { program.clean() }
    try install(address: "0x8c5ab09c 0xf149")
    let claim = try BoardClaim(["760012345"], named: "board", for: "the test")
    defer { claim.release() }
    let ending = try run([
      "serial=760012345", "app.hex", "--profile", "dwm3001cdk", "--method", "openocd",
    ])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("the test"), "\(ending.errors)")
    #expect(told.isEmpty)
  }
}
