import Foundation
import Journal
import Testing

@Suite("decode")
struct DecodeTests {
  /// Packets by the name of their snapshot.
  static let packets: [(name: String, arguments: [String])] = [
    ("device-info", ["20020000"]),
    ("device-ready", ["60 01 00 01 01"]),
    ("initialize", ["--protocol", "accessory", "0a"]),
    (
      "configuration",
      [
        "--protocol", "accessory",
        "0101000000140000000000000000000015010001003ff50300b80b000000000101006cda1900",
      ]
    ),
    (
      "acd",
      [
        "--protocol", "acd", "--check",
        "01000000140000000000000000000015010001003ff50300b80b000000000101006cda1900",
      ]
    ),
  ]

  @Test("a packet becomes named fields", arguments: packets.map(\.name))
  func fields(_ name: String) throws {
    let program = try Program()
    defer { program.clean() }
    let packet = try #require(Self.packets.first { $0.name == name })
    let ending = try program.run(["decode"] + packet.arguments)
    #expect(ending.status == 0)
    #expect(ending.errors.isEmpty)
    try expectSnapshot(ending.output, "decode-\(name).txt")
  }

  @Test("lines of standard input are decoded one by one; blank lines and remarks are passed over")
  func lines() throws {
    let program = try Program()
    defer { program.clean() }
    let input = "# a remark\n\n20020000\r\n  60:01:00:01:01"
    let ending = try program.run(["decode", "--quiet"], input: input)
    #expect(ending.status == 0)
    #expect(ending.output.split(separator: "\n").count == 2)
  }

  @Test("a line that does not decode is status 1, and the others are decoded all the same")
  func broken() throws {
    let program = try Program()
    defer { program.clean() }
    let input = "2002\nnonsense\u{1B}[2J\n20020000\n"
    let ending = try program.run(["decode", "--json"], input: input)
    #expect(ending.status == 1)
    let objects = try ending.output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8))
    }
    #expect(objects.map { $0["line"]?.integer } == [1, 2, 3])
    #expect(objects.map { $0["ok"]?.bool } == [false, false, true])
    #expect(objects.allSatisfy { $0["schema"]?.string == "uwbrig.decode/1" })
    let text = try program.run(["decode"], input: input)
    #expect(text.status == 1)
    #expect(!(text.output + text.errors).contains("\u{1B}"))
  }

  @Test("a line of many megabytes is refused, not held in memory")
  func longLine() throws {
    let program = try Program()
    defer { program.clean() }
    let input = String(repeating: "00", count: 2 << 20) + "\n20020000\n"
    let ending = try program.run(["decode", "--json"], input: input)
    #expect(ending.status == 1)
    #expect(ending.output.split(separator: "\n").count == 2)
  }

  @Test(
    "a capture is read in the dialect that the rig file or the board gives; an argument holds",
    arguments: [
      (nil, [], "device_id: deca0302"), ("fira2+nxp", [], "vendor_info: 0101"),
      ("fira2+nxp", ["--dialect", "fira2+qorvo"], "device_id: deca0302"),
      (nil, ["--dialect", "fira2"], "vendor_info: 0101"),
    ] as [(String?, [String], String)])
  func captureDialect(_ dialect: String?, _ arguments: [String], _ words: String) throws {
    let program = try Program()
    defer { program.clean() }
    let line = dialect.map { ", dialect: \($0)" } ?? ""
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: mobile, firmware: uci, link: virtual\(line)}
      """, to: "bench.yaml")
    let run = try program.run(
      ["run", "UC04", "--rig", "bench.yaml", "--out", "o", "--progress", "none"])
    #expect(run.status == 0)
    let capture = try program.run(["decode", "o/captures/mobile.pcapng"] + arguments)
    #expect(capture.output.contains(words), "\(capture.output)")
  }

  @Test(
    "a capture of Ranging OOB is read as such, also where an accessory serves both kinds of phone",
    arguments: ["ranging-oob", "[ni-accessory, ranging-oob]"])
  func captureOOB(_ firmware: String) throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: \(firmware), link: virtual}
      """, to: "bench.yaml")
    let run = try program.run(
      ["run", "OB14", "--rig", "bench.yaml", "--out", "o", "--progress", "none"])
    #expect(run.status == 0)
    let capture = try program.run(["decode", "--json", "o/captures/lock.pcapng"])
    let packets = try capture.output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8))
    }
    let messages = packets.filter { $0["protocol"]?.string == "ranging-oob" }
    let found = messages.map { $0["name"]?.string }
    #expect(found.contains("capabilities-request") && found.contains("capabilities-response"))
  }

  @Test("a capture that is cut off is called by its name, and not by a line of it")
  func cutCapture() throws {
    let program = try Program()
    defer { program.clean() }
    // A section header whose length leads beyond the file's end.
    let bytes: [UInt8] = [0x0A, 0x0D, 0x0D, 0x0A, 0xFF, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A]
    try Data(bytes).write(to: program.folder.appendingPathComponent("cut.pcapng"))
    let ending = try program.run(["decode", "cut.pcapng"])
    #expect(ending.status != 0)
    #expect(ending.errors.contains("cut.pcapng"))
    #expect(!ending.errors.contains("line 1"), "\(ending.errors)")
  }
}
