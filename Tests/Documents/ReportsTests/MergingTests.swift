import Journal
import Reports
import Testing

@Suite("Several runs in one report")
struct MergingTests {
  /// The report of a run with these ends; without a status it was interrupted.
  private func run(
    _ ends: [(String, Verdict)], status: Int? = 0, unfinished: [String] = [],
    quarantined: String? = nil
  ) throws -> RunReport {
    var script = Script()
    script.add(.runStarted(.init(version: "0.1.0", seed: 1, rig: "bench")))
    for (id, verdict) in ends {
      script.instance(
        id, on: ["lock"], verdict, verdict == .pass ? "" : "why \(id)", quarantined: quarantined)
    }
    for id in unfinished { script.add(.caseStarted(.init(case: id, boards: ["lock"]))) }
    let counts = try RunReport.read(script.bytes).tally.counts
    if let status { script.add(.runFinished(.init(counts: counts, status: status))) }
    return try RunReport.read(script.bytes)
  }

  private func merged(_ reports: RunReport...) -> RunReport {
    RunReport.merged(reports.enumerated().map { ("run \($0.offset + 1)", $0.element) })
  }

  private func verdicts(_ report: RunReport) -> [String] {
    report.instances.map { "\($0.name) \($0.verdict.rawValue)" }
  }

  @Test("the parts of a partition are one run")
  func shards() throws {
    let report = merged(
      try run([("A", .pass), ("B", .fail)], status: 1), try run([("C", .pass), ("D", .skip)]))
    #expect(verdicts(report) == ["A@lock PASS", "B@lock FAIL", "C@lock PASS", "D@lock SKIP"])
    #expect(report.instances.map(\.ordinal) == [1, 2, 3, 4])
    #expect(report.status == 1)
    #expect(report.merged == ["run 1", "run 2"])
  }

  @Test("what passes in a later run after a failure is FLAKY, with both attempts")
  func rerun() throws {
    let report = merged(
      try run([("A", .fail), ("B", .error), ("C", .inconclusive), ("D", .pass)], status: 1),
      try run([("A", .pass), ("B", .pass), ("C", .pass)]))
    #expect(
      verdicts(report) == ["A@lock FLAKY", "B@lock FLAKY", "C@lock PASS", "D@lock PASS"])
    #expect(report.status == 0)
    let first = report.instances[0]
    #expect(first.reason == "PASS in a later run, after FAIL: why A")
    #expect(first.attempts.map(\.number) == [1, 2])
    #expect(first.attempts.map(\.verdict) == [.fail, .pass])
    #expect(JUnitDocument(report, describe: describe).render().contains("flakyFailure"))
  }

  @Test("what fails later too is judged by the last run; a skip later takes nothing back")
  func laterVerdict() throws {
    let again = merged(
      try run([("A", .error), ("B", .fail)], status: 1), try run([("A", .fail)], status: 1))
    #expect(verdicts(again) == ["A@lock FAIL", "B@lock FAIL"])
    let skipped = merged(
      try run([("A", .pass), ("B", .skip)]), try run([("A", .skip), ("B", .fail)], status: 1))
    #expect(verdicts(skipped) == ["A@lock PASS", "B@lock FAIL"])
  }

  @Test(
    "a part that was interrupted makes the whole interrupted, and what it lost can be had again")
  func interrupted() throws {
    let report = merged(
      try run([("A", .pass)], status: nil, unfinished: ["B", "C"]), try run([("B", .pass)]))
    #expect(verdicts(report) == ["A@lock PASS", "B@lock PASS", "C@lock INCONCLUSIVE"])
    #expect(report.isInterrupted)
    #expect(TAPDocument(report).render().contains("Bail out!"))
  }

  @Test("a run that was cut off is whole when a later one has taken it up", arguments: [nil, 130])
  func takenUp(_ status: Int?) throws {
    let runs = try [
      ("1", run([("A", .pass)], status: status, unfinished: ["B"])),
      ("2", run([("B", .pass), ("C", .pass)])),
    ]
    let report = RunReport.merged(runs, takenUp: [0])
    #expect(verdicts(report) == ["A@lock PASS", "B@lock PASS", "C@lock PASS"])
    #expect(report.status == 0)
    #expect(RunReport.merged(runs).status != 0)
    // What a program says of itself is not mended by running it again.
    let broken = try [("1", run([("A", .pass)], status: 5)), ("2", run([("A", .pass)]))]
    #expect(RunReport.merged(broken, takenUp: [0]).status == 5)
  }

  @Test("statuses that verdicts do not make are kept; what is excused does not count")
  func statuses() throws {
    #expect(merged(try run([("A", .pass)], status: 5), try run([("B", .pass)])).status == 5)
    let flaky = try run([("A", .flaky)], status: 1)
    #expect(merged(flaky, try run([("B", .pass)])).status == 1)
    #expect(merged(try run([("A", .flaky)]), try run([("B", .pass)])).status == 0)
    let quarantined = try run([("A", .fail)], quarantined: "why")
    #expect(merged(quarantined, try run([("B", .pass)])).status == 0)
    #expect(
      merged(try run([("A", .skip)], status: 4), try run([("B", .skip)], status: 4)).status == 4)
  }

  @Test("one run is itself, and none is nothing")
  func few() throws {
    let one = try run([("A", .fail)], status: 1)
    #expect(merged(one).merged == [])
    #expect(merged(one).status == 1)
    #expect(merged().instances.isEmpty)
  }
}
