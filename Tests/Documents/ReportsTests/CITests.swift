import JSONDocuments
import Journal
import Reports
import Testing

@Suite("What a CI service shows")
struct CITests {
  private func report(day: String? = "2026-11-21") throws -> RunReport {
    var report = try RunReport.read(try finishedJournal())
    report.day = day
    return report
  }

  @Test("annotations of a run with every verdict look as stored")
  func annotations() throws {
    let lines = GitHubAnnotations(try report()).lines
    try expectSnapshot(lines.joined(separator: "\n") + "\n", "every-verdict.annotations.txt")
    for line in lines {
      #expect(line.starts(with: /::(error|warning|notice) title=[^:,]*::/))
      #expect(isHarmless(line) && !line.contains("\n"))
    }
  }

  @Test("there are at most ten, the worst first, and the rest is counted")
  func ten() throws {
    var script = Script()
    for index in 0..<30 { script.instance("flaky\(index)", on: ["a"], .flaky, "x \(index)") }
    for index in 0..<12 { script.instance("rig\(index)", on: ["a"], .error, "x \(index)") }
    script.instance("dev[1]", on: ["a"], .fail, "x")
    script.instance("dev[2]", on: ["a"], .fail, "x")
    let lines = GitHubAnnotations(try RunReport.read(script.bytes)).lines
    #expect(lines.count == GitHubAnnotations.maximum)
    #expect(lines[0].hasPrefix("::error title=FAIL dev[1]@a and 1 more like it::"))
    #expect(lines[1].hasPrefix("::error title=ERROR rig0@a::"))
    #expect(lines[9] == "::notice title=uwbrig::34 more are in the job summary")
  }

  @Test("a run in which all is well has no annotation")
  func quiet() throws {
    var script = Script()
    script.instance("a", on: ["b"], .pass)
    script.instance("c", on: ["b"], .fail, "x", waived: "known")
    #expect(GitHubAnnotations(try RunReport.read(script.bytes)).lines == [])
  }

  @Test("the summary of a job looks as stored, and what a board says is text in it")
  func summary() throws {
    let text = JobSummary(try report(), describe: describe).render()
    try expectSnapshot(text, "every-verdict.summary.md")
    #expect(isHarmless(text))
    // Between back quotes everything is text; outside of them nothing of a board is markup.
    let outside = text.replacing(/(?s)```.*?```/, with: "").replacing(/`[^`\n]*`/, with: "")
    #expect(!outside.contains("<b>&"))
    #expect(outside.contains("&lt;b&gt;"))
  }

  @Test("an apostrophe is one in the summary, and neither an entity nor a command")
  func apostrophe() throws {
    var script = Script()
    script.instance("a", on: ["b"], .fail, "the rig's #1 & \"<b>\"")
    let text = JobSummary(try RunReport.read(script.bytes), describe: describe).render()
    #expect(text.contains("- reason: the rig's \\#1 &amp; \"&lt;b&gt;\"\n"), "\(text)")
  }

  @Test(
    "the summary keeps to its limit, and says what it left out", arguments: [700, 5_000, 60_000])
  func limit(_ limit: Int) throws {
    var script = Script()
    for index in 0..<400 {
      script.instance(
        "case\(index)", on: ["a"], .fail, String(repeating: "why ", count: 300) + "\(index)")
    }
    let text = JobSummary(try RunReport.read(script.bytes), describe: describe).render(limit: limit)
    #expect(text.utf8.count <= limit)
    #expect(text.contains("Left out for want of room"))
  }

  @Test("where there is no room at all, nothing is written")
  func noRoom() throws {
    #expect(JobSummary(try report(), describe: describe).render(limit: 10).isEmpty)
  }

  @Test("an entry of the quarantine past its day makes the status 1 and stands first everywhere")
  func expired() throws {
    let report = try report()
    #expect(report.expired.map(\.date) == ["2026-11-20"])
    #expect(report.exitStatus == 1)
    #expect(GitHubAnnotations(report).lines[0].hasPrefix("::error title=Quarantine expired::"))
    #expect(try self.report(day: "2026-11-20").expired.isEmpty)
    #expect(try self.report(day: nil).expired.isEmpty)
    var script = Script()
    script.add(.suppression(try #require(report.expired.first)))
    script.instance("a", on: ["b"], .pass)
    script.add(.runFinished(.init(counts: VerdictCounts(), status: 0)))
    var green = try RunReport.read(script.bytes)
    #expect(green.exitStatus == 0)
    green.day = "2027-01-01"
    #expect(green.exitStatus == 1)
    #expect(RunResult(green).json["status"] == .integer(1))
  }
}
