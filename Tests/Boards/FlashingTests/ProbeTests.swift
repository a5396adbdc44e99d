import BootProtocols
import FirmwareImages
import Foundation
import Testing

@testable import Flashing

@Suite("Programs that flash through a debug probe")
struct ProbeTests {
  static let fconfig = FlashMap.Area("FCONFIG", 0x1_E000..<0x1_F000, .preserved)
  static let target = ProbeTarget(
    serial: "000760123456", chip: .nRF52833, device: "nRF52833_xxAA")

  private static func plan(
    _ tool: ProbeTool, at base: UInt32 = 0x1000, count: Int = 5000,
    _ options: FlashRequest = .init()
  ) throws -> ProbePlan {
    let image = try FirmwareImage(
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }, named: "app.bin",
      base: base)
    return try ProbePlan(image, to: target, by: tool, areas: [fconfig], options: options)
  }

  /// The arguments of a tool's steps, with the folder of the files left out.
  private static func commands(_ plan: ProbePlan) throws -> [String] {
    let folder = try ToolFolder()
    defer { folder.remove() }
    let language = try #require(plan.tool.language)
    return try language.steps(plan, ToolFiles(folder: folder)).map { step in
      ToolCommand(plan.tool.executables[0], step.arguments).description
        .replacing(folder.path(""), with: "")
    }
  }

  @Test(
    "versions as the programs print them",
    arguments: [
      ("Open On-Chip Debugger 0.12.0", "0.12.0"), ("nrfutil 7.13.0 (abc 2024-11-20)", "7.13.0"),
      ("0.46.0", "0.46.0"), ("probe-rs 0.24.0 (git commit: v0.24.0)", "0.24.0"),
      ("SEGGER J-Link Commander V7.88j (Compiled May 2 2023 15:42:37)", "7.88"),
      ("nrfutil version 6.1.7", "6.1.7"),
    ])
  func versions(text: String, version: String) {
    #expect(ToolVersion(in: text)?.description == version)
  }

  @Test("the nrfutil of PyPI is told from Nordic's program, and the message says which is needed")
  func wrongNRFUtil() {
    let error = #expect(throws: FlashError.self) {
      try FoundTool.judge(.nrfutil, at: "/usr/bin/nrfutil", says: "nrfutil version 6.1.7")
    }
    #expect(error?.code == .tool)
    #expect(error?.message.contains("PyPI") == true)
    #expect(error?.advice.contains("nrfutil install device") == true)
  }

  @Test("a J-Link's number is compared without its padding")
  func serials() {
    #expect(Self.target.serial == "760123456")
    let odd = ProbeTarget(serial: "990760123456", chip: .nRF52833, device: "")
    #expect(odd.serial == "760123456")
  }

  @Test("OpenOCD: the probe by its number, and no port that others could reach")
  func openOCD() {
    let command = OpenOCDSession.command("openocd", Self.target).description
    #expect(
      command.contains("adapter driver jlink; adapter serial 760123456; transport select swd"))
    #expect(command.contains("-f target/nrf52.cfg"))
    #expect(command.contains("gdb_port disabled; telnet_port disabled; tcl_port pipe"))
  }

  @Test("nRF Util: sectors by default, everything only when it is asked for")
  func nrfUtil() throws {
    #expect(
      try Self.commands(try Self.plan(.nrfutil)) == [
        "nrfutil --json device program --serial-number 760123456 --firmware image.hex --options "
          + "chip_erase_mode=ERASE_RANGES_TOUCHED_BY_FIRMWARE,verify=VERIFY_READ,reset=RESET_SYSTEM"
      ])
    var options = FlashRequest()
    options.recovers = true
    // FCONFIG would be lost, and nRF Util is not known to read it out.
    #expect(throws: FlashError.self) { try Self.plan(.nrfutil, options) }
    let image = try Self.plan(.nrfutil).image
    let plan = try ProbePlan(image, to: Self.target, by: .nrfutil, options: options)
    #expect(
      try Self.commands(plan).first
        == "nrfutil --json device recover --serial-number 760123456")
  }

  @Test("J-Link Commander: a script, and everything on the command line")
  func jlink() throws {
    #expect(
      try Self.commands(try Self.plan(.jlink)) == [
        "JLinkExe -NoGui 1 -ExitOnError 1 -device nRF52833_xxAA -if SWD -speed 4000 -autoconnect 1 "
          + "-USB 760123456 -CommandFile flash.jlink"
      ])
  }

  @Test("pyOCD opens no locked chip by itself")
  func pyOCD() throws {
    let commands = try Self.commands(try Self.plan(.pyocd))
    #expect(
      commands.first
        == "pyocd load -W -t nrf52833 -u 760123456 -f 4000000 -O auto_unlock=false -e sector "
        + "--format hex image.hex")
    #expect(commands.last?.contains("compare 4096 at-1000.bin") == true)
    #expect(commands.allSatisfy { $0.contains("auto_unlock=false") })
  }

  @Test("probe-rs: no erase of everything without leave")
  func probeRS() throws {
    let commands = try Self.commands(try Self.plan(.probeRS))
    #expect(
      commands.first
        == "probe-rs download --non-interactive --chip nRF52833_xxAA --protocol swd --speed 4000 "
        + "--probe 1366:1015:760123456 --binary-format hex --verify image.hex")
    #expect(commands.allSatisfy { !$0.contains("erase") })
  }

  @Test("only the pages that the image touches are erased")
  func pages() throws {
    #expect(try Self.plan(.openocd).pages == [0x1000..<0x3000])
    #expect(try Self.plan(.openocd).lost.isEmpty)
    #expect(try Self.plan(.openocd, at: 0x1_D800, count: 0x900).lost == [Self.fconfig])
    #expect(try Self.plan(.openocd, at: 0x1_F000).lost.isEmpty)
  }

  /// The kit's pages: of the older SES build, and of SDK 1.1.
  private static let layouts = [
    FlashMap.Area("FCONFIG", 0x1_E000..<0x1_F000, .preserved, layout: "Qorvo's older SES build"),
    FlashMap.Area("CALIB_SHA", 0x7_E000..<0x7_F000, .preserved),
    FlashMap.Area("CALIB", 0x7_F000..<0x8_0000, .preserved),
  ]

  @Test(
    "a program of 504 KB as that of SDK 1.1.1 takes nothing that its firmware keeps, and is not warned of",
    arguments: [ProbeErase.sectors, .all])
  func wholeProgram(erase: ProbeErase) throws {
    let image = try FirmwareImage(
      bytes: (0..<504 * 1024).map { UInt8(truncatingIfNeeded: $0 &* 7) | 1 }, named: "uci.bin",
      base: 0)
    let map = FlashMap(name: "kit", chip: .nRF52833, areas: Self.layouts)
    var job = FlashJob(map: map, method: .probe(.openocd), erasesAll: erase == .all)
    (job.keepsCopies, job.restoresCopies) = (true, erase == .all)
    let findings = image.findings(for: job)
    #expect(!findings.contains { $0.code.hasSuffix("-preserved") && $0.severity != .note })
    #expect(findings.contains { $0.code == "covers-other-layout" })
    var options = FlashRequest()
    options.erase = erase
    let plan = try ProbePlan(
      image, to: Self.target, by: .openocd, areas: Self.layouts, options: options)
    #expect(plan.pages == [0..<0x7_E000])
    let kept = Set(plan.lost.map(\.name)).subtracting(["FCONFIG"])
    #expect(kept == (erase == .all ? ["CALIB_SHA", "CALIB"] : []))
  }

  @Test(
    "what the chip has no memory for is refused",
    arguments: [0x7_F000, 0x8_0000, 0x2000_0000, 0x1000_1FF0] as [UInt32])
  func outside(base: UInt32) {
    let error = #expect(throws: FlashError.self) { try Self.plan(.openocd, at: base) }
    #expect(error?.code == .image)
  }

  @Test("recovering and erasing everything say what will be gone")
  func warnings() throws {
    var options = FlashRequest()
    #expect(try Self.plan(.openocd, options).warning == nil)
    options.erase = .all
    let all = try Self.plan(.openocd, options)
    #expect(all.warning?.contains("Calibration is read out") == true)
    #expect(all.lost == [Self.fconfig] && all.preserves.contains("FCONFIG, which is read out"))
    options.recovers = true
    #expect(try Self.plan(.openocd, options).warning?.contains("UICR") == true)
    #expect(throws: FlashError.self) { try Self.plan(.jlink, options) }
  }

  @Test(
    "one model of what goes wrong, whichever program says it",
    arguments: [
      (ProbeTool.openocd, "Error: No J-Link device found", FlashError.Code.line),
      (.openocd, "nRF52 device has AP lock engaged (see UICR APPROTECT register).", .locked),
      (.openocd, "Error: checksum mismatch - attempting binary compare", .verification),
      (.openocd, "Error: Error connecting DP: cannot read IDR", .noAnswer),
      (.pyocd, "No available debug probes are connected", .line),
      (.jlink, "Connecting to J-Link failed. Connected? Powered?", .line),
      (.jlink, "Verify failed @ address 0x00001000", .verification),
      (.probeRS, "Error: No connected debug probes were found", .line),
      (.nrfutil, "task failed: Readback protection is enabled", .locked),
      (.nrfutil, "task failed: something that nobody has seen", .refused),
    ])
  func troubles(tool: ProbeTool, line: String, code: FlashError.Code) {
    let error = ProbeFailure.error(
      tool, status: 1, lines: ["Info : hello", line], isTouched: false, doing: "writing the flash")
    #expect(error.code == code)
    #expect(!error.advice.isEmpty && error.way == .probe)
    #expect(error.state == "The board was not changed.")
  }

  @Test(
    "progress of every kind of output",
    arguments: [
      ("[==========          ]  50%", 50), ("J-Link: Flash download: Program 72.5% done", 72),
      ("no number here %", nil), ("250%", nil), ("plain", nil),
    ])
  func percentages(line: String, percent: Int?) {
    #expect(ProbeFailure.percentage(in: line) == percent)
  }

  @Test("nRF Util's objects: how far it is, and why it failed")
  func nrfUtilOutput() {
    let language = NRFUtil()
    let progress =
      #"{"type":"task_progress","data":{"task":{"id":"1"},"progress":{"progressPercentage":42}}}"#
    #expect(language.percentage(progress) == 42)
    let end = #"{"type":"task_end","data":{"result":"fail","error":{},"message":"is locked"}}"#
    #expect(language.message(end)?.contains("task failed: ") == true)
    #expect(language.percentage("{\"progressPercentage\": 1e400}") == nil)
    #expect(language.percentage("{") == nil)
  }

  @Test("words for a shell are quoted where they must be")
  func quoting() {
    #expect(ToolCommand("a b", ["it's", "", "x=1"]).description == "'a b' 'it'\\''s' '' x=1")
  }
}

