import Errors
import Flashing
import Foundation
import Journal
import LabRuntime
import Links
import Notation
import Synchronization
import Testing

@testable import Bench
@testable import Boards
@testable import RigFile

/// A port that writes down how it is opened and that it is closed.
private final class PaperPort: BoardPort {
  let name = "paper"
  let settings: LineSettings? = nil
  private let words = Mutex<[String]>([])
  private let lab: Lab

  init(_ lab: Lab) { self.lab = lab }

  var all: [String] { words.withLock { $0 } }

  func open() async throws(RigError) -> any Link { try await open { _ in } }

  func open(
    changing change: (inout SerialParameters) -> Void
  ) async throws(RigError) -> any Link {
    var parameters = SerialParameters.standard
    change(&parameters)
    note("open dtr \(parameters.dtr == true) rts \(parameters.rts == true)")
    return Opened(self)
  }

  private func note(_ words: String) {
    self.words.withLock { $0.append("\(lab.now.nanoseconds / 1_000_000) ms \(words)") }
  }

  private final class Opened: Link {
    let name = "paper"
    let preservesMessages = false
    private let port: PaperPort
    private let isClosed = Mutex(false)

    init(_ port: PaperPort) { self.port = port }

    func start(_ receive: @escaping @Sendable (LinkEvent) -> Void) {}
    func send(_ bytes: [UInt8]) async throws(RigError) {}
    func setReading(_ reading: Bool) {}

    func close() {
      let wasClosed = isClosed.withLock { isClosed in
        defer { isClosed = true }
        return isClosed
      }
      if !wasClosed { port.note("close") }
    }
  }
}

@Suite("What a bench has around a board")
struct EquipmentTests {
  private static func file(_ keys: String) throws -> RigFile {
    try RigFile.parse(
      "version: 1\nboards:\n  - {name: lock, firmware: ni-accessory, \(keys)}", file: "one.yaml",
      directory: "")
  }

  private static func words(
    _ keys: String, _ body: @escaping @Sendable (BenchBoard) async throws -> Void
  ) throws -> [String] {
    let file = try file(keys)
    let lab = Lab.simulated(seed: 0)
    let port = PaperPort(lab)
    let journal = Journal(now: { lab.now }, sink: MemorySink())
    let board = BenchBoard(
      try #require(file.boards.first), source: port, place: nil,
      equipment: BoardEquipment(of: try #require(file.boards.first), in: file, lab: lab), lab: lab,
      journal: journal)
    try lab.run { try await body(board) }
    return port.all
  }

  @Test("both lines are dropped for 100 ms, on a link of their own that is closed again")
  func bothLines() throws {
    let words = try Self.words("link: 'serial:/dev/ttyACM0'") { try await $0.dropControlLines() }
    #expect(words == ["0 ms open dtr false rts false", "100 ms close"])
  }

  @Test("a link that is open is closed before its lines are dropped")
  func openBefore() throws {
    let words = try Self.words("link: 'serial:/dev/ttyACM0'") { board in
      try await board.session.open()
      try await board.dropControlLines()
    }
    #expect(
      words == [
        "0 ms open dtr true rts true", "0 ms close", "0 ms open dtr false rts false",
        "100 ms close",
      ])
  }

  @Test(
    "a reset drops the line that the rig file names, and no other",
    arguments: [("dtr", "dtr false rts true"), ("rts", "dtr true rts false")])
  func oneLine(line: String, expected: String) throws {
    let words = try Self.words("link: 'serial:/dev/ttyACM0', reset: \(line)") {
      try await $0.reset()
    }
    #expect(words == ["0 ms open \(expected)", "100 ms close"])
  }

