import JSONDocuments
import Journal
import Reports
import Testing

@testable import struct Reports.Samples

@Suite("Comparing runs")
struct ComparisonTests {
  private func run(
    _ ends: [(id: String, verdict: Verdict, microseconds: Int64)],
    measured: [String: [Double]] = [:], waived: [String] = []
  ) throws -> RunReport {
    var script = Script()
    for end in ends {
      script.instance(
        end.id, on: ["lock"], end.verdict, "because",
        waived: waived.contains(end.id) ? "known" : nil, microseconds: end.microseconds
      ) { script in
        for value in measured[end.id] ?? [] {
          script.add(.measurement(.init(name: "distance", value: value, unit: "m")))
        }
      }
    }
    return try RunReport.read(script.bytes)
  }

  @Test("what newly fails, passes or is undecided is told apart, and decides the status")
  func verdicts() throws {
    let before = try run(
      [
        ("same", .fail, 1), ("breaks", .pass, 1), ("mends", .fail, 1), ("rig", .pass, 1),
        ("waived", .pass, 1), ("gone", .pass, 1), ("unwaived", .fail, 1), ("lost", .fail, 1),
      ], waived: ["unwaived"])
    let after = try run(
      [
        ("same", .fail, 1), ("breaks", .fail, 1), ("mends", .flaky, 1), ("rig", .error, 1),
        ("waived", .fail, 1), ("added", .fail, 1), ("unwaived", .fail, 1), ("lost", .skip, 1),
      ], waived: ["waived"])
    let comparison = RunComparison(before, after)
    #expect(
      comparison.newlyFailing.map(\.instance) == ["breaks@lock", "added@lock", "unwaived@lock"])
    #expect(
      comparison.newlyFailing.map(\.words) == ["PASS → FAIL", "new → FAIL", "FAIL, excused before"])
    #expect(comparison.newlySkipped.map(\.words) == ["FAIL → SKIP"])
    #expect(comparison.newlyUndecided.map(\.instance) == ["rig@lock"])
    #expect(comparison.newlyPassing.map(\.instance) == ["mends@lock"])
    #expect(comparison.gone == ["gone@lock"])
    #expect(comparison.added == ["added@lock"])
    #expect(comparison.status == 1)
    #expect(RunComparison(before, before).status == 0)
    #expect(
      RunComparison(try run([("a", .pass, 1)]), try run([("a", .inconclusive, 1)])).status == 3)
  }

  @Test("a case is slower by a fifth and 50 ms, or for sure by its interval")
  func slower() throws {
    let before = try run([("a", .pass, 1_000_000), ("b", .pass, 10), ("c", .pass, 1_000_000)])
    let after = try run([("a", .pass, 1_300_000), ("b", .pass, 1_000), ("c", .pass, 1_100_000)])
    #expect(RunComparison(before, after).slower.map(\.instance) == ["a@lock"])
    func repeated(_ times: [Int64]) throws -> RunReport {
      try run(times.map { ("a", .pass, $0 * 1_000) })
    }
    let sure = RunComparison(
      try repeated([1000, 1001, 1002, 1003, 1004, 1005]),
      try repeated([1070, 1071, 1072, 1073, 1074, 1075]))
    #expect(sure.slower.map(\.instance) == ["a@lock"])
    #expect(sure.slower.first?.interval != nil)
    let unsure = RunComparison(
      try repeated([1000, 3000, 500, 900, 2000, 1500]),
      try repeated([1200, 2900, 700, 1100, 2100, 1400]))
    #expect(unsure.slower.isEmpty)
  }

  @Test(
    "the time of a case that went wrong is compared with none",
    arguments: [Verdict.fail, .error, .inconclusive, .flaky])
  func timesOfPasses(_ verdict: Verdict) throws {
    let bad = try run([("a", verdict, 100_000)])
    let good = try run([("a", .pass, 2_000_000)])
    #expect(RunComparison(bad, good).slower.isEmpty)
    #expect(
      RunComparison(try run([("a", .pass, 100_000)]), good).slower.map(\.instance) == ["a@lock"])
  }

  @Test("a measurement has median, p95 and a change with its interval, where there are enough")
  func measurements() throws {
    let before = try run(
      [("m", .pass, 1), ("few", .pass, 1)],
      measured: ["m": (0..<40).map { 1 + Double($0) / 1000 }, "few": [1, 1.1]])
    let after = try run(
      [("m", .pass, 1), ("few", .pass, 1)],
      measured: ["m": (0..<40).map { 1.5 + Double($0) / 1000 }, "few": [9, 9.1]])
    let shifts = RunComparison(before, after).measurements
    #expect(shifts.map(\.instance) == ["m@lock", "few@lock"])
    let shift = try #require(shifts.first)
    #expect(abs(shift.change - 0.5) < 1e-9)
    let interval = try #require(shift.interval)
    #expect(interval.contains(0.5) && interval.lowerBound > 0.49)
    #expect(shift.before.count == 40)
    #expect(abs(shift.before.p95 - 1.037) < 1e-9)
    #expect(shifts.last?.interval == nil)
    #expect(shifts.last?.significant == false)
  }

  @Test("the document is as its schema says")
  func document() throws {
    let before = try run(
      [("a", .pass, 1_000_000), ("b", .fail, 1)], measured: ["a": [1, 2, 3, 4, 5, 6]])
    let after = try run(
      [("a", .fail, 2_000_000), ("b", .pass, 1), ("c", .error, 1)],
      measured: ["a": [7, 8, 9, 10, 11, 12], "c": [.nan]])
    let document = ComparisonDocument(
      RunComparison(before, after), names: (before: hostile, after: "b"))
    #expect(try schemaFaults(document) == [])
    let json = document.json
    #expect(json["status"] == .integer(1))
    #expect(json["measurements"]?.array?.first?["significant"] == .bool(true))
  }

  @Test("samples of nothing, of one and of what is no number are no trap")
  func samples() {
    let none = Samples([.nan, .infinity])
    #expect(none.count == 0 && none.median == 0 && none.p95 == 0)
    #expect(none.shift(to: Samples([1])).interval == nil)
    let one = Samples([3])
    #expect(one.median == 3 && one.p95 == 3)
    #expect(Samples((1...100).map(Double.init)).p95 == 95)
    #expect(Samples((0..<100_000).map(Double.init)).count <= 600)
    let shift = Samples([1, 2, 3]).shift(to: Samples([4, 5, 6]))
    #expect(shift.estimate == 3 && shift.interval == nil)
    #expect(Samples([1, 2, 3, 4]).shift(to: Samples([5, 6, 7, 8])).interval == 1...7)
  }
}
