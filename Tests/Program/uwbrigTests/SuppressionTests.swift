import Foundation
import Journal
import Testing

@Suite("Quarantine and waivers of a run")
struct SuppressionRunTests {
  private static let run = ["run", "R01", "--rig", "bench.yaml", "--board", "lock"]

  private func program(_ quarantine: String?, waivers: String? = nil) throws -> Program {
    let program = try Program()
    try program.write(ReportTests.rig, to: "bench.yaml")
    if let quarantine {
      try program.write("version: 1\nquarantine:\n\(quarantine)\n", to: "quarantine.yaml")
    }
    if let waivers { try program.write("version: 1\nwaivers:\n\(waivers)\n", to: "waivers.yaml") }
    return program
  }

  private static let valid =
    "  - {case: R01, reason: known, link: UWB-17, review: 9999-12-31}"

  @Test("the list beside the rig file is read: what is in it does not count, and is marked")
  func quarantine() throws {
    let program = try program(Self.valid)
    defer { program.clean() }
    let ending = try program.run(Self.run + ["--out", "o", "--progress", "plain"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains("(quarantined)"))
    #expect(ending.output.contains("6 cases: 6 FAIL (6 excused)"))
    #expect(
      ending.output.contains("quarantine    R01: known (UWB-17), to be reviewed by 9999-12-31"))
    let json = try program.run(["report", "show", "o", "--json"]).output
    #expect(json.contains("\"quarantined\": \"known (UWB-17)\""))
    for name in ["junit.xml", "report.html", "events.ndjson"] {
      #expect(try program.read("o/\(name)").contains("known"), "\(name)")
    }
  }

  @Test("past its day an entry makes the status 1, says so, and leaves the journal as it is")
  func expired() throws {
    let program = try program(Self.valid)
    defer { program.clean() }
    let past = Self.valid.replacing("9999-12-31", with: "2020-01-31")
    _ = try program.run(Self.run + ["--out", "a", "--progress", "none"])
    try program.write("version: 1\nquarantine:\n\(past)\n", to: "q.yaml")
    let ending = try program.run(
      Self.run + ["--out", "b", "--progress", "none", "--quarantine", "q.yaml"])
    #expect(ending.status == 1)
    #expect(
      ending.output.contains("EXPIRED       the quarantine of R01 was to be reviewed by 2020-01-31")
    )
    let journal = try program.read("b/events.ndjson")
    #expect(
      journal.replacing("2020-01-31", with: "9999-12-31") == (try program.read("a/events.ndjson")))
    // What the day of the run said stays said, whenever somebody asks.
    let shown = try program.run(["report", "show", "b", "--json"])
    #expect(shown.output.contains("\"status\": 1,"))
    #expect(shown.output.contains("\"expired\": true"))
  }

  @Test("a waiver takes a FAIL out of the count on its board alone")
  func waivers() throws {
    let program = try program(
      nil, waivers: "  - {case: R01, board: lock, reason: known, link: UWB-23, date: 2026-11-01}")
    defer { program.clean() }
    let ending = try program.run(Self.run + ["--progress", "none"])
    #expect(ending.status == 0)
    #expect(ending.output.contains("waived      known (UWB-23)"))
    try program.write(
      "version: 1\nwaivers: [{case: R01, board: tag, reason: k, link: l, date: 2026-11-01}]",
      to: "waivers.yaml")
    #expect(try program.run(Self.run + ["--progress", "none"]).status == 1)
  }

  @Test("a list that is wrong ends the program with status 2 before anything runs")
  func wrong() throws {
    let program = try program("  - {case: R01, reson: x}")
    defer { program.clean() }
    let ending = try program.run(Self.run + ["--out", "o"])
    #expect(ending.status == 2)
    try expectSnapshot(ending.errors, "quarantine-faults.txt")
    #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "o").path))
  }

  @Test("an entry that applies to nothing is told")
  func unmatched() throws {
    let program = try program(
      "  - {case: R0, reason: a, link: b, review: 9999-12-31}\n"
        + "  - {board: lokk, reason: a, link: b, review: 9999-12-31}")
    defer { program.clean() }
    let ending = try program.run(["run", "N01", "--rig", "bench.yaml", "--progress", "none"])
    #expect(ending.status == 0)
    #expect(
      ending.errors.contains("quarantine.yaml:3:12: warning: the quarantine of \"R0\" matches"))
    #expect(
      ending.errors.contains(
        "quarantine.yaml:4: warning: the quarantine of everything on lokk matches no case"))
  }
}