  @Test(
    "what goes through a debug probe has to know which one, and what is behind it",
    arguments: [
      ("reset: probe", "reset: probe only beside probe: and profile:"),
      ("recovery: [probe], probe: 683298616", "recovery by probe only beside probe:"),
      ("recovery: [probe], profile: dwm3001cdk", "recovery by probe only beside probe:"),
      ("probe: 'no number'", "the serial number of a debug probe"),
    ])
  func probeFaults(keys: String, words: String) throws {
    let errors = #expect(throws: RigFileErrors.self) {
      try Self.file("link: 'serial:/dev/ttyACM0', \(keys)")
    }
    #expect(errors?.errors.first?.allowed.contains(words) == true, "\(errors as Any)")
  }

  @Test("a probe that the rig file names leads to the chip of the profile")
  func probe() throws {
    let file = try Self.file(
      "link: 'serial:/dev/ttyACM0', probe: 000683298616, profile: dwm3001cdk, recovery: [probe]")
    let board = try #require(file.boards.first)
    #expect(board.recovery == [.probe])
    let probe = try #require(BoardProbe(of: board, profiles: .shipped()))
    #expect(probe.name == "probe 000683298616")
    #expect(probe.target.serial == "683298616")
    #expect(probe.target.device == "nRF52833_xxAA")
    // No debug probe resets what no profile knows, or a chip that is none of Nordic's.
    #expect(BoardProbe(of: board, profiles: nil) == nil)
    var other = board
    other.profile = "sr250-frdm-rw612"
    #expect(try BoardProbe(of: other, profiles: .shipped()) == nil)
  }

  @Test("a rig without a real terminal depends on no profile of this user")
  func noProfiles() throws {
    #expect(try Self.file("link: virtual").profiles() == nil)
    #expect(try Self.file("link: 'tcp://localhost:7000'").profiles() == nil)
    #expect(try Self.file("link: 'serial:/dev/ttyACM0'").profiles() != nil)
  }

  @Test("a misspelt profile is told with the nearest name")
  func misspelt() throws {
    let file = try Self.file("link: 'serial:/dev/ttyACM0', profile: dwm3001cdx")
    let error = #expect(throws: RigError.self) { try file.check(.shipped()) }
    #expect(
      error?.description
        == "lock: there is no board profile \"dwm3001cdx\". Did you mean \"dwm3001cdk\"?")
  }
}

@Suite("Claims of boards")
struct ClaimTests {
  private static let holder = LockHolder(program: "uwbrig run", process: 7, since: "now")

  private static func file(_ links: String...) throws -> RigFile {
    let boards = links.enumerated().map { index, link in
      "  - {name: b\(index), firmware: uci, role: controlee, \(link)}"
    }
    return try RigFile.parse(
      "version: 1\nboards:\n" + boards.joined(separator: "\n"), file: "one.yaml", directory: "")
  }

  /// Whether a second program that writes the board the other way gets it as well.
  private static func isShared(
    _ first: String, _ second: String, devices: [MockDevice], probes: [String] = []
  ) throws -> Bool {
    let tree = try MockTree()
    defer { tree.clean() }
    for device in devices { try tree.plug(device) }
    let usb = USBTree(roots: SystemRoots(below: tree.path))
    let own = try BoardClaim(
      file(first), holder: holder, tree: usb, directory: tree.path)
    defer { own.release() }
    let other = try file(second)
    do throws(RigError) {
      try BoardClaim(
        other, probes: probes, holder: holder, tree: usb, directory: tree.path
      ).release()
      return true
    } catch {
      #expect(error.code == .busy)
      #expect(error.reason.contains("is in use by uwbrig run (process 7)"))
      return false
    }
  }

  private static let probe = MockDevice.probe(
    "1-1", address: 4, serial: "000683298616", terminals: ["ttyACM0"])
  private static let other = MockDevice.native(
    "1-2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1")

