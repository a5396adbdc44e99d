import Foundation
import Journal
import TestSupport
import Testing

@Suite("range")
struct RangeTests {
  @Test("two boards of the embedded rig range at once")
  func atOnce() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["range", "mobile", "anchor", "--rounds", "12"])
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "range-mobile-anchor.txt")
    #expect(
      ending.errors
        == "mobile ranges with anchor: channel 9, preamble code 10, every 200 ms, session 42\n")
    #expect(
      try program.run(["range", "mobile", "anchor", "--rounds", "12"]).output == ending.output)
  }

  @Test("without an end it takes 50 rounds in virtual time")
  func standard() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["range", "anchor", "mobile", "--quiet"])
    #expect(ending.status == 0)
    #expect(ending.output.contains("anchor → mobile"))
    #expect(ending.output.contains("  rounds    50\n"))
    #expect(ending.errors.isEmpty)
  }

  @Test("a span ends it too, at the interval that was asked for")
  func span() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run([
      "range", "mobile", "anchor", "--for", "2050ms", "--interval", "100ms", "--quiet",
    ])
    #expect(ending.output.contains("  rounds    20\n"))
    #expect(ending.output.contains("median 100.00 ms, jitter p95 0.00 ms"))
  }

  @Test("what boards were given and does not fit is shown when no round gives a distance")
  func difference() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run([
      "range", "mobile", "anchor", "--rounds", "3", "PREAMBLE_CODE_INDEX=11",
      "--controlee", "SESSION_ID=43", "--controlee", "STATIC_STS_IV=060504030201",
      "--controller", "CHANNEL_NUMBER=CHANNEL_5",
    ])
    #expect(ending.status == 1)
    try expectSnapshot(ending.output, "range-difference.txt")
  }

  @Test("boards that were given the same and do not hear each other: where to look next")
  func outOfReach() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: here, firmware: uci, role: controller, link: virtual, position: [0, 0, 1]}
        - {name: there, firmware: uci, role: controlee, link: virtual, position: [900, 0, 1]}
      """, to: "far.yaml")
    let ending = try program.run([
      "range", "here", "there", "--rounds", "2", "--rig", "far.yaml",
    ])
    #expect(ending.status == 1)
    #expect(ending.output.contains("here and there were given what fits together"))
    #expect(ending.output.contains("in reach of each other"))
  }

  @Test("angles are shown where a board measures them, and one-to-many is a line for each")
  func anglesAndMany() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: base, firmware: uci, personality: nxp, link: virtual, position: [0, 0, 1]}
        - {name: one, firmware: uci, personality: nxp, link: virtual, position: [3, 3, 1]}
        - {name: two, firmware: uci, personality: nxp, link: virtual, position: [0, 4, 1]}
      """, to: "angles.yaml")
    let ending = try program.run([
      "range", "base", "one", "two", "--rounds", "2", "--rig", "angles.yaml",
    ])
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "range-one-to-many.txt")
  }

  @Test("--json is one object a line, as the schema says")
  func json() throws {
    let program = try Program()
    defer { program.clean() }
    let good = try program.run(["range", "mobile", "anchor", "--rounds", "3", "--json"])
    let bad = try program.run([
      "range", "mobile", "anchor", "--rounds", "2", "--json", "--controlee", "CHANNEL_NUMBER=5",
    ])
    #expect(good.status == 0)
    #expect(bad.status == 1)
    let kinds = try expectLines(good.output + bad.output, as: "range", program)
    #expect(kinds.filter { $0 == "round" }.count == 5)
    #expect(kinds.filter { $0 == "statistics" }.count == 4)
    #expect(kinds.last == "difference")
  }

  @Test("a board that does not answer is the bench's fault, and is named")
  func silent() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - {name: mute, firmware: uci, role: controller, link: "exec:exec sleep 20"}
        - {name: peer, firmware: uci, role: controlee, link: "exec:exec sleep 20"}
      limits: {uci-response: 50ms}
      """, to: "mute.yaml")
    let ending = try program.run(["range", "mute", "peer", "--rig", "mute.yaml"])
    #expect(ending.status == 3)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("CORE_DEVICE_RESET_CMD: no response in 0.05 seconds"))
  }

  @Test("two boards are judged together over pseudo-terminals")
  func suiteLive() throws {
    let program = try Program()
    defer { program.clean() }
    // Distances alone are judged: how soon they come is this machine's doing too.
    let rig = try String(contentsOf: Checkout.at("Rigs/loopback-pty.yaml"), encoding: .utf8)
    try program.write(
      rig.replacing(/limits: .*/, with: "limits: {uci-response: 300s}"), to: "pty.yaml")
    let ending = try program.run([
      "run", "RG06 | RG08", "--rig", "pty.yaml", "--out", "o", "--progress", "none",
    ])
    #expect(ending.status == 0, "\(ending.output)")
    #expect(ending.output.contains("4 cases: 4 PASS"))
    #expect(try program.read("o/report.html").contains("fira2+qorvo"))
  }

  @Test("an interrupt ends a live ranging with its statistics")
  func interrupt() throws {
    let program = try Program()
    defer { program.clean() }
    let process = try program.start(
      ["range", "mobile", "anchor", "--rig", "Rigs/loopback-pty.yaml", "--interval", "100ms"],
      output: .pipe)
    var text = ""
    while !text.contains(" OK\n") {
      let data = process.output.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    process.signal(SIGINT)
    text += String(decoding: try process.output.readToEnd() ?? Data(), as: UTF8.self)
    #expect(try process.wait() == .exit(130))
    #expect(text.contains("  distance  median "))
    #expect(text.contains("m from 5.00 m in the rig file"))
  }
}

/// Holds lines of JSON against the schema of that name; gives their kinds.
func expectLines(_ text: String, as name: String, _ program: Program) throws -> [String] {
  let schema = try JSONParser.parse(Array(try program.run(["schema", name]).output.utf8))
  return try text.split(separator: "\n").map { line in
    let value = try JSONParser.parse(Array(line.utf8))
    #expect(SchemaValidator(schema).faults(value) == [], "\(line)")
    return value["kind"]?.string ?? ""
  }
}
