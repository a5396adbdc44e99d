import Boards
import BootProtocols
import Foundation
import Testing
import WireFormat

@Suite("Asking what speaks on a port")
struct FirmwareProbeTests {
  /// Answers of firmware, recorded or built by the specification.
  static let answers: [(Firmware, [UInt8], String)] = [
    (
      .uci,
      [0x40, 0x02, 0x00, 0x0A, 0x00, 0x02, 0x00, 0x01, 0x30, 0x01, 0x30, 0x01, 0x10, 0x00],
      "UCI 2.0"
    ),
    // A device status and an interrupted session come first.
    (
      .uci,
      [0x60, 0x01, 0x00, 0x01, 0x01, 0x40, 0x02, 0x00, 0x0A, 0x00, 0x01, 0x10, 0x01, 0x30, 0x01]
        + [0x30, 0x01, 0x10, 0x00],
      "UCI 1.1"
    ),
    // A board that carries out nothing before a reset says that it is in error.
    (.uci, [0x60, 0x01, 0x00, 0x01, 0x01, 0x60, 0x01, 0x00, 0x01, 0xFF], ""),
    (.bootloader(.mcubootSMP), smpAnswer, ""),
    (.bootloader(.mcubootSMP), Array("uart:~$ \r\n".utf8) + smpAnswer, ""),
    (.bootloader(.secureDFU), [0x60, 0x09, 0x01, 0x5A, 0xC0], ""),
    (.bootloader(.secureDFU), [0xC0, 0xC0, 0x60, 0x09, 0x01, 0x5A, 0xC0], ""),
    (
      .shell(.qorvoCLI), Array("\r\nMODE: STOP\r\nLAST ERR CODE: 0\r\nMAX MSG LEN: 100\r\n".utf8),
      ""
    ),
    (
      .shell(.qorvoCLI),
      Array("JS0060{\"Info\":{\"Device\":\"DWM3001CDK\",\"Current App\":\"STOP\"}}\r\n".utf8),
      "STOP"
    ),
    (.shell(.dwm1001), Array("\r\n\r\n DWM1001 TWR Real Time Location System\r\ndwm> ".utf8), ""),
  ]