  @Test(
    "one board is one lock, however it is written",
    arguments: [
      "usb:serial=000683298616,interface=0", "usb:serial=683298616,interface=0",
      "usb:path=1-1,interface=0",
    ])
  func forms(form: String) throws {
    let link = "link: '\(form)'"
    #expect(
      try !Self.isShared(
        "link: 'usb:serial=683298616,interface=0'", link, devices: [Self.probe, Self.other]))
    #expect(
      try Self.isShared(
        "link: 'usb:serial=F1498C5AB09C,interface=0'", link, devices: [Self.probe, Self.other]))
  }

  @Test(
    "an address is one lock, however the host of this machine is written",
    arguments: ["tcp://127.0.0.1:7000", "tcp://[::1]:7000", "rfc2217://LOCALHOST:7000"])
  func addresses(link: String) throws {
    let first = "link: 'tcp://localhost:7000'"
    #expect(try !Self.isShared(first, "link: '\(link)'", devices: []))
    #expect(try Self.isShared(first, "link: 'tcp://localhost:7001'", devices: []))
    #expect(try Self.isShared(first, "link: 'tcp://bench.local:7000'", devices: []))
  }

  @Test("a probe that somebody flashes through is the same board as its terminal")
  func flashing() throws {
    let native = "link: 'usb:serial=F1498C5AB09C,interface=0'"
    let terminal = "link: 'usb:serial=683298616,interface=0'"
    let devices = [Self.probe, Self.other]
    #expect(try !Self.isShared(terminal, native, devices: devices, probes: ["000683298616"]))
    #expect(try Self.isShared(native, "link: virtual", devices: devices, probes: ["683298616"]))
    // A run that may reset by the probe owns it from the start.
    #expect(
      try !Self.isShared(
        native + ", probe: 683298616, profile: dwm3001cdk", terminal, devices: devices))
  }

  @Test("what other verbs lock is the same key")
  func sameKey() throws {
    let tree = try MockTree()
    defer { tree.clean() }
    for device in [Self.probe, Self.other] { try tree.plug(device) }
    let inventory = USBTree(roots: SystemRoots(below: tree.path)).snapshot()
    #expect(inventory.devices.map { inventory.lockKey(of: $0) } == ["683298616", "F1498C5AB09C"])
    let file = try Self.file("link: 'usb:serial=683298616,interface=0'")
    let claims = try BoardClaim(
      file, holder: Self.holder, tree: USBTree(roots: SystemRoots(below: tree.path)),
      directory: tree.path)
    defer { claims.release() }
    let device = try #require(inventory.devices.first)
    #expect(BoardLock.holder(of: device, in: inventory, directory: tree.path) == Self.holder)
  }

  @Test("boards that share a serial number are locked by their ports")
  func twins() throws {
    let devices = [
      MockDevice.native("1-1", address: 4, serial: "F1498C5AB09C", terminal: "ttyACM0"),
      .native("1-2", address: 5, serial: "F1498C5AB09C", terminal: "ttyACM1"),
    ]
    #expect(
      try Self.isShared(
        "link: 'usb:path=1-1,interface=0'", "link: 'usb:path=1-2,interface=0'", devices: devices))
    #expect(
      try !Self.isShared(
        "link: 'usb:path=1-1,interface=0'", "link: 'usb:path=1-1,interface=0'", devices: devices))
  }

  @Test(
    "a hub between the port and the board goes with the board, unless somebody else hangs on it",
    arguments: [true, false])
  func hubOfItsOwn(isAlone: Bool) throws {
    let tree = try MockTree()
    defer { tree.clean() }
    let board = MockDevice.native(
      "1-1.2.1", address: 9, serial: "F1498C5AB09C", terminal: "ttyACM0")
    try tree.plug(board)
    if !isAlone { try tree.plug(MockDevice.mouse("1-1.2.4", address: 10)) }
    let devices = "sys/bus/usb/devices"
    for name in ["1-1", "1-1.2"] { try tree.write("09\n", to: "\(devices)/\(name)/bDeviceClass") }
    try tree.write("0\n", to: "\(devices)/1-1:1.0/1-1-port2/disable")
    let file = try Self.file("link: 'usb:serial=F1498C5AB09C,interface=0', power: 'hub:1-1:2'")
    let lab = Lab.simulated(seed: 0)
    let equipment = BoardEquipment(
      of: try #require(file.boards.first), in: file, lab: lab,
      tree: USBTree(roots: SystemRoots(below: tree.path)))
    let error = try lab.run { () -> RigError? in
      async let kernel: Void = {
        try? await lab.sleep(for: .milliseconds(100), label: "the kernel")
        let hub = tree.root.appending(path: "\(devices)/1-1.2")
        if isAlone { try? FileManager.default.removeItem(at: hub) }
      }()
      var thrown: RigError?
      do throws(RigError) { try await equipment.cut() } catch { thrown = error }
      await kernel
      return thrown
    }
    if isAlone {
      #expect(error == nil)
    } else {
      #expect(
        error?.reason.contains("it also feeds 1-1.2.4, ") == true, "\(String(describing: error))")
    }
    let disable = tree.root.appending(path: "\(devices)/1-1:1.0/1-1-port2/disable")
    #expect(try String(contentsOf: disable, encoding: .utf8) == (isAlone ? "1\n" : "0\n"))
  }
}
