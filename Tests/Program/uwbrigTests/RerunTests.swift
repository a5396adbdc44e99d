import Foundation
import Journal
import Testing

@Suite("--rerun latest")
struct RerunTests {
  /// One board that never starts: half of the cases fail on it.
  private static let rig = """
    version: 1
    name: bad
    time: virtual
    boards:
      - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: answers-nothing}
      - {name: tag, firmware: ni-accessory, link: virtual}
    """
  private static let cases = "N01 | N02 | R02 | R03"

  private func run(_ program: Program, _ more: String...) throws -> Program.Ending {
    try program.run(
      ["run", Self.cases, "--rig", "bad.yaml", "--progress", "none"] + more)
  }

  /// The instances of the latest run, by verdict.
  private func latest(_ program: Program) throws -> [String: String] {
    let ending = try program.run(["report", "show", "latest", "--json"])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    var verdicts: [String: String] = [:]
    for value in json["cases"]?.array ?? [] {
      if let name = value["instance"]?.string { verdicts[name] = value["verdict"]?.string }
    }
    return verdicts
  }

  private func program() throws -> Program {
    let program = try Program()
    try program.write(Self.rig, to: "bad.yaml")
    return program
  }

  @Test("runs what failed, and what the run was too short for, until nothing is left")
  func converges() throws {
    let program = try program()
    defer { program.clean() }
    #expect(try run(program, "--jobs", "1", "--max-fail", "1").status != 0)
    let first = try latest(program)
    let left = first.filter { $0.value != "PASS" }.map(\.key).sorted()
    try #require(first.values.contains("SKIP"))
    _ = try run(program, "--rerun", "latest")
    #expect(try latest(program).keys.sorted() == left)
    // The board is mended.
    try program.write(
      Self.rig.replacing(", misbehaviour: answers-nothing", with: ""), to: "bad.yaml")
    #expect(try run(program, "--rerun", "latest").status == 0)
    let none = try run(program, "--rerun", "latest")
    #expect(none.status == 4)
    #expect(none.errors.contains("the latest run left nothing that is selected"))
  }

  @Test(
    "after a kill or a case that hung runs what never came to run, and no more, however often",
    arguments: [false, true])
  func killed(_ hung: Bool) throws {
    let program = try program()
    defer { program.clean() }
    _ = try run(program, "--jobs", "1")
    let all = try latest(program)
    /// Cuts the journal behind so many ends of cases, as a kill does.
    func cut(after ends: Int) throws {
      let name = "out/latest/events.ndjson"
      var left = ends
      var kept: [Substring] = []
      for line in try program.read(name).split(separator: "\n") {
        kept.append(line)
        if line.contains("\"kind\":\"case-finished\"") { left -= 1 }
        if left == 0 { break }
      }
      try program.write(kept.joined(separator: "\n") + "\n", to: name)
    }
    let end = try program.read("out/latest/events.ndjson").split(separator: "\n").last
    try cut(after: 3)
    if hung, let end {
      let name = "out/latest/events.ndjson"
      let last = end.replacing(/"status":\d+/, with: "\"status\":5")
      try program.write(program.read(name) + last + "\n", to: name)
    }
    let done = try latest(program)
    try #require(done.count == 3)
    _ = try run(program, "--rerun", "latest", "--jobs", "1")
    let rest = try latest(program)
    let good = done.filter { $0.value == "PASS" }
    #expect(Set(rest.keys) == Set(all.keys).subtracting(good.keys))
    // That one is killed too: what both have passed is not run again.
    try cut(after: 2)
    let two = try latest(program)
    _ = try run(program, "--rerun", "latest", "--jobs", "1")
    let expected = Set(rest.keys).subtracting(two.filter { $0.value == "PASS" }.keys)
    #expect(Set(try latest(program).keys) == expected)
    // All three together are one run that came to its end.
    let runs = try FileManager.default
      .contentsOfDirectory(atPath: program.folder.appending(path: "out").path)
      .filter { $0.hasPrefix("20") }
    try #require(runs.count == 3)
    let merged = try program.run(["report"] + runs + ["--json"])
    let json = try JSONParser.parse(Array(merged.output.utf8))
    #expect(json["interrupted"] == .bool(false))
    #expect(hung == (json["status"]?.integer == 5))
    let total = ["PASS", "FAIL", "ERROR", "FLAKY", "SKIP", "FINDING", "INCONCLUSIVE"]
      .reduce(0) { $0 + (json["counts"]?[$1]?.integer ?? 0) }
    #expect(Int(total) == all.count)
  }

  @Test(
    "runs again the case in which a rule of the frame watch was broken; the rule alone is no case")
  func rules() throws {
    let program = try program()
    defer { program.clean() }
    try program.write(
      Self.rig.replacing("answers-nothing", with: "did-stop-of-200-bytes"), to: "bad.yaml")
    #expect(try run(program).status == 1)
    let broken = try latest(program).filter { $0.value == "FAIL" }.map(\.key)
    try #require(broken == ["W02@lock"])
    #expect(try run(program, "--rerun", "latest").status == 1)
    let again = try latest(program)
    #expect(again.count == 2 && again["W02@lock"] == "FAIL")
    let alone = try program.run(["run", "W02", "--rig", "bad.yaml", "--progress", "none"])
    #expect(alone.status == 4)
    #expect(alone.errors.contains("W02 is a rule of the frame watch"))
  }
}