  static var smpAnswer: [UInt8] {
    // {"buf_size": 512, "buf_count": 2} would do; an error is an answer as well: {"rc": 8}.
    let body: [UInt8] = [1, 0, 0, 5, 0, 0, 0x42, 6, 0xA1, 0x62, 0x72, 0x63, 0x08]
    let crc = CRC16.xmodem(body)
    let packet = [0, UInt8(body.count + 2)] + body + [UInt8(crc >> 8), UInt8(crc & 0xFF)]
    return [6, 9] + base64(packet) + [0x0A]
  }

  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    var text = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
    }
    while text.count % 4 != 0 { text.append(0x3D) }
    return text
  }

  /// What came of it once a probe has said that it is through.
  static func result(_ actions: [ProgrammerAction], of probe: FirmwareProbe) -> ProbeResult? {
    actions.last == .finished ? probe.result : nil
  }

  @Test("an answer is recognised, whole or byte by byte", arguments: answers.indices)
  func recognised(_ index: Int) throws {
    let (kind, bytes, detail) = Self.answers[index]
    var whole = FirmwareProbe([kind])
    _ = whole.begin()
    let result = try #require(Self.result(whole.receive(bytes), of: whole))
    #expect(result == ProbeResult(firmware: kind, detail: detail))
    var slow = FirmwareProbe([kind])
    _ = slow.begin()
    let last = bytes.compactMap { Self.result(slow.receive([$0]), of: slow) }.first
    #expect(last?.firmware == kind)
  }

  @Test("the answer of one kind is never taken for another", arguments: answers.indices)
  func distinct(_ index: Int) {
    let (kind, bytes, _) = Self.answers[index]
    for other in Firmware.probed where other != kind {
      var probe = FirmwareProbe([other])
      _ = probe.begin()
      #expect(Self.result(probe.receive(bytes), of: probe) == nil, "\(other)")
    }
  }

  @Test("an accessory answers with its configuration, and is told to stop")
  func accessory() throws {
    let data: [UInt8] = [1, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 10)
    let uwb: [UInt8] =
      [1, 0, 0, 0, 0x3F, 0xF5, 0x03, 0x00, 0xB8, 0x0B, 0x00, 0x00, 0, 0, 0, 0]
      + [0x01, 0x02, 0x00, 0x00, 0x64]
    let message = [0x01] + data + [UInt8(uwb.count)] + uwb
    var probe = FirmwareProbe([.niAccessory])
    #expect(probe.begin().contains(.send([0x01, 0x00, 0x0A])))
    let actions = probe.receive([UInt8(message.count), 0] + message)
    #expect(actions.first == .send([0x01, 0x00, 0x0C]))
    #expect(Self.result(actions, of: probe)?.firmware == .niAccessory)
    #expect(Self.result(actions, of: probe)?.detail == "configuration data 1.0")
  }

  @Test("every question has a limit and a reason, and is asked only for what can be asked")
  func questions() throws {
    for kind in Firmware.probed {
      let question = try #require(ProbeQuestion(kind))
      #expect(question.limit <= .seconds(1) && question.limit > .zero)
      #expect(!question.pieces.isEmpty && !question.reason.isEmpty)
      #expect((1...2).contains(question.attempts))
    }
    let loaders: [BootProtocol] = [.espROM, .nxpDK6, .nxpMboot]
    for kind in loaders.map(Firmware.bootloader) + [.unknown] {
      #expect(ProbeQuestion(kind) == nil)
    }
  }

  @Test("questions are asked in order, each as often as it says, and then it ends")
  func order() throws {
    var probe = FirmwareProbe([.uci, .bootloader(.espROM), .shell(.qorvoCLI)])
    var actions = probe.begin()
    var sent: [[UInt8]] = []
    var rounds = 0
    while Self.result(actions, of: probe) == nil {
      #expect(actions.first == .discardInput)
      sent += actions.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
      rounds += 1
      try #require(rounds < 10)
      actions = probe.expired()
    }
    #expect(
      sent == [
        [0x20, 2, 0, 0], [0x20, 2, 0, 0], Array("\r\n".utf8), Array("STAT\r\n".utf8),
      ])
    #expect(Self.result(actions, of: probe) == ProbeResult(firmware: nil))
    #expect(probe.expired().isEmpty)
    #expect(probe.receive([1, 2, 3]).isEmpty)
  }

  @Test("what nobody understands is kept as evidence, and does not grow")
  func noise() {
    var probe = FirmwareProbe([.uci])
    _ = probe.begin()
    var seed: UInt64 = 7
    for _ in 0..<30 {
      var bytes: [UInt8] = []
      for _ in 0..<512 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        // Requests only: never a response.
        bytes.append(UInt8(truncatingIfNeeded: seed >> 33) & 0x1F)
      }
      #expect(probe.receive(bytes).isEmpty)
    }
    _ = probe.expired()
    let heard = Self.result(probe.expired(), of: probe)?.heard ?? []
    #expect(heard.count == 64)
  }

  @Test("whatever arrives, nothing traps", arguments: Firmware.probed)
  func hostile(_ kind: Firmware) {
    var seed: UInt64 = 1
    for length in 0..<300 {
      var probe = FirmwareProbe([kind])
      _ = probe.begin()
      var bytes: [UInt8] = length % 3 == 0 ? [6, 9] : length % 3 == 1 ? [0x40, 2] : [0, 1]
      for _ in 0..<length {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        bytes.append(UInt8(truncatingIfNeeded: seed >> 33))
      }
      _ = probe.receive(bytes + [0x0A, 0xC0])
      _ = probe.expired()
    }
  }

  @Test("a port is asked only what every profile that fits allows")
  func plan() throws {
    let library = try ProfileLibrary.shipped()
    let native = try #require(library.match([Devices.native("F1498C5AB09C")]).first)
    let port = try #require(native.ports.first)
    #expect(native.questions(for: port) == [.uci, .shell(.qorvoCLI)])
    // It may be a DWM1001-DEV, where other questions spoil the way into the shell.
    let probe = try #require(library.match([Devices.jlink("000760123456")]).first)
    let console = try #require(probe.ports.first)
    #expect(probe.questions(for: console) == [.shell(.dwm1001)])
    // Somebody's adapter.
    let bridge = try #require(
      library.match([Devices.bridge(0x0403, 0x6001, name: "FT232R")]).first)
    let terminal = try #require(bridge.ports.first)
    #expect(bridge.questions(for: terminal).isEmpty)
  }

  @Test("an answer is remembered by board and firmware, until it is flashed")
  func memory() {
    let device = Devices.native("F1498C5AB09C")
    var memory = ProbeMemory()
    memory.remember(ProbeResult(firmware: .uci, detail: "UCI 2.0"), device, interface: 0)
    #expect(memory.recall(device, interface: 0)?.firmware == .uci)
    #expect(memory.recall(device, interface: 2) == nil)
    var other = device
    other.release = 0x0200
    #expect(memory.recall(other, interface: 0) == nil)
    #expect(ProbeMemory(text: memory.text) == memory)
    #expect(ProbeMemory(text: "garbage\n\t\t\n" + memory.text).entries.count == 1)
    memory.remember(ProbeResult(firmware: nil), Devices.native(nil), interface: 0)
    #expect(memory.entries.count == 1)
    memory.forget(device)
    #expect(memory.recall(device, interface: 0) == nil)
  }
}

@Suite("Remembering what boards speak")
struct ProbeMemoryFileTests {
  @Test("a file is made with its folder, read again, and garbage in it costs only itself")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "uwbrig-memory-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "state/firmware.tsv").path
    #expect(ProbeMemory.load(path).entries.isEmpty)
    let device = Devices.native("F1498C5AB09C")
    let written = try ProbeMemory.update(path) {
      $0.remember(ProbeResult(firmware: .uci, detail: "UCI 2.0"), device, interface: 0)
    }
    #expect(ProbeMemory.load(path) == written)
    try Data([0xFF, 0x00, 0x0A] + Array(written.text.utf8) + [0x09]).write(
      to: URL(filePath: path))
    #expect(ProbeMemory.load(path) == written)
    try ProbeMemory.update(path) { $0.forget(device) }
    #expect(ProbeMemory.load(path).entries.isEmpty)
  }

  @Test(
    "the file lies where the environment says",
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/uwbrig/firmware.tsv"),
      (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/uwbrig/firmware.tsv"),
      ([:], nil),
    ] as [([String: String], String?)])
  func place(_ environment: [String: String], _ expected: String?) {
    #expect(ProbeMemory.userFile(environment) == expected)
  }
}