@Suite("What an nRF52 says of itself")
struct NRFChipTests {
  /// As the registers of an nRF52833 QIAAB0 are.
  static let words: [UInt32] = [
    4096, 128, 0x1122_3344, 0x5566_7788, 0xFFFF_FFFF, 0x5AB0_9C00, 0xFFFF_3149, 0x52833,
    0x4141_4230, 0x2004, 128, 512, 0x0007_8000, 18, 18, 0xFFFF_FFFF,
  ]

  @Test("FICR and UICR in a person's terms")
  func fields() throws {
    let chip = try #require(NRFChip(Self.words))
    #expect(chip.name == "nRF52833" && chip.variant == "AAB0" && chip.package == "QI")
    #expect(chip.flash == 512 && chip.ram == 128)
    #expect(chip.deviceID == 0x5566_7788_1122_3344)
    #expect(chip.addressText == "F1:49:5A:B0:9C:00" && chip.usbSerial == "F1495AB09C00")
    #expect(chip.bootloader == 0x7_8000 && chip.resetPin == 18)
    #expect(chip.isHardened && chip.protectionText.contains("locks itself"))
  }

  @Test("what is no nRF52 is no nRF52")
  func others() {
    var words = Self.words
    words[7] = 0x51822
    #expect(NRFChip(words) == nil)
    #expect(NRFChip(Array(Self.words.dropLast())) == nil)
    #expect(NRFChip([UInt32](repeating: 0xFFFF_FFFF, count: 16)) == nil)
  }

