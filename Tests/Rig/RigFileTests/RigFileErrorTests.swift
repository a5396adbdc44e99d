import Foundation
import Notation
import RigFile
import Testing
import VirtualBoards

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
        "rig.yaml:6:14: error: boards[0].framing: expected `length16`, `slip`, `cobs` or "
          + "`hexline`, got `lenght16`; did you mean `length16`?"
      ]
    ),
    (
      "version: 2\nboards: [{name: a, firmware: uci, link: virtual}]",
      ["rig.yaml:1:10: error: version: expected 1, got `2`"]
    ),
    (
      "boards: []",
      [
        "rig.yaml:1:1: error: version: expected 1 (this key is required), got nothing",
        "rig.yaml:1:9: error: boards: expected a list of at least one board, got an empty list",
      ]
    ),
    (
      "version: 1\nbords: []\nboards: [{name: a, firmware: uci, link: virtual}]",
      [
        "rig.yaml:2:1: error: expected `version`, `name`, `time`, `boards`, `room`, `phone`, "
          + "`faults`, `limits`, `retries` or `twister`, got the unknown key `bords`; did you mean `boards`?"
      ]
    ),
    (
      "version: 1\nboards: [{nam: a}]",
      [
        "rig.yaml:2:10: error: boards[0].name: expected 1 to 32 of a-z, 0-9 and - (this key is "
          + "required), got nothing",
        "rig.yaml:2:10: error: boards[0].firmware: expected what speaks on the link (this key "
          + "is required), got nothing",
        "rig.yaml:2:10: error: boards[0].link: expected how bytes reach the board (this key is "
          + "required), got nothing",
        "rig.yaml:2:11: error: boards[0]: expected `name`, `firmware`, `link`, `use`, "
          + "`profile`, `framing`, `setup`, `claims`, `settle`, `log`, `reset`, `power`, `probe`, "
          + "`recovery`, `position`, `facing`, `image`, `retries`, `role`, `dialect`, "
          + "`personality`, `misbehaviour`, `gatt`, `rate`, `buffer`, `encoding`, `radio` or `flash`, "
          + "got the unknown key `nam`; did you mean `name`?",
      ]
    ),
    (
      "version: 1\nboards:\n- {name: Front_Door, firmware: ucii, link: 'serial:/dev/a?buad=1'}",
      [
        "rig.yaml:3:10: error: boards[0].name: expected 1 to 32 of a-z, 0-9 and -, got "
          + "`Front_Door`; did you mean `front-door`?",
        "rig.yaml:3:32: error: boards[0].firmware: expected `ni-accessory`, `ranging-oob`, `uci`, "
          + "`qorvo-cli`, `dwm1001-shell`, `secure-dfu`, `mcuboot-smp`, `esp-rom`, `nxp-dk6`, "
          + "`nxp-mboot` or `unknown`, got `ucii`; did you mean `uci`?",
        "rig.yaml:3:59: error: boards[0].link: expected baud, flow, dtr or rts, got \"buad\"; did "
          + "you mean `baud`?",
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: virtual}\n"
        + "- {name: a, firmware: uci, link: virtual}",
      [
        "rig.yaml:4:10: error: boards[1].name: expected a name that no other board has, got "
          + "`a` again (first in line 3)"
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: 'serial:/dev/x?baud=1'}\n"
        + "- {name: b, firmware: uci, link: 'serial:/dev//x'}",
      [
        "rig.yaml:4:34: error: boards[1].link: expected one board on a serial port, address or "
          + "resource, got `serial:/dev//x`, which is boards[0].link too (line 3)"
      ]
    ),
    (
      "version: 1\nboards:\n- {name: a, firmware: uci, link: serial:/dev/x, log: serial:/dev/x}",
      [
        "rig.yaml:3:54: error: boards[0].log: expected one board on a serial port, address or "
          + "resource, got `serial:/dev/x`, which is boards[0].link too (line 3)"
      ]
    ),
    (
      "version: 1\ntime: virtual\nboards:\n- {name: a, firmware: uci, link: exec:cat}\n"
        + "- {name: b, firmware: uci, link: virtual, power: hub:1-1:2, reset: {command: x}}",
      [
        "rig.yaml:4:34: error: boards[0].link: expected link: virtual or replay:… on a rig "
          + "with time: virtual, got `exec:cat`",
        "rig.yaml:5:50: error: boards[1].power: expected virtual or none on a rig with time: "
          + "virtual, got `hub:1-1:2`",
        "rig.yaml:5:68: error: boards[1].reset: expected dtr or rts on a rig with time: "
          + "virtual, got a mapping",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: 'tcp://h:1'}]\nroom: {}\nfaults: clean",
      [
        "rig.yaml:3:7: error: room: expected room only beside boards with link: virtual, got "
          + "room on a rig without virtual boards",
        "rig.yaml:4:9: error: faults: expected faults only beside boards with link: virtual, "
          + "got faults on a rig without virtual boards",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: 'tcp://h:1', personality: nxp}]",
      [
        "rig.yaml:2:67: error: boards[0].personality: expected personality only for boards "
          + "with link: virtual, got `nxp`"
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: virtual}]\n"
        + "limits: {acessory-answer: 1s, silence: 0s, suspension: 60, maximum-sessions: many}",
      [
        "rig.yaml:3:10: error: limits: expected `accessory-answer`, `accessory-start`, "
          + "`stop-answer`, `silence`, `radio-stop`, `uci-response`, `interval-minimum`, "
          + "`block-interval`, `removal-timeout`, `suspension`, `readvertise`, `reopen`, "
          + "`interval-maximum`, `block-interval-infrequent`, `jitter-maximum`, "
          + "`maximum-sessions`, `drift-maximum` or `distance-maximum`, got the unknown key "
          + "`acessory-answer`; did you mean `accessory-answer`?",
        "rig.yaml:3:40: error: limits.silence: expected a span of time longer than nothing, "
          + "got `0s`",
        "rig.yaml:3:56: error: limits.suspension: expected an integer and us, ms, s, m or h, "
          + "such as 100ms, got `60`; did you mean `60s`?",
        "rig.yaml:3:78: error: limits.maximum-sessions: expected a whole number from 1 to 255, "
          + "got `many`",
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: virtual}]\n"
        + "limits: {interval-minimum: 6s}",
      [
        "rig.yaml:3:28: error: limits.interval-minimum: expected interval-minimum up to "
          + "interval-maximum (5s), got `6s`"
      ]
    ),
    ("- a", ["rig.yaml:1:1: error: expected a mapping of keys and values, got a list"]),
    ("# nothing", ["rig.yaml:1:1: error: expected a rig file, got an empty file"]),
    (
      "version: 1\nboards: [",
      [
        "rig.yaml:3:1: error: invalid YAML: did not find expected node content"
      ]
    ),
    (
      "version: 1\nversion: 1\nboards: []",
      [
        "rig.yaml:1:1: error: expected each key once, got `version` more than once in one mapping"
      ]
    ),
    (
      "version: 1\nboards: [{name: a, firmware: uci, link: \"exec:x\\e[31m\"}]",
      [
        "rig.yaml:2:48: error: boards[0].link: expected a link without control characters, got "
          + "\"\\u{1b}\""
      ]
    ),
    (
      "version: 1\n\"b\\e[2Jad\": 1\nboards: [{name: a, firmware: uci, link: virtual}]",
      [
        "rig.yaml:2:1: error: expected `version`, `name`, `time`, `boards`, `room`, `phone`, "
          + "`faults`, `limits`, `retries` or `twister`, got the unknown key `b\\u{1b}[2Jad`"
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
      "boards[0].use: expected `device` or `helper`, got `judge`"
    ),
    (
      "claims: {acd: 3, background: yes, vendor-ids: [300, x], sessions: 0}",
      "boards[0].claims.acd: expected `1.0`, `1.1` or `2.0`, got `3` | "
        + "boards[0].claims.background: expected `true` or `false`, got `yes`; did you mean "
        + "`true`? | boards[0].claims.vendor-ids[0]: expected a whole number from 0 to 255, "
        + "decimal or 0x.., got `300` | boards[0].claims.vendor-ids[1]: expected a whole number "
        + "from 0 to 255, decimal or 0x.., got `x` | boards[0].claims.sessions: expected a whole "
        + "number from 1 to 255, got `0`"
    ),
    (
      "settle: 1.5s",
      "boards[0].settle: expected an integer and us, ms, s, m or h, such as 100ms, got `1.5s`"
    ),
    (
      "reset: dtrr",
      "boards[0].reset: expected `dtr`, `rts`, `power`, `probe` or `{command: …}`, got `dtrr`; "
        + "did you mean `dtr`?"
    ),
    (
      "reset: {comand: x}",
      "boards[0].reset.command: expected a command (this key is required), got nothing | "
        + "boards[0].reset: expected `command`, got the unknown key `comand`; did you mean "
        + "`command`?"
    ),
    (
      "power: hub:1-1.4",
      "boards[0].power: expected `virtual`, `none`, `hub:<usb path>:<port>`, "
        + "`ykush:<serial>:<port>` or `{command: …}`, got `hub:1-1.4`"
    ),
    (
      "power: hub:1-1.4:0",
      "boards[0].power: expected a port from 1 to 255 at the end, got `hub:1-1.4:0`"
    ),
    (
      "power: {command: {cut: x}}",
      "boards[0].power.command.restore: expected a command (this key is required), got nothing"
    ),
    (
      "recovery: [reopen, reopen, line]",
      "boards[0].recovery[1]: expected each rung once, got `reopen` again | "
        + "boards[0].recovery[2]: expected `reopen`, `lines`, `protocol`, `probe` or `power`, "
        + "got `line`; did you mean `lines`?"
    ),
    (
      "recovery: reopen",
      "boards[0].recovery: expected a list of reopen, lines, protocol, probe and power, got "
        + "`reopen`"
    ),
    (
      "position: [1, 2]",
      "boards[0].position: expected three numbers [x, y, z] in metres, got a list of 2"
    ),
    (
      "position: [1, .inf, \"3\"]",
      "boards[0].position[1]: expected a number from -100000 to 100000 (metres), got `.inf` | "
        + "boards[0].position[2]: expected a number from -100000 to 100000 (metres), got `3`"
    ),
    (
      "facing: {yaw: 1e300}",
      "boards[0].facing.yaw: expected a number from -360 to 360 (degrees), got `1e300`"
    ),
    (
      "image: {file: a, sha256: xyz}",
      "boards[0].image.sha256: expected 64 hexadecimal digits, got `xyz`"
    ),
    (
      "retries: -1",
      "boards[0].retries: expected a whole number from 0 to 100, got `-1`"
    ),
    (
      "retries: 99999999999999999999",
      "boards[0].retries: expected a whole number from 0 to 100, got `99999999999999999999`"
    ),
    (
      "role: controller", "boards[0].role: expected role only for firmware uci, got `controller`"
    ),
    (
      "personality: refrence",
      "boards[0].personality: expected `reference`, `qorvo-qani`, `nxp-stella`, `nrfuwb`, "
        + "`canvas` or `android-accessory`, got `refrence`; did you mean `reference`?"
    ),
    (
      "misbehaviour: Deaf!",
      "boards[0].misbehaviour: expected 1 to 64 of a-z, 0-9 and -, got `Deaf!`"
    ),
    (
      "misbehaviour: never-start",
      "boards[0].misbehaviour: expected one of "
        + "\(AccessoryFault.names.count) misbehaviours, such as "
        + "\(AccessoryFault.names.prefix(3).joined(separator: ", ")), got "
        + "`never-start`; did you mean `never-starts`?"
    ),
    (
      "log: virtual",
      "boards[0].log: expected a link that carries bytes from outside, got `virtual`"
    ),
    ("profile: ~", "boards[0].profile: expected the name of a board profile, got nothing"),
    (
      "framing: {a: b}",
      "boards[0].framing: expected `length16`, `slip`, `cobs` or `hexline`, got a mapping"
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
        "boards[0].framing: expected `nxp-pnp`, got `slip`"
      ),
      (
        "firmware: ni-accessory, link: 'ble:name=a,service=nus', framing: slip",
        "boards[0].framing: expected no framing on a ble: link, where one write is one "
          + "message, got `slip`"
      ),
      (
        "firmware: uci, link: virtual, dialect: fira2+qorv",
        "boards[0].dialect: expected `fira1`, `fira1+qorvo`, `fira1+nxp`, `fira1+android`, "
          + "`fira2`, `fira2+qorvo`, `fira2+nxp` or `fira2+android`, got `fira2+qorv`; did you "
          + "mean `fira2+qorvo`?"
      ),
      (
        "firmware: uci, link: 'tcp://h:1', power: virtual",
        "boards[0].power: expected power: virtual only for boards with link: virtual, got "
          + "`virtual`"
      ),
      (
        "firmware: uci, link: virtual, rate: 9600",
        "boards[0].rate: expected rate only for bootloaders and shells (qorvo-cli, "
          + "dwm1001-shell, secure-dfu, mcuboot-smp, esp-rom, nxp-dk6 or nxp-mboot) with link: "
          + "virtual, got `9600`"
      ),
      (
        "firmware: esp-rom, link: virtual, buffer: 4096",
        "boards[0].buffer: expected no buffer for esp-rom, whose protocol fixes it, got `4096`"
      ),
      (
        "firmware: secure-dfu, link: virtual, encoding: raw",
        "boards[0].encoding: expected encoding only for firmware mcuboot-smp with link: "
          + "virtual, got `raw`"
      ),
      (
        "firmware: mcuboot-smp, link: virtual, buffer: 100",
        "boards[0].buffer: expected a whole number from 128 to 65535, got `100`"
      ),
      (
        "firmware: mcuboot-smp, link: virtual, flash: {times: slow}",
        "boards[0].flash.times: expected `typical` or `none`, got `slow`"
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
        == "boards[0].flash: expected no file for the flash on a rig with time: virtual, got a "
        + "mapping")
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
          == "/nonexistent/rig.yaml:1:1: error: expected the path of a rig file, got no such file"
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
