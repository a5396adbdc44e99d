import Foundation
import Notation
import RigFile
import Testing

@Suite("Rig files that are wrong")
struct RigFileErrorTests {
  /// A board with further keys.
  static func board(_ keys: String, firmware: String = "ni-accessory") -> String {
    "version: 1\nboards: [{name: a, link: virtual, firmware: \(firmware), \(keys)}]"
  }

  static let cases: [(String, [String])] = [
    (
      "version: 1\nboards:\n  - name: a\n    firmware: ni-accessory\n    link: virtual\n"
        + "    framing: lenght16",
      [
        "rig.yaml:6:14: error: boards[0].framing: found \"lenght16\", allowed length16, slip, cobs "
          + "or hexline; did you mean \"length16\"?"
      ]
    ),
    (
      "version: 2\nboards: [{name: a, firmware: uci, link: virtual}]",
      ["rig.yaml:1:10: error: version: found \"2\", allowed 1"]
    ),
    (
      "boards: []",
      [
        "rig.yaml:1:1: error: version: found nothing, allowed 1 (this key is required)",
        "rig.yaml:1:9: error: boards: found an empty list, allowed a list of at least one board",
      ]
    ),
    (
      "version: 1\nbords: []\nboards: [{name: a, firmware: uci, link: virtual}]",
      [
        "rig.yaml:2:1: error: found the unknown key \"bords\", allowed version, name, time, boards, "
          + "room, phone, faults, limits or retries; did you mean \"boards\"?"
      ]
    ),
    (
      "version: 1\nboards: [{nam: a}]",
      [
        "rig.yaml:2:10: error: boards[0].name: found nothing, allowed 1 to 32 of a-z, 0-9 and - "
          + "(this key is required)",
        "rig.yaml:2:10: error: boards[0].firmware: found nothing, allowed what speaks on the link "
          + "(this key is required)",
        "rig.yaml:2:10: error: boards[0].link: found nothing, allowed how bytes reach the board "
          + "(this key is required)",
        "rig.yaml:2:11: error: boards[0]: found the unknown key \"nam\", allowed name, firmware, "
          + "link, use, profile, framing, claims, settle, log, reset, power, probe, recovery, "
          + "position, facing, image, retries, role, dialect, personality, misbehaviour, gatt, rate, "
          + "buffer, encoding or flash; did you mean \"name\"?",
      ]
    ),
    (
      "version: 1\nboards:\n- {name: Front_Door, firmware: ucii, link: 'serial:/dev/a?buad=1'}",
      [
        "rig.yaml:3:10: error: boards[0].name: found \"Front_Door\", allowed 1 to 32 of a-z, 0-9 "
          + "and -; did you mean \"front-door\"?",
        "rig.yaml:3:32: error: boards[0].firmware: found \"ucii\", allowed ni-accessory, uci, "
          + "qorvo-cli, dwm1001-shell, secure-dfu, mcuboot-smp, esp-rom, nxp-dk6, nxp-mboot or "
          + "unknown; did you mean \"uci\"?",
        "rig.yaml:3:59: error: boards[0].link: found \"buad\", allowed baud, flow, dtr or rts; "
          + "did you mean \"baud\"?",
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: virtual}\n"
        + "- {name: a, firmware: uci, link: virtual}",
      [
        "rig.yaml:4:10: error: boards[1].name: found \"a\" again (first in line 3), allowed a name "
          + "that no other board has"
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: 'serial:/dev/x?baud=1'}\n"
        + "- {name: b, firmware: uci, link: 'serial:/dev//x'}",
      [
        "rig.yaml:4:34: error: boards[1].link: found \"serial:/dev//x\", which is boards[0].link "
          + "too (line 3), allowed one board on a terminal, address or resource"
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: serial:/dev/x, log: serial:/dev/x}",
      [
        "rig.yaml:3:54: error: boards[0].log: found \"serial:/dev/x\", which is boards[0].link too "
          + "(line 3), allowed one board on a terminal, address or resource"
      ]
    ),
    (
      "version: 1\ntime: virtual\nboards:\n- {name: a, firmware: uci, link: exec:cat}\n"
        + "- {name: b, firmware: uci, link: virtual, power: hub:1-1:2, reset: {command: x}}",
      [
        "rig.yaml:4:34: error: boards[0].link: found \"exec:cat\", allowed link: virtual or "
          + "replay:… on a rig with time: virtual",
        "rig.yaml:5:50: error: boards[1].power: found \"hub:1-1:2\", allowed virtual or none on a "
          + "rig with time: virtual",
        "rig.yaml:5:68: error: boards[1].reset: found a mapping, allowed dtr or rts on a rig with "
          + "time: virtual",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: 'tcp://h:1'}]\nroom: {}\nfaults: clean",
      [
        "rig.yaml:3:7: error: room: found room on a rig without virtual boards, allowed room only "
          + "beside boards with link: virtual",
        "rig.yaml:4:9: error: faults: found faults on a rig without virtual boards, allowed faults "
          + "only beside boards with link: virtual",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: 'tcp://h:1', personality: nxp}]",
      [
        "rig.yaml:2:67: error: boards[0].personality: found \"nxp\", allowed personality only for "
          + "boards with link: virtual"
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: virtual}]\n"
        + "limits: {acessory-answer: 1s, silence: 0s, suspension: 60, maximum-sessions: many}",
      [
        "rig.yaml:3:10: error: limits: found the unknown key \"acessory-answer\", allowed "
          + "accessory-answer, accessory-start, stop-answer, silence, radio-stop, uci-response, "
          + "interval-minimum, block-interval, removal-timeout, suspension, readvertise, reopen, "
          + "interval-maximum, block-interval-infrequent, jitter-maximum, maximum-sessions, "
          + "drift-maximum or distance-maximum; "
          + "did you mean \"accessory-answer\"?",
        "rig.yaml:3:40: error: limits.silence: found \"0s\", allowed a span of time longer than "
          + "nothing",
        "rig.yaml:3:56: error: limits.suspension: found \"60\", allowed an integer and us, ms, s, "
          + "m or h, such as 100ms; did you mean \"60s\"?",
        "rig.yaml:3:78: error: limits.maximum-sessions: found \"many\", allowed a whole number "
          + "from 1 to 255",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: virtual}]\n"
        + "limits: {interval-minimum: 6s}",
      [
        "rig.yaml:3:28: error: limits.interval-minimum: found \"6s\", allowed interval-minimum up "
          + "to interval-maximum (5s)"
      ]
    ),
    ("- a", ["rig.yaml:1:1: error: found a list, allowed a mapping of keys and values"]),
    ("# nothing", ["rig.yaml:1:1: error: found an empty file, allowed a rig file"]),
    (
      "version: 1\nboards: [",
      [
        "rig.yaml:3:1: error: found what is not YAML (did not find expected node content), "
          + "allowed YAML"
      ]
    ),
    (
      "version: 1\nversion: 1\nboards: []",
      [
        "rig.yaml:1:1: error: found \"version\" more than once in one mapping, allowed each key once"
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: \"exec:x\\e[31m\"}]",
      [
        "rig.yaml:2:48: error: boards[0].link: found \"\\u{1b}\", allowed a link without control "
          + "characters"
      ]
    ),
    (
      "version: 1\n\"b\\e[2Jad\": 1\nboards: [{name: a, firmware: uci, link: virtual}]",
      [
        "rig.yaml:2:1: error: found the unknown key \"b\\u{1b}[2Jad\", allowed version, name, time, "
          + "boards, room, phone, faults, limits or retries"
      ]
    ),
  ]

  @Test(
    "a fault names line, column, key, what was found, what is allowed and the nearest",
    arguments: cases)
  func snapshot(text: String, messages: [String]) {
    #expect(faults(text) == messages)
  }

  static let values: [(String, String)] = [
    (
      "use: judge",
      "boards[0].use: found \"judge\", allowed device or helper"
    ),
    (
      "claims: {acd: 3, background: yes, vendor-ids: [300, x], sessions: 0}",
      "boards[0].claims.acd: found \"3\", allowed 1.0, 1.1 or 2.0 | "
        + "boards[0].claims.background: found \"yes\", allowed true or false; "
        + "did you mean \"true\"? | "
        + "boards[0].claims.vendor-ids[0]: found \"300\", allowed a whole number from 0 to 255, "
        + "decimal or 0x.. | "
        + "boards[0].claims.vendor-ids[1]: found \"x\", allowed a whole number from 0 to 255, "
        + "decimal or 0x.. | "
        + "boards[0].claims.sessions: found \"0\", allowed a whole number from 1 to 255"
    ),
    (
      "settle: 1.5s",
      "boards[0].settle: found \"1.5s\", allowed an integer and us, ms, s, m or h, such as 100ms"
    ),
    (
      "reset: dtrr",
      "boards[0].reset: found \"dtrr\", allowed dtr, rts, power, probe or {command: …}; "
        + "did you mean \"dtr\"?"
    ),
    (
      "reset: {comand: x}",
      "boards[0].reset.command: found nothing, allowed a command (this key is required) | "
        + "boards[0].reset: found the unknown key \"comand\", allowed command; "
        + "did you mean \"command\"?"
    ),
    (
      "power: hub:1-1.4",
      "boards[0].power: found \"hub:1-1.4\", allowed virtual, none, hub:<usb path>:<port>, "
        + "ykush:<serial>:<port> or {command: …}"
    ),
    (
      "power: hub:1-1.4:0",
      "boards[0].power: found \"hub:1-1.4:0\", allowed a port from 1 to 255 at the end"
    ),
    (
      "power: {command: {cut: x}}",
      "boards[0].power.command.restore: found nothing, allowed a command (this key is required)"
    ),
    (
      "recovery: [reopen, reopen, line]",
      "boards[0].recovery[1]: found \"reopen\" again, allowed each rung once | "
        + "boards[0].recovery[2]: found \"line\", allowed reopen, lines, protocol, probe or power; "
        + "did you mean \"lines\"?"
    ),
    (
      "recovery: reopen",
      "boards[0].recovery: found \"reopen\", allowed a list of reopen, lines, protocol, probe and "
        + "power"
    ),
    (
      "position: [1, 2]",
      "boards[0].position: found a list of 2, allowed three numbers [x, y, z] in metres"
    ),
    (
      "position: [1, .inf, \"3\"]",
      "boards[0].position[1]: found \".inf\", allowed a number from -100000 to 100000 (metres) | "
        + "boards[0].position[2]: found \"3\", allowed a number from -100000 to 100000 (metres)"
    ),
    (
      "facing: {yaw: 1e300}",
      "boards[0].facing.yaw: found \"1e300\", allowed a number from -360 to 360 (degrees)"
    ),
    (
      "image: {file: a, sha256: xyz}",
      "boards[0].image.sha256: found \"xyz\", allowed 64 hexadecimal digits"
    ),
    (
      "retries: -1",
      "boards[0].retries: found \"-1\", allowed a whole number from 0 to 100"
    ),
    (
      "retries: 99999999999999999999",
      "boards[0].retries: found \"99999999999999999999\", allowed a whole number from 0 to 100"
    ),
    (
      "role: controller", "boards[0].role: found \"controller\", allowed role only for firmware uci"
    ),
    (
      "personality: refrence",
      "boards[0].personality: found \"refrence\", allowed reference, qorvo-qani, nxp-stella, "
        + "nrfuwb, canvas or android-accessory; did you mean \"reference\"?"
    ),
    (
      "misbehaviour: Deaf!",
      "boards[0].misbehaviour: found \"Deaf!\", allowed 1 to 64 of a-z, 0-9 and -"
    ),
    (
      "log: virtual",
      "boards[0].log: found \"virtual\", allowed a link that carries bytes from outside"
    ),
    ("profile: ~", "boards[0].profile: found nothing, allowed the name of a board profile"),
    (
      "framing: {a: b}",
      "boards[0].framing: found a mapping, allowed length16, slip, cobs or hexline"
    ),
  ]

  @Test("a wrong value of a board's key is explained", arguments: values)
  func explains(keys: String, message: String) {
    #expect(faultsWithoutPlace(RigFileErrorTests.board(keys)) == message)
  }

  @Test(
    "framing belongs to accessories on a byte stream, a dialect to uci",
    arguments: [
      (
        "firmware: uci, link: virtual, framing: slip",
        "boards[0].framing: found \"slip\", allowed framing only for firmware ni-accessory"
      ),
      (
        "firmware: ni-accessory, link: 'ble:name=a,service=nus', framing: slip",
        "boards[0].framing: found \"slip\", allowed no framing on a ble: link, where one write is "
          + "one message"
      ),
      (
        "firmware: uci, link: virtual, dialect: fira2+qorv",
        "boards[0].dialect: found \"fira2+qorv\", allowed fira1, fira1+qorvo, fira1+nxp, "
          + "fira1+android, fira2, fira2+qorvo, fira2+nxp or fira2+android; "
          + "did you mean \"fira2+qorvo\"?"
      ),
      (
        "firmware: uci, link: 'tcp://h:1', power: virtual",
        "boards[0].power: found \"virtual\", allowed power: virtual only for boards with link: "
          + "virtual"
      ),
      (
        "firmware: uci, link: virtual, rate: 9600",
        "boards[0].rate: found \"9600\", allowed rate only for bootloaders and shells "
          + "(qorvo-cli, dwm1001-shell, secure-dfu, mcuboot-smp, esp-rom, nxp-dk6 or nxp-mboot) "
          + "with link: virtual"
      ),
      (
        "firmware: esp-rom, link: virtual, buffer: 4096",
        "boards[0].buffer: found \"4096\", allowed no buffer for esp-rom, whose protocol fixes it"
      ),
      (
        "firmware: secure-dfu, link: virtual, encoding: raw",
        "boards[0].encoding: found \"raw\", allowed encoding only for firmware mcuboot-smp with "
          + "link: virtual"
      ),
      (
        "firmware: mcuboot-smp, link: virtual, buffer: 100",
        "boards[0].buffer: found \"100\", allowed a whole number from 128 to 65535"
      ),
      (
        "firmware: mcuboot-smp, link: virtual, flash: {times: slow}",
        "boards[0].flash.times: found \"slow\", allowed typical or none"
      ),
    ])
  func belongs(keys: String, message: String) {
    #expect(faultsWithoutPlace("version: 1\nboards: [{name: a, \(keys)}]") == message)
  }

  @Test("a simulated run keeps its flash in no file, which would outlast it")
  func simulatedFlash() {
    let board = "{name: a, firmware: secure-dfu, link: virtual, flash: {file: a.bin}}"
    #expect(
      faultsWithoutPlace("version: 1\ntime: virtual\nboards: [\(board)]")
        == "boards[0].flash: found a mapping, allowed no file for the flash on a rig with time: "
        + "virtual")
    #expect(faultsWithoutPlace("version: 1\nboards: [\(board)]") == "")
  }

  @Test("a file that is not there, or is a folder, is a fault of the file")
  func unreadable() throws {
    let folder = FileManager.default.temporaryDirectory.path
    for path in ["/nonexistent/rig.yaml", folder] {
      #expect(throws: RigFileErrors.self) { try RigFile.load(path) }
    }
    do { _ = try RigFile.load("/nonexistent/rig.yaml") } catch {
      #expect(
        "\(error)"
          == "/nonexistent/rig.yaml:1:1: error: found no such file, allowed the path of a rig file"
      )
    }
  }

  /// Messages without file, line and column, joined in the order of the lines.
  private func faultsWithoutPlace(_ text: String) -> String {
    faults(text).map { message in
      message.range(of: "error: ").map { String(message[$0.upperBound...]) } ?? message
    }.joined(separator: " | ")
  }
}
