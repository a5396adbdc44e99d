import Foundation
import Journal
import TestSupport
import Testing

@Suite("config and uwbrig.yaml")
struct ConfigTests {
  static let file = """
    version: 1
    rig: Rigs/loopback.yaml
    jobs: 1
    retries: 1
    profiles:
      ci: {max-fail: 10, jobs: 3}
      night: {repeat: 2}
    """

  /// A program in a folder that has the file.
  private static func project(_ text: String = file) throws -> Program {
    let program = try Program()
    try program.write(text, to: "uwbrig.yaml")
    return program
  }

  private static func row(_ name: String, _ ending: Program.Ending) throws -> [String?] {
    let json = try JSONParser.parse(Array(ending.output.utf8))
    #expect(json["schema"]?.string == "uwbrig.config/1")
    let row = try #require(json["settings"]?.array?.first { $0["name"]?.string == name })
    return [row["value"]?.string, row["source"]?.string, row["place"]?.string]
  }

  static let precedence: [(arguments: [String], variables: [String: String], row: [String?])] = [
    (["--config", "none"], [:], ["as many as the boards allow", "default", nil]),
    ([], [:], ["1", "file", "uwbrig.yaml:3"]),
    (["--profile", "ci"], [:], ["3", "profile", "uwbrig.yaml:6"]),
    ([], ["UWBRIG_PROFILE": "ci"], ["3", "profile", "uwbrig.yaml:6"]),
    (["--profile", "night"], ["UWBRIG_PROFILE": "ci"], ["1", "file", "uwbrig.yaml:3"]),
    (["--profile", "ci"], ["UWBRIG_JOBS": "2"], ["2", "variable", "UWBRIG_JOBS"]),
    ([], ["UWBRIG_JOBS": ""], ["1", "file", "uwbrig.yaml:3"]),
    ([], ["UWBRIG_CONFIG": "none"], ["as many as the boards allow", "default", nil]),
  ]

  @Test("the first of variable, profile, file and default holds", arguments: 0..<precedence.count)
  func order(_ index: Int) throws {
    let given = Self.precedence[index]
    let program = try Self.project()
    defer { program.clean() }
    let ending = try program.run(
      ["config", "--json"] + given.arguments, environment: given.variables)
    #expect(try Self.row("jobs", ending) == given.row)
  }

  @Test("what holds is shown with its place")
  func shown() throws {
    let program = try Self.project()
    defer { program.clean() }
    let ending = try program.run(
      ["config", "--profile", "ci"], environment: ["UWBRIG_SEED": "7", "UWBRIG_JOB": "3"])
    #expect(ending.status == 0)
    try expectSnapshot(ending.output, "config.txt")
    #expect(ending.errors.contains("UWBRIG_JOB is not a setting; did you mean UWBRIG_JOBS?"))
  }

  @Test("the options of the command line come first, and a run records all that held")
  func options() throws {
    let program = try Self.project()
    defer { program.clean() }
    let run = ["run", "N01", "--out", "o", "--progress", "none", "--retries", "0"]
    #expect(try program.run(run, environment: ["UWBRIG_SEED": "7"]).status == 0)
    let record = try JSONParser.parse(Array(program.read("o/run.json").utf8))
    let arguments = record["arguments"]?.array?.compactMap(\.string) ?? []
    #expect(arguments.starts(with: ["run", "--rig=Rigs/loopback.yaml", "--seed=7", "--jobs=1"]))
    #expect(arguments.suffix(2) == ["--retries", "0"])
    #expect(try program.read("o/events.ndjson").contains("\"seed\":7"))
  }

