import Foundation
import Journal
import Testing

@Suite("inspect")
struct InspectTests {
  @Test(
    "a virtual board tells who it is on one page",
    arguments: [("anchor", "inspect-uci.txt"), ("lock", "inspect-accessory.txt")])
  func page(_ board: String, _ snapshot: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["inspect", board])
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    try expectSnapshot(ending.output, snapshot)
  }

  @Test("an accessory for both kinds of phone is asked in both protocols")
  func bothPhones() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["inspect", "lock", "--rig", "Rigs/both-phones.yaml"])
    #expect(ending.status == 0, "\(ending.errors)")
    try expectSnapshot(ending.output, "inspect-both-phones.txt")
  }

  @Test("a Bluetooth LE device tells its services and what they ask for, as text and typed")
  func device() throws {
    let program = try Program()
    defer { program.clean() }
    let command = ["inspect", "door", "--rig", "Rigs/gatt.yaml"]
    let ending = try program.run(command)
    #expect(ending.status == 0, "\(ending.errors)")
    try expectSnapshot(ending.output, "inspect-gatt.txt")
    let json = try JSONParser.parse(Array(program.run(command + ["--json"]).output.utf8))
    let channel = json["boards"]?.array?.first?["channels"]?.array?.first
    #expect(channel?["channel"]?.string == "gatt")
    #expect(channel?["gatt"]?["pairing"]?.string == "done")
    let services = channel?["gatt"]?["services"]?.array
    #expect(services?.last?["characteristics"]?.array?.first?["security"]?.string == "encrypted")
  }

  @Test("two boards are compared, and a difference is status 1")
  func comparison() throws {
    let program = try Program()
    defer { program.clean() }
    let differing = try program.run(["inspect", "--diff", "lock", "tag"])
    #expect(differing.status == 1)
    try expectSnapshot(differing.output, "inspect-diff.txt")
    let equal = try program.run(["inspect", "--diff", "anchor", "mobile"])
    #expect(equal.status == 0)
    #expect(equal.output.hasPrefix("No difference: "))
    let json = try JSONParser.parse(
      Array(program.run(["inspect", "--diff", "lock", "tag", "--json"]).output.utf8))
    #expect(json["schema"]?.string == "uwbrig.inspect/1")
    #expect(json["boards"]?.array?.count == 2)
    #expect(json["differences"]?.array?.isEmpty == false)
    #expect(json["differences"]?.array?.first?["channel"]?.string == "ni-accessory")
  }

  @Test(
    "bootloaders behind pseudo-terminals tell their chip and their images",
    arguments: [
      ("nordic-fast", "secure-dfu", "chip", "nRF52833"),
      ("mcuboot-fast", "mcuboot-smp", "image 0 slot 0", "0.1.0"),
      ("esp-rom", "esp-rom", "chip", "ESP32"), ("nxp-dk6", "nxp-dk6", "chip", "QN9090"),
      ("nxp-mboot", "nxp-mboot", "bootloader", "K3.0.0"),
    ])
  func bootloaders(_ board: String, _ channel: String, _ item: String, _ value: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["inspect", board, "--rig", "Rigs/bootloaders.yaml", "--json"])
    #expect(ending.status == 0, "\(ending.errors)")
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let report = json["boards"]?.array?.first?["channels"]?.array?.first
    #expect(report?["channel"]?.string == channel)
    let found = report?["items"]?.array?.first { $0["name"]?.string == item }
    #expect(found?["value"]?.string == value)
  }

  @Test("with --passive no line of a rig's board is opened: one that has only a line is refused")
  func passive() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run([
      "inspect", "nordic-fast", "--passive", "--rig", "Rigs/bootloaders.yaml",
    ])
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("--passive opens no line"))
  }

  @Test("a board for which there are no cases can be inspected beside others")
  func noCases() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      name: bench
      time: real
      boards:
        - {name: console, firmware: qorvo-cli, link: "serial:/dev/ttyNONE0"}
        - {name: riddle, firmware: unknown, link: "serial:/dev/ttyNONE1"}
      """, to: "bench.yaml")
    for board in ["console", "riddle"] {
      let ending = try program.run(["inspect", board, "--rig", "bench.yaml"])
      #expect(ending.status == 3)
      #expect((ending.output + ending.errors).contains("/dev/ttyNONE"))
      #expect(!ending.errors.contains("not available"))
    }
  }

  @Test("a board that speaks something else than the rig file says is status 3, and says so")
  func silent() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - {name: mute, firmware: uci, link: "exec:/bin/cat /dev/null"}
        - {name: echo, firmware: secure-dfu, link: "exec:/bin/cat"}
      """, to: "bench.yaml")
    for board in ["mute", "echo"] {
      let ending = try program.run(["inspect", board, "--rig", "bench.yaml", "--json"])
      #expect(ending.status == 3)
      let json = try JSONParser.parse(Array(ending.output.utf8))
      let report = json["boards"]?.array?.first?["channels"]?.array?.first
      #expect(report?["trouble"]?["message"]?.string?.isEmpty == false)
    }
  }

  @Test("an address of a board that is not attached is status 3")
  func notAttached() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["inspect", "serial=F1498C5AB09F"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("no attached USB device has serial=F1498C5AB09F"))
  }

  @Test("a board's console is in the journal of its run")
  func console() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: virtual
          log: "exec:/bin/echo hello \u{5B}2J"
      """, to: "bench.yaml")
    // One case is over before a busy computer has started the console's program.
    _ = try program.run(["run", "N01", "--rig", "bench.yaml", "--out", "o", "--repeat", "100"])
    #expect(try program.read("o/events.ndjson").contains("lock console: hello"))
  }
}
