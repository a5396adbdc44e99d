import BootProtocols
import Testing

/// What a shell answers, as text.
private func answer(_ text: String, of shell: inout some DeviceShell, at now: UInt64 = 0) -> String
{
  var bytes: [UInt8] = []
  for action in shell.receive(Array(text.utf8), at: now) {
    if case .send(let sent) = action { bytes += sent }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// A client and a shell, with the times that both ask for and no clock.
struct ShellBench<Client: BootProgrammer, Shell: DeviceShell> {
  var client: Client
  var shell: Shell
  var piece = Int.max
  private(set) var now: UInt64 = 0
  private(set) var failure: BootFailure?
  private var inbox: [UInt8] = []
  private var deadline: UInt64?
  private var over = false

  init(_ client: Client, _ shell: Shell, piece: Int = .max) {
    self.client = client
    self.shell = shell
    self.piece = piece
  }

  /// Whether the client finished.
  mutating func run() -> Bool {
    perform(client.begin())
    for _ in 0..<10_000 where !over {
      if !inbox.isEmpty {
        let part = Array(inbox.prefix(piece))
        inbox.removeFirst(part.count)
        perform(client.receive(part))
      } else if let due = deadline {
        pass(until: due)
        guard inbox.isEmpty else { continue }
        deadline = nil
        perform(client.expired())
      } else {
        return false
      }
    }
    return over && failure == nil
  }

  private mutating func pass(until due: UInt64) {
    while let wake = shell.wakesAt, wake <= due {
      now = max(now, wake)
      take(shell.wake(at: now))
    }
    now = max(now, due)
  }

  private mutating func take(_ actions: [ShellAction]) {
    for action in actions {
      switch action {
      case .send(let bytes): inbox += bytes
      case .restart: take(shell.start(at: now))
      case .ranges: break
      case .measures: take(shell.measured([ShellMeasurement(address: 1, metres: -0.75)]))
      }
    }
  }

  private mutating func perform(_ actions: [ProgrammerAction]) {
    for action in actions {
      switch action {
      case .send(let bytes):
        for start in stride(from: 0, to: bytes.count, by: min(piece, bytes.count)) {
          let part = bytes[start..<min(bytes.count, start + min(piece, bytes.count))]
          take(shell.receive(Array(part), at: now))
        }
      case .pause(let microseconds): pass(until: now + UInt64(microseconds))
      case .discardInput: inbox.removeAll()
      case .expect(let microseconds): deadline = now + UInt64(microseconds)
      case .finished: over = true
      case .failed(let why):
        failure = why
        over = true
      case .setRate, .setLines, .progress, .note, .remark: break
      }
    }
  }
}

@Suite("Qorvo's shell")
struct QorvoShellTests {
  @Test("DECAID answers as the stock firmware does, byte for byte")
  func information() {
    var shell = QorvoShell()
    _ = shell.start(at: 0)
    let block = [
      #"JS0109{"Info":{"#, #""Device":"DWM3001CDK - DW3_QM33_SDK - FreeRTOS","#,
      #""Current App":"NONE","#, #""Version":"1.1.0","#, #""Build":"Aug 13 2025 14:23:02","#,
      #""Apps":["LISTENER","RESPF","INITF"],"#,
      #""Driver":"DW3XXX Device Driver Version 08.19.02","#,
      #""UWB stack":"R12.7.0-405-gb33c5c4272"}}"#,
    ].joined(separator: "\r\n")
    #expect(answer("DECAID\r\n", of: &shell) == "DECAID\r\n\(block)\r\nok\r\n")
    // Upper or lower case, and either end of line.
    #expect(answer("decaid\n", of: &shell) == "decaid\(block)\r\nok\r\n")
  }

  @Test("STAT shows what runs, and a stopped application for another 0.3 s")
  func status() {
    var shell = QorvoShell()
    _ = shell.start(at: 0)
    #expect(answer("INITF -ID=42\r", of: &shell).hasSuffix("ok\r\n"))
    #expect(answer("RESPF\r", of: &shell).hasSuffix("KO\r\n"))
    #expect(answer("STAT\r", of: &shell, at: 10).contains("MODE: INITF\r\n"))
    #expect(answer("STOP\r", of: &shell, at: 1000).hasSuffix("ok\r\n"))
    #expect(answer("STAT\r", of: &shell, at: 300_999).contains("MODE: INITF\r\n"))
    #expect(answer("STAT\r", of: &shell, at: 301_000).contains("MODE: NONE\r\n"))
  }

  @Test("calibration is written, lost without SAVE, kept with it, and wiped by RESTORE")
  func calibration() {
    var shell = QorvoShell()
    _ = shell.start(at: 0)
    let write = "CALKEY ant0.ch9.ant_delay 0x4001\r"
    #expect(answer(write, of: &shell).contains("ant0.ch9.ant_delay: 0x00004001 (len: 4)\r\nok"))
    _ = shell.start(at: 1)
    #expect(answer("LISTCAL\r", of: &shell).contains("ant0.ch9.ant_delay: 0x00003FF7"))
    _ = answer(write + "SAVE\r", of: &shell)
    _ = shell.start(at: 2)
    #expect(answer("LISTCAL\r", of: &shell).contains("ant0.ch9.ant_delay: 0x00004001"))
    #expect(answer("RESTORE\r", of: &shell).hasSuffix("ok\r\n"))
    #expect(answer("LISTCAL\r", of: &shell).contains("ant0.ch9.ant_delay: 0x00003FF7"))
    // Reading one key is what this firmware cannot.
    #expect(answer("CALKEY xtal_trim\r", of: &shell).hasSuffix("KO\r\n"))
  }

  @Test("UART 1 with SAVE takes the console away for good")
  func console() {
    var shell = QorvoShell()
    _ = shell.start(at: 0)
    #expect(answer("UART 1\rSAVE\r", of: &shell).hasSuffix("ok\r\n"))
    _ = shell.start(at: 1)
    #expect(answer("STAT\r", of: &shell).isEmpty)
  }

  @Test("VERSION is a command of 1.0.2 and not of 1.1.0")
  func version() {
    var new = QorvoShell()
    _ = new.start(at: 0)
    #expect(answer("VERSION\r", of: &new).hasSuffix("KO\r\n"))
  }

  @Test("the client learns who is there, whatever the pieces")
  func client() {
    for piece in [1, 2, 3, 7, 64, .max] {
      var shell = QorvoShell()
      _ = shell.start(at: 0)
      _ = shell.receive(Array("INITF\rhalf a comm".utf8), at: 0)
      var bench = ShellBench(QorvoShellClient(calibration: true), shell, piece: piece)
      #expect(bench.run() == true)
      let report = bench.client.report
      #expect(report.text("Device") == "DWM3001CDK - DW3_QM33_SDK - FreeRTOS")
      #expect(report.text("UWB stack") == "R12.7.0-405-gb33c5c4272")
      #expect(
        report.information.first { $0.name == "Apps" }?.value
          == .list([.text("LISTENER"), .text("RESPF"), .text("INITF")]))
      #expect(report.mode == "INITF")
      #expect(report.lastError == "0")
      #expect(report.longestMessage == "255")
      #expect(report.calibration.count == QorvoShell.factory.count)
      #expect(
        report.calibration.first { $0.name == "xtal_trim" }?.value == .word("0x19"))
      // It asked, and stopped nothing.
      #expect(bench.shell.application == "INITF")
    }
  }

  @Test("a silent board, a lossy line and a wrong count are told apart from a good answer")
  func faults() {
    let table: [(QorvoShell.Fault, String)] = [
      (.isSilent, "no-answer"),
      (.losesEvery(20), "protocol"),
      (.miscounts(100), "protocol"),
    ]
    for (fault, code) in table {
      var shell = QorvoShell(fault: fault)
      _ = shell.start(at: 0)
      var bench = ShellBench(QorvoShellClient(), shell)
      #expect(bench.run() == false)
      #expect(bench.failure?.code == code)
    }
  }

  @Test("hostile bytes do no harm to either side")
  func hostile() {
    var dice = LoaderDice(seed: 51)
    for round in 0..<80 {
      var bytes = dice.bytes(1500)
      if round % 2 == 0 {
        bytes += Array("\r\nJSFFFF{\"Info\":{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1".utf8) + bytes
        bytes += Array("\r\nJS0004{{{{\r\nok\r\n".utf8)
      }
      var shell = QorvoShell()
      _ = shell.start(at: 0)
      _ = shell.receive(bytes, at: 0)
      var client = QorvoShellClient(calibration: true)
      _ = client.begin()
      _ = client.receive(bytes)
      #expect(client.report.calibration.count <= 1024)
    }
  }

  @Test("a value that shells print is read, and one that nests without end is not")
  func values() {
    let text = #"{ "a" : "b\"c" , "list":[1,"two",[]], "flag":true, "number":-0.5 }"#
    let value = ShellValue(Array(text.utf8))
    #expect(value?["a"] == .text("b\"c"))
    #expect(value?["list"] == .list([.word("1"), .text("two"), .list([])]))
    #expect(value?["number"]?.string == "-0.5")
    #expect(value?["missing"] == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(ShellValue(Array(deep.utf8)) == nil)
    for broken in ["", "{", "{\"a\"}", "{\"a\":}", "[1 2]", "\"a"] {
      #expect(ShellValue(Array(broken.utf8)) == nil)
    }
  }
}