  @Test("a file above holds inside a repository alone, with its paths")
  func above() throws {
    let program = try Self.project()
    defer { program.clean() }
    try program.write("version: 1\nrig: bench.yaml\njunit: j.xml\n", to: "uwbrig.yaml")
    try program.write(
      """
      version: 1
      name: above
      time: virtual
      boards: [{name: lock, firmware: ni-accessory, link: virtual}]
      """, to: "bench.yaml")
    let files = FileManager.default
    try files.createDirectory(
      at: program.folder.appending(path: "sub"), withIntermediateDirectories: true)
    let below = ["/bin/sh", "-c", "cd sub; exec \"$0\" \"$@\""]
    let without = try program.run(["config"], through: below)
    #expect(without.output.hasPrefix("No project file"))
    try files.createDirectory(
      at: program.folder.appending(path: ".git"), withIntermediateDirectories: true)
    let ending = try program.run(
      ["run", "N01", "--progress", "none", "--out", "o"], through: below)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.contains("rig above"))
    #expect(try program.read("j.xml").contains("N01"))
  }

  static let faults:
    [(text: String, arguments: [String], variables: [String: String], says: String)] = [
      ("version: 1\njbs: 3\n", ["run"], [:], "uwbrig.yaml:2:1: error: expected"),
      ("version: 1\njbs: 3\n", ["run"], [:], "did you mean `jobs`?"),
      ("version: 1\njobs: none\n", ["list"], [:], "uwbrig.yaml:2:7: error: jobs: expected a whole"),
      ("version: 1\ntimeout: 5\n", ["config"], [:], "uwbrig.yaml:2:10: error: timeout: expected"),
      (
        file, ["run", "--profile", "cl"], [:],
        "--profile: expected ci, night, got \"cl\"; did you mean"
      ),
      (file, ["config"], ["UWBRIG_PROFILE": "x"], "UWBRIG_PROFILE: expected ci, night, got \"x\""),
      (
        file, ["run"], ["UWBRIG_JOBS": "x"],
        "UWBRIG_JOBS: expected a whole number from 1 to 1000000, got"
      ),
      (
        "version: 1\nseed: -1\n", ["run"], [:],
        "seed: expected a whole number, 0 or more, got `-1`"
      ),
      (file, ["run"], ["UWBRIG_SEED": "x"], "UWBRIG_SEED: expected a whole number, 0 or more, got"),
      (file, ["run"], ["UWBRIG_PROGRESS": "plan"], "got `plan`; did you mean `plain`?"),
      (file, ["run", "--config", "x.yaml"], [:], "--config: there is no file \"x.yaml\""),
      (
        "version: 1\nprofiles: {ci: {rigs: x}}\n", ["run"], [:],
        "uwbrig.yaml:2:17: error: profiles.ci: expected"
      ),
    ]

  @Test("a mistake is status 2 with its place and the closest name", arguments: 0..<faults.count)
  func mistake(_ index: Int) throws {
    let fault = Self.faults[index]
    let program = try Self.project(fault.text)
    defer { program.clean() }
    let ending = try program.run(fault.arguments, environment: fault.variables)
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains(fault.says), "\(ending.errors)")
  }

  @Test("the schema of the file has every setting, in the file and in profiles")
  func schema() throws {
    let program = try Program()
    defer { program.clean() }
    let schema = try JSONParser.parse(Array(try program.run(["schema", "project"]).output.utf8))
    let keys = schema["properties"]?.members?.map(\.name) ?? []
    let inner = schema["properties"]?["profiles"]?["additionalProperties"]?["properties"]?.members
    #expect(keys.first == "version" && keys.last == "profiles")
    #expect(inner?.map(\.name) == keys.dropFirst().dropLast().map { $0 })
    #expect(keys.contains("max-fail"))
  }

  @Test("short options are the long ones")
  func short() throws {
    let program = try Program()
    defer { program.clean() }
    let run = ["run", "N01", "-r", "Rigs/loopback.yaml", "-j", "1", "-q", "-o", "o"]
    #expect(try program.run(run + ["--progress", "none"]).status == 0)
    #expect(try program.read("o/run.json").contains("\"-j\""))
    #expect(try program.run(["-V"]).output == program.run(["--version"]).output)
  }

  @Test("a part without a word is a slice")
  func part() throws {
    let program = try Program()
    defer { program.clean() }
    func cases(_ part: String) throws -> [String] {
      let ending = try program.run(
        ["run", "id(N0*)", "--partition", part, "--json", "--progress", "none"])
      let json = try JSONParser.parse(Array(ending.output.utf8))
      return json["cases"]?.array?.compactMap { $0["instance"]?.string } ?? []
    }
    let bare = try cases("1/3")
    #expect(!bare.isEmpty)
    #expect(try bare == cases("slice:1/3"))
  }

  @Test("the JSON of virtual is JSON from its first character")
  func virtual() throws {
    let program = try Program()
    defer { program.clean() }
    let server = try program.start(
      ["virtual", "--uci-tcp", "0", "--json", "--with-parent"], input: .pipe, output: .pipe)
    let line = try #require(String(data: server.output.availableData, encoding: .utf8))
    let json = try JSONParser.parse(Array(line.utf8))
    #expect(json["schema"]?.string == "uwbrig.virtual/1")
    try server.input.close()
    _ = try server.wait()
  }

  @Test("an example's serial numbers are called placeholders")
  func placeholders() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["rig", "check", "Rigs/dwm3001cdk-pair.yaml"])
    #expect(ending.status == 0)
    #expect(
      ending.errors.contains(
        "initiator: the serial number F1498C5AB09C is a placeholder of the shipped example"))
    #expect(try program.run(["rig", "check", "Rigs/loopback.yaml"]).errors.isEmpty)
  }
}
