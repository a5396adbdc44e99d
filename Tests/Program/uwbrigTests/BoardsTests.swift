import Boards
import BootProtocols
import Foundation
import Journal
import TestSupport
import Testing

@Suite("boards without boards")
struct NoBoardsTests {
  /// Where the computer that runs the tests has boards of its own, it has a right to show them.
  @Test("without boards the answer is an empty list, and a remark for people")
  func none() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["boards", "--json"])
    #expect(ending.status == 0)
    let json = try JSONParser.parse(Array(ending.output.utf8))
    #expect(json["schema"]?.string == "uwbrig.boards/1")
    let count = try #require(json["boards"]?.array?.count)
    let text = try program.run(["boards"])
    #expect(text.status == 0)
    #expect(text.errors.contains("No board is attached") == (count == 0))
    #expect(text.output.isEmpty == (count == 0))
  }

  @Test("a rig whose board is not attached is status 3 with what is attached")
  func notAttached() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: usb:serial=F1498C5AB09F,interface=0
      """, to: "bench.yaml")
    #expect(try program.run(["rig", "check", "bench.yaml"]).status == 0)
    let ending = try program.run(["run", "--rig", "bench.yaml"])
    #expect(ending.status == 3)
    #expect(
      ending.errors.contains(
        "usb:serial=F1498C5AB09F,interface=0: no attached USB device has serial=F1498C5AB09F"))
  }
}

@Suite(
  "umockdev: boards", .serialized,
  .enabled(if: UMockdevBed.isPreloaded, Comment(rawValue: UMockdevBed.reason)))
struct UmockdevBoardsTests {
  private static let kits: [MockDevice] = [
    .probe("1-1", address: 4, serial: "000760012345", terminals: ["ttyACM0"]),
    .native("1-2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1"),
    .probe("1-3", address: 6, serial: "001050247094", terminals: ["ttyACM2", "ttyACM3"]),
  ]

  /// The program sees the bed's devices too.
  private static func run(_ program: Program, _ arguments: [String]) throws -> Program.Ending {
    try program.run(arguments, environment: environment)
  }

  private static var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    var environment: [String: String] = [:]
    for name in ["LD_PRELOAD", "UMOCKDEV_DIR"] { environment[name] = own[name] }
    return environment
  }

  private static func bed(_ devices: [MockDevice]) throws -> UMockdevBed {
    let bed = try UMockdevBed()
    for (number, device) in devices.enumerated() { try bed.plug(device, minor: number + 2) }
    return bed
  }

  @Test("the table of three kits")
  func table() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let ending = try Self.run(program, ["boards"])
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    try expectSnapshot(ending.output, "boards.txt")
  }

  @Test("the document of three kits")
  func document() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let ending = try Self.run(program, ["boards", "--json"])
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "boards.json")
  }

  @Test("what was found to speak on a port is shown from memory, and nothing is asked")
  func remembered() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let native = USBDevice(
      path: "elsewhere", bus: 1, address: 1, vendor: 0x1915, product: 0x520F, release: 0x0100,
      productName: "nRF52 USB Product", serial: "F1498C5AB09C")
    let file = program.folder.appending(path: ".local/state/uwbrig/firmware.tsv").path
    try ProbeMemory.update(file) {
      $0.remember(ProbeResult(firmware: .uci, detail: "UCI 2.0"), native, interface: 0)
    }
    let table = try Self.run(program, ["boards"]).output
    #expect(table.contains(/IF +PORT +ROLE +SPEAKS +STATE/))
    #expect(table.contains(/F1498C5AB09C +0 +\/dev\/ttyACM1 +uci or [^ ]+ +uci +free/))
    let json = try JSONParser.parse(Array(Self.run(program, ["boards", "--json"]).output.utf8))
    let device =
      json["boards"]?.array?.map { $0["devices"]?.array?.first }
      .first { $0?["serial"]?.string == "F1498C5AB09C" } ?? nil
    #expect(device?["firmware"]?.string == "uci (UCI 2.0)")
    #expect(device?["ports"]?.array?.first?["speaks"]?.string == "uci")
  }

  /// Answers as OpenOCD does with the chip of the second kit behind the first one's probe.
  private static let openocd = """
    #!/usr/bin/env bash
    if [ "$1" = --version ]; then echo "Open On-Chip Debugger 0.12.0"; exit; fi
    while IFS= read -r -d $'\\x1a' command; do
      answer="0 "
      case "$* $command" in
      *"serial 760012345"*"apreg 1 252"*) answer="0 0x02880000" ;;
      *"serial 760012345"*"apreg 1 12"*) answer="0 0x1" ;;
      *"serial 760012345"*"read_memory 0x0 32 2"*) answer="0 0xffffffff 0xffffffff" ;;
      *"serial 760012345"*" 8 32}"*) answer="0 $(printf '0xff %.0s' {1..32})" ;;
      *"serial 760012345"*0x10000010*) answer="0 0x1000 0x80" ;;
      *"serial 760012345"*0x10000060*) answer="0 0x1 0x2" ;;
      *"serial 760012345"*0x100000a0*) answer="0 0x1 0x8c5ab09c 0xf149" ;;
      *"serial 760012345"*0x10000100*) answer="0 0x52833 0x41414230 0x2004 0x80 0x200" ;;
      *"serial 760012345"*0x10001014*) answer="0 0xffffffff" ;;
      *"serial 760012345"*0x10001200*) answer="0 0xffffffff 0xffffffff 0xffffffff" ;;
      *"serial 760012345"*) ;;
      *) answer="1 Error connecting DP: cannot read IDR" ;;
      esac
      printf '%s\\x1a' "$answer"
    done
    """

  @Test(
    "--chips finds by the chip's address that two devices are one board, and says where it did not")
  func chips() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let environment = try Self.withOpenOCD(program)
    let ending = try program.run(["boards", "--chips", "--json"], environment: environment)
    #expect(ending.status == 0, "\(ending.errors)")
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let serials = json["boards"]?.array?.map { board in
      board["devices"]?.array?.compactMap { $0["normalized_serial"]?.string } ?? []
    }
    #expect(serials == [["760012345", "F1498C5AB09C"], ["1050247094"]])
    #expect(ending.errors.contains("the chip behind path=1-3 was not read"), "\(ending.errors)")
    // An nRF52833: two kits of five are left.
    let title = json["boards"]?.array?.first?["title"]?.string
    #expect(title == "may be Qorvo DWM3001CDK (or one other)")
    #expect(json["boards"]?.array?.map { $0["paired"]?.string } == ["read", nil])
    var bare = environment
    bare["PATH"] = program.folder.path
    let toolless = try program.run(["boards", "--chips"], environment: bare)
    #expect(toolless.errors.contains("was not read"), "\(toolless.errors)")
    try again(bed, program)
  }

  /// A program in the place of OpenOCD, and the environment in which it is found.
  private static func withOpenOCD(_ program: Program) throws -> [String: String] {
    let tool = program.folder.appending(path: "bin/openocd")
    try FileManager.default.createDirectory(
      at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
    let source = program.folder.appending(path: "openocd.text")
    try Data((openocd + "\n").utf8).write(to: source)
    // The system runs no file that is open for writing anywhere, and a child that another test is
    // starting has what is open here for a moment: so another process writes it.
    let install = try ChildProcess("/usr/bin/install", ["-m", "755", source.path, tool.path])
    try #require(try install.wait() == .exit(0))
    var environment = environment
    environment["PATH"] = "\(tool.deletingLastPathComponent().path):/usr/bin:/bin"
    return environment
  }

  @Test("inspect remembers which port a chip is, and knows both sockets of a board from then on")
  func inspectedPair() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let environment = try Self.withOpenOCD(program)
    let first = try program.run(["inspect", "serial=760012345"], environment: environment)
    #expect(first.output.contains(/USB +path=1-1[^$]*USB +path=1-2/), "\(first.output)")
    let table = try Self.run(program, ["boards", "--json"])
    let boards = try JSONParser.parse(Array(table.output.utf8))["boards"]?.array
    #expect(boards?.map { $0["paired"]?.string } == ["remembered", nil])
    // By the other socket, and without asking anybody.
    let passive = try Self.run(program, ["inspect", "--passive", "serial=F1498C5AB09C"])
    #expect(passive.status == 0, "\(passive.errors)")
    #expect(passive.output.contains(/USB +path=1-1[^$]*USB +path=1-2/), "\(passive.output)")
    // By the other socket the chip is read through the probe all the same.
    let native = try program.run(["inspect", "serial=F1498C5AB09C"], environment: environment)
    #expect(native.output.contains("Chip behind the probe"), "\(native.output)")
    #expect(native.output.contains("nRF52833"), "\(native.output)")
  }

  @Test("an attached board needs no rig file once it is known what it speaks")
  func console() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let unknown = try Self.run(program, ["console", "serial=F1498C5AB09C"])
    #expect(unknown.status == 3)
    #expect(
      unknown.errors.contains(
        "serial=F1498C5AB09C: it is not known what it speaks; it may be uci or qorvo-cli. `uwbrig "
          + "boards --probe` asks it"), "\(unknown.errors)")
    let native = USBDevice(
      path: "elsewhere", bus: 1, address: 1, vendor: 0x1915, product: 0x520F, release: 0x0100,
      productName: "nRF52 USB Product", serial: "F1498C5AB09C")
    let file = program.folder.appending(path: ".local/state/uwbrig/firmware.tsv").path
    try ProbeMemory.update(file) {
      $0.remember(ProbeResult(firmware: .uci, detail: "UCI 2.0"), native, interface: 0)
    }
    // The bed's terminals are none: it has got as far as opening it.
    let known = try Self.run(program, ["console", "serial=F1498C5AB09C"])
    #expect(known.status == 3)
    #expect(known.errors.contains("it is not a serial port"), "\(known.errors)")
    let nobody = try Self.run(program, ["console", "serial=760012345"])
    #expect(nobody.status == 3)
    #expect(nobody.errors.contains("it is not known what it speaks"), "\(nobody.errors)")
  }

  @Test("a serial port that no driver has made stands in the table, with what is to be done")
  func missingPort() throws {
    var kit = Self.kits[1]
    kit.interfaces[0].terminal = nil
    kit.interfaces[0].driver = nil
    let bed = try Self.bed([kit])
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let text = try Self.run(program, ["boards"]).output
    #expect(text.contains(/F1498C5AB09C +0 +– +uci or [^ ]+ +no port/), "\(text)")
    #expect(
      text.contains(
        "path=1-2: no serial port: no driver has made one of its interface 0\n"
          + "  fix it with: sudo modprobe cdc_acm"), "\(text)")
    let inspected = try Self.run(program, ["inspect", "serial=F1498C5AB09C"])
    #expect(inspected.status == 3)
    #expect(inspected.output.contains("no driver has made one of its interface 0"))
  }

  /// What `--chips` has read is known without asking, until one of the two is seen alone.
  private func again(_ bed: UMockdevBed, _ program: Program) throws {
    func boards() throws -> JSONValue? {
      let ending = try Self.run(program, ["boards", "--json"])
      #expect(ending.status == 0, "\(ending.errors)")
      return try JSONParser.parse(Array(ending.output.utf8))["boards"]
    }
    let first = try boards()?.array?.first
    #expect(first?["paired"]?.string == "remembered")
    #expect(first?["devices"]?.array?.count == 2)
    #expect(first?["title"]?.string == "may be Qorvo DWM3001CDK (or one other)")
    let text = try Self.run(program, ["boards"]).output
    #expect(
      text.contains(
        "serial=760012345 and serial=F1498C5AB09C: one board: `uwbrig boards --chips` or inspect has read"
      ),
      "\(text)")
    bed.unplug(Self.kits[1], minor: 3)
    let alone = try boards()?.array?.map { $0["devices"]?.array?.count }
    #expect(alone == [1, 1])
    // A bed takes each node once.
    var kit = Self.kits[1]
    (kit.path, kit.address) = ("1-4", 9)
    kit.interfaces[0].terminal = "ttyACM9"
    try bed.plug(kit, minor: 40)
    let back = try boards()?.array?.map { $0["paired"]?.string }
    #expect(back == [nil, nil, nil])
  }

  @Test("--probe says why a port cannot be asked, and what was known of it stays")
  func probe() throws {
    let bed = try Self.bed(Array(Self.kits[1...1]))
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let native = USBDevice(
      path: "elsewhere", bus: 1, address: 1, vendor: 0x1915, product: 0x520F, release: 0x0100,
      productName: "nRF52 USB Product", serial: "F1498C5AB09C")
    let file = program.folder.appending(path: ".local/state/uwbrig/firmware.tsv").path
    try ProbeMemory.update(file) {
      $0.remember(ProbeResult(firmware: .uci, detail: "UCI 2.0"), native, interface: 0)
    }
    let ending = try Self.run(program, ["boards", "--probe"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("Note: /dev/ttyACM1: "), "\(ending.errors)")
    #expect(ending.output.contains("SPEAKS"))
    #expect(ProbeMemory.load(file).entries.count == 1)
  }

  @Test("an attached board is inspected by its address, and a port that is none is told")
  func inspect() throws {
    let bed = try Self.bed(Self.kits)
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let passive = try Self.run(program, ["inspect", "--passive", "serial=F1498C5AB09C"])
    #expect(passive.status == 0, "\(passive.errors)")
    #expect(passive.output.contains(/USB +path=1-2/))
    #expect(passive.output.contains("chip address"))
    let asked = try Self.run(program, ["inspect", "serial=F1498C5AB09C"])
    #expect(asked.status == 3)
    #expect(asked.output.contains("it is not a serial port"), "\(asked.output)")
    let probe = try Self.run(program, ["inspect", "--passive", "path=1-1", "--json"])
    let json = try JSONParser.parse(Array(probe.output.utf8))
    let channels = json["boards"]?.array?.first?["channels"]?.array ?? []
    #expect(channels.compactMap { $0["channel"]?.string } == ["usb", "j-link"])
    #expect(channels.last?["trouble"]?["message"]?.string?.isEmpty == false)
  }

  @Test("a rig file names its boards in the table, and a board that two devices are is refused")
  func rig() throws {
    var twin = Self.kits[1]
    twin.path = "1-4"
    twin.address = 7
    twin.interfaces[0].terminal = "ttyACM4"
    let bed = try Self.bed(Self.kits + [twin])
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - {name: lock, firmware: ni-accessory, link: "usb:path=1-4,interface=0"}
        - {name: door, firmware: ni-accessory, link: "usb:serial=1050247094,interface=2"}
      """, to: "bench.yaml")
    let table = try Self.run(program, ["boards", "--rig", "bench.yaml"]).output
    #expect(table.contains(/path=1-4 +0 +\/dev\/ttyACM4 +uci or [^ ]+ +lock/))
    #expect(table.contains(/2 +\/dev\/ttyACM3 +idle +door/))
    try program.write(
      """
      version: 1
      boards:
        - {name: lock, firmware: ni-accessory, link: "usb:serial=F1498C5AB09C,interface=0"}
      """, to: "twins.yaml")
    let refused = try Self.run(program, ["run", "--rig", "twins.yaml"])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("is 2 devices: path=1-2 (1915:520f"), "\(refused.errors)")
    try program.write(
      """
      version: 1
      boards:
        - {name: a, firmware: ni-accessory, link: "usb:path=1-3,interface=2"}
        - {name: b, firmware: ni-accessory, link: "usb:serial=1050247094,interface=2"}
      """, to: "one.yaml")
    // By usb: only: umockdev's realpath spoils the heap for a terminal's own path.
    let shared = try Self.run(program, ["run", "--rig", "one.yaml"])
    #expect(shared.status == 3)
    #expect(
      shared.errors.contains("the boards a and b are on one serial port, /dev/ttyACM3"),
      "\(shared.errors)")
  }

  @Test("--watch tells what is there, what comes and what goes, one object a line")
  func watch() throws {
    let bed = try Self.bed(Array(Self.kits.prefix(1)))
    let program = try Program()
    defer { program.clean() }
    let process = try program.start(
      ["boards", "--watch", "--json"], environment: Self.environment, output: .pipe)
    var lines = Lines(process.output)
    let first = lines.next()
    let present = try #require(first)
    #expect(present["event"]?.string == "present")
    #expect(present["boards"]?.array?.count == 1)
    try bed.plug(Self.kits[1], minor: 9)
    let second = lines.next()
    let added = try #require(second)
    #expect(added["event"]?.string == "added")
    var device = added["boards"]?.array?.first?["devices"]?.array?.first
    // On a slow machine a board is seen before its terminal.
    if device?["ports"]?.array?.isEmpty == true {
      let later = lines.next()
      #expect(later?["event"]?.string == "changed")
      device = later?["boards"]?.array?.first?["devices"]?.array?.first
    }
    #expect(device?["address"]?.string == "serial=F1498C5AB09C")
    #expect(device?["ports"]?.array?.first?["path"]?.string == "/dev/ttyACM1")
    bed.unplug(Self.kits[1], minor: 9)
    var third = lines.next()
    // On a slow machine its terminal is seen to go before it goes itself.
    while third?["event"]?.string == "changed" { third = lines.next() }
    #expect(third?["event"]?.string == "removed")
    process.signal(SIGINT)
    #expect(try process.wait() == .exit(130))
    let fourth = lines.next()
    #expect(fourth == nil)
  }

  @Test("--watch ends when nobody reads any more, though nothing is plugged in or out")
  func watchWithoutReader() throws {
    let bed = try Self.bed(Array(Self.kits.prefix(1)))
    defer { withExtendedLifetime(bed) {} }
    let program = try Program()
    defer { program.clean() }
    let process = try program.start(
      ["boards", "--watch", "--json"], environment: Self.environment, output: .pipe)
    var lines = Lines(process.output)
    #expect(lines.next()?["event"]?.string == "present")
    try process.output.close()
    #expect(try process.wait() == .exit(0))
  }

  /// JSON objects, one a line, as they come.
  private struct Lines {
    private let handle: FileHandle
    private var pending: [UInt8] = []

    init(_ handle: FileHandle) { self.handle = handle }

    mutating func next() -> JSONValue? {
      while true {
        if let end = pending.firstIndex(of: 0x0A) {
          let line = Array(pending[..<end])
          pending.removeSubrange(...end)
          return try? JSONParser.parse(line)
        }
        let data = handle.availableData
        if data.isEmpty { return nil }
        pending += data
      }
    }
  }
}