  @Test("an nRF5340 has its numbers elsewhere, and its address in the other core")
  func dualCore() throws {
    let words: [UInt32] = [
      0x1122_3344, 0x5566_7788, 0x5340, 0x434C_4141, 0x2005, 512, 1024, 4096, 256, 0x50FA_50FA,
    ]
    let chip = try #require(
      NRFChip(applicationCore: words, networkCore: [0xFFFF_FFFF, 0x5AB0_9C00, 0xFFFF_3149]))
    #expect(chip.name == "nRF5340" && chip.variant == "CLAA" && chip.isDualCore)
    #expect(chip.flash == 1024 && chip.ram == 512 && chip.pageSize == 4096)
    #expect(chip.addressText == "F1:49:5A:B0:9C:00")
    #expect(chip.protectionText == "open, if the firmware opens it too")
    let alone = try #require(NRFChip(applicationCore: words, networkCore: []))
    #expect(alone.addressText == nil && alone.usbSerial == nil)
    #expect(NRFChip(applicationCore: Self.words, networkCore: []) == nil)
  }

  @Test(
    "the access port with Nordic's controls tells the family",
    arguments: [
      (0x0288_0000, 0, ChipFamily.nRF52), (0x1288_0000, 0, .nRF52),
      (0x8477_0001, 0x1288_0000, .nRF53), (0x0477_0021, 0, nil), (0, 0, nil),
    ] as [(UInt32, UInt32, ChipFamily?)])
  func families(first: UInt32, second: UInt32, family: ChipFamily?) {
    #expect(ChipFamily(identifiers: first, second) == family)
  }

  @Test("the first words of the flash are a program's, or not")
  func vectors() throws {
    let chip = try #require(NRFChip(Self.words))
    #expect(ChipReading.Vectors(.max, .max, chip: chip) == .erased)
    #expect(
      ChipReading.Vectors(0x2002_0000, 0x1_F101, chip: chip)
        == .table(stack: 0x2002_0000, entry: 0x1_F101))
    for (stack, entry) in [(0x2002_0004, 0x101), (0x2000_0000, 0x100), (0x2000_0000, 0x8_0001)] {
      let (stack, entry) = (UInt32(stack), UInt32(entry))
      #expect(ChipReading.Vectors(stack, entry, chip: chip) == .senseless(stack, entry))
    }
  }

  @Test("a chip is read over its bus, and no core of it is known to OpenOCD")
  func reading() {
    let command = OpenOCDSession.reading("openocd", "760123456", speed: 4000).description
    #expect(command.contains("adapter serial 760123456"))
    #expect(command.contains("target create chip.bus mem_ap"))
    #expect(!command.contains("cortex_m") && !command.contains(".cfg"))
    #expect(command.contains("gdb_port disabled; telnet_port disabled; tcl_port pipe"))
  }
}
