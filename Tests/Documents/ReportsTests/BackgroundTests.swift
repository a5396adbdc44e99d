import Journal
import Reports
import Testing

@testable import RunStore

@Suite("What the page tells beside the run")
struct BackgroundTests {
  private func page(_ background: HTMLDocument.Background) throws -> String {
    try HTMLDocument(
      try judged(try finishedJournal()), record: record, background: background,
      describe: describe
    ).render()
  }

  /// The part of the page below a heading.
  private func section(_ heading: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "<h2>\(heading)"), "no \(heading)")
    let end = try #require(page[start.lowerBound...].firstRange(of: "</section>"))
    return String(page[start.lowerBound..<end.lowerBound])
  }

  private func baseline() throws -> RunReport {
    var script = Script()
    script.instance("accessory.stop-while-idle", on: ["lock"], .pass)
    script.instance("accessory.configuration", on: ["lock"], .fail, "no answer came")
    script.instance("ranging.two-sided", on: ["lock", "phone"], .pass)
    script.instance("accessory.gone", on: ["lock"], .pass)
    script.add(.runFinished(.init(counts: .init(), status: 1)))
    return try RunReport.read(script.bytes)
  }

  @Test("a baseline shows what fails and passes anew, and how many cases have no counterpart")
  func compared() throws {
    let page = try page(.init(baseline: (hostile, try baseline())))
    let part = try section("Compared with ", of: page)
    let rows = part.matches(
      of: /verdict [a-z]+">([A-Za-z ]+)<\/span><\/td><td><span class="name">([^<]+)</)
    let found = rows.map { "\($0.1): \($0.2)" }.filter { !$0.contains("malformed") }
    #expect(
      found == [
        "Newly failing: accessory.stop-while-idle@lock",
        "Newly undecided: ranging.two-sided@lock+phone",
        "Newly undecided: ranging.distance@lock+phone",
        "Newly passing: accessory.configuration@lock",
      ])
    #expect(part.contains("PASS → FAIL: no answer came"))
    #expect(part.contains("1 cases ran there only."))
    #expect(part.contains("9 cases ran here only."))
    #expect(part.contains("Compared with &lt;b&gt;&amp;"))
    #expect(isHarmless(page))
  }

  @Test("a run compared with itself has nothing to tell, and says so")
  func same() throws {
    let page = try page(.init(baseline: ("itself", try judged(try finishedJournal()))))
    let part = try section("Compared with itself", of: page)
    #expect(part.contains("No verdict and no number differs beyond chance."))
    #expect(!part.contains("<table"))
  }

  @Test("a slower case and a measurement that moved stand in the comparison with both medians")
  func slower() throws {
    func run(_ microseconds: Int64, _ distance: Double) throws -> RunReport {
      var script = Script()
      script.instance("a.slow", on: ["lock"], .pass, microseconds: microseconds) { script in
        for step in 0..<40 {
          script.add(
            .measurement(
              .init(name: "distance", value: distance + Double(step % 5) / 1000, unit: "m")))
        }
      }
      script.add(.runFinished(.init(counts: .init(), status: 0)))
      return try RunReport.read(script.bytes)
    }
    let page = try HTMLDocument(
      run(900_000, 2.5), background: .init(baseline: ("before", run(100_000, 2))),
      describe: describe
    ).render()
    let part = try section("Compared with before", of: page)
    #expect(part.contains("median 100 ms → 900 ms"))
    #expect(part.contains("distance: median 2.002 m → 2.502 m"))
  }

  private func cell(_ id: String, _ board: String, _ counts: [Verdict: Int]) -> LedgerCell {
    var cell = LedgerCell(case: id, boards: [.init(name: board, port: "1-1.4", firmware: "1.0")])
    for verdict in Verdict.allCases { cell.counts[verdict] = counts[verdict] ?? 0 }
    return cell
  }

  @Test("the history shows what is unstable, with its rate and interval, and what is stable not")
  func history() throws {
    let cells = [
      cell("ranging.flaky", hostile, [.pass: 90, .flaky: 6, .fail: 4]),
      cell("accessory.steady", "tag", [.pass: 50]), cell("accessory.broken", "tag", [.fail: 9]),
    ]
    let tables = [FlakeTable.Dimension.case, .board, .port].map { FlakeTable(cells, by: $0) }
    let page = try page(.init(flakes: tables))
    let part = try section("Unstable in earlier runs", of: page)
    let rows = part.matches(of: /class="name">([^<]+)<\/span><span class="what">([a-z]+)</)
    #expect(rows.map { "\($0.2)" } == ["case", "board", "port"])
    #expect(rows.first.map { "\($0.1)" } == "ranging.flaky")
    #expect(part.contains("10 of 100"))
    #expect(part.contains("10.0 % (5.5 % … 17.4 %)"))
    // On the port there are the outcomes of the other board too.
    #expect(part.contains("10 of 159"))
    #expect(!part.contains("accessory.steady") && !part.contains("accessory.broken"))
    #expect(isHarmless(page))
  }

  @Test("without a ledger and without a baseline there are no empty sections")
  func nothing() throws {
    let steady = FlakeTable([cell("a", "lock", [.pass: 3])], by: .case)
    for background in [HTMLDocument.Background(), .init(flakes: [steady])] {
      let page = try page(background)
      #expect(!page.contains("Unstable in earlier runs"))
      #expect(!page.contains("Compared with"))
    }
  }
}
