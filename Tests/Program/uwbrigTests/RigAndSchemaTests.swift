import Foundation
import Journal
import TestSupport
import Testing

@Suite("rig check and schema")
struct RigAndSchemaTests {
  @Test("a shipped rig is found without a checkout")
  func shipped() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["rig", "check", "Rigs/loopback.yaml"])
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "rig-check-loopback.txt")
  }

  @Test("every fault of a rig file is told with its place")
  func faults() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      bords: []
      boards:
        - name: Lock
          firmware: ni-acessory
          link: virtual
          framing: slop
      """, to: "bench.yaml")
    let ending = try program.run(["rig", "check", "bench.yaml"])
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    try expectSnapshot(ending.errors, "rig-check-faults.txt")

    let document = try program.run(["rig", "check", "bench.yaml", "--json"])
    #expect(document.status == 2)
    #expect(document.errors.isEmpty)
    let json = try JSONParser.parse(Array(document.output.utf8))
    #expect(json["schema"]?.string == "uwbrig.rig-check/1")
    #expect(json["ok"]?.bool == false)
    #expect(json["errors"]?.array?.count == ending.errors.split(separator: "\n").count)
  }

  @Test("what a rig file asks for and this build does not have is status 2")
  func notAvailable() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: virtual
          reset: probe
      """, to: "bench.yaml")
    for arguments in [["rig", "check", "bench.yaml"], ["run", "--rig", "bench.yaml"]] {
      let ending = try program.run(arguments)
      #expect(ending.status == 2)
      #expect(ending.errors.contains("bench.yaml:6:"))
      #expect(ending.errors.contains("not available in this build"))
    }
  }

  @Test("the programs of a rig file are named, and refused where they may not run")
  func programs() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: "exec:touch started"
          reset: {command: ./reset --hard}
          power: {command: {cut: relay off, restore: relay on}}
      """, to: "bench.yaml")
    let told = try program.run(["rig", "check", "bench.yaml"])
    #expect(told.status == 0)
    for words in [
      "boards[0].link: touch started", "boards[0].reset: ./reset --hard",
      "boards[0].power.command.cut: relay off", "boards[0].power.command.restore: relay on",
    ] { #expect(told.output.contains("lock  \(words)"), "\(told.output)") }
    for arguments in [["rig", "check", "bench.yaml"], ["run", "N01", "--rig", "bench.yaml"]] {
      let ending = try program.run(arguments + ["--no-programs"])
      #expect(ending.status == 2)
      #expect(
        ending.errors.contains(
          "expected no programs (--no-programs), got the program \"touch started\""))
    }
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/started"))
    #expect(
      try program.run(["rig", "check", "Rigs/loopback.yaml", "--no-programs"]).status == 0)
  }

  @Test("a misbehaviour that does not exist is a fault of the rig file, with the nearest name")
  func misbehaviour() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: never-start}
      """, to: "bench.yaml")
    for arguments in [["rig", "check", "bench.yaml"], ["run", "--rig", "bench.yaml"]] {
      let ending = try program.run(arguments)
      #expect(ending.status == 2)
      #expect(ending.errors.contains("did you mean `never-starts`?"), "\(ending.errors)")
    }
  }

  static let schemas = [
    "events", "run", "run-result", "list", "decode", "virtual", "range", "console", "power",
    "rig-check",
    "boards", "rig", "board", "doctor", "udev-check", "udev-rules", "udev-install", "rig-init",
    "quarantine", "waivers", "report", "report-list", "report-compare", "report-flakes",
    "report-prune", "flash", "replay", "scenario", "inspect", "soak",
    "mutate",
  ]

  @Test("every document has a schema", arguments: schemas)
  func schema(_ name: String) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["schema", name])
    #expect(ending.status == 0)
    let json = try JSONParser.parse(Array(ending.output.utf8))
    #expect(json["$schema"]?.string?.contains("json-schema.org") == true)
  }

  @Test(
    "what subcommands print is as their schemas say",
    arguments: [
      "list", "list --rig Rigs/two-phones.yaml", "decode 20020000 4002000100 0102",
      "rig check Rigs/loopback.yaml", "rig check nothing.yaml", "doctor", "udev check",
      "udev print", "boards", "export wireshark", "config", "inspect anchor",
      "inspect mobile anchor --diff",
      "range mobile anchor --rounds 3",
      "soak suite(accessory) --seeds 1 --progress none --quiet",
      "mutate accessory --sample 2 --progress none --quiet", "run suite(accessory) --out more",
    ])
  func printed(words: String) throws {
    let program = try Program()
    defer { program.clean() }
    try expectAsInSchemas(words, of: program)
  }

  @Test("what subcommands print of a run is as their schemas say")
  func printedOfARun() throws {
    let program = try Program()
    defer { program.clean() }
    #expect(try program.run(["run", "suite(accessory)", "--out", "out/run"]).status == 0)
    for words in ["list", "show run", "compare run run", "prune --keep 1 --dry-run", "run"] {
      try expectAsInSchemas("report \(words) --runs out", of: program)
    }
    try expectAsInSchemas("replay run --out again", of: program)
  }

  /// Expects each document that a subcommand prints to have no fault by the schema that it names.
  private func expectAsInSchemas(_ words: String, of program: Program) throws {
    let arguments = words.split(separator: " ").map(String.init) + ["--json"]
    let ending = try program.run(arguments)
    // A document that stands on several lines, or a document a line.
    let texts =
      ending.output.hasPrefix("{\n")
      ? [ending.output] : ending.output.split(separator: "\n").map(String.init)
    #expect(!texts.isEmpty, "\(words): \(ending.errors)")
    var validators: [String: SchemaValidator] = [:]
    for text in texts {
      let value = try JSONParser.parse(Array(text.utf8))
      let name = String((value["schema"]?.string ?? "").dropFirst(7).prefix { $0 != "/" })
      let validator =
        try validators[name]
        ?? SchemaValidator(JSONParser.parse(Array(program.run(["schema", name]).output.utf8)))
      validators[name] = validator
      #expect(validator.faults(value) == [], "\(words): \(text)")
    }
  }

  @Test("rig schema prints what schema rig prints")
  func rigSchema() throws {
    let program = try Program()
    defer { program.clean() }
    #expect(
      try program.run(["rig", "schema"]).output == program.run(["schema", "rig"]).output)
  }
}
