import Journal
import Reports
import Testing

@Suite("The summary in the terminal")
struct SummaryTests {
  private func report() throws -> RunReport { try judged(try finishedJournal()) }

  @Test("a run with every verdict looks as stored", arguments: [80, 40])
  func snapshot(width: Int) throws {
    let text = SummaryRenderer(width: width, color: false, describe: describe)
      .render(try report(), reportAt: "out/latest/report.html")
    try expectSnapshot(text, "every-verdict.\(width).txt")
  }

  @Test("only colours that were asked for are sent, and nothing that a board says")
  func escapes() throws {
    let plain = SummaryRenderer(width: 100, color: false).render(try report(), reportAt: hostile)
    #expect(isHarmless(plain))
    let coloured = SummaryRenderer(width: 100, color: true).render(try report(), reportAt: hostile)
    #expect(coloured.contains("\u{1B}[1;31mFAIL\u{1B}[0m"))
    #expect(isHarmless(coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "")))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "") == plain)
  }

  @Test("lines fit the width, but for commands and paths that are to be copied", arguments: 40...90)
  func width(_ width: Int) throws {
    let text = SummaryRenderer(width: width, color: false, describe: describe).render(try report())
    for line in text.split(separator: "\n")
    where line.count > width && !line.hasPrefix("  again") && !line.contains("cases: ") {
      Issue.record("\(line.count) columns: \(line)")
    }
  }

  @Test("a run with a thousand failures for a thousand causes stays on one screen")
  func manyFailures() throws {
    var script = Script()
    for index in 0..<1_000 { script.instance("c\(index)", on: ["a"], .fail, "why \(index)") }
    let text = SummaryRenderer(width: 80, color: false).render(try RunReport.read(script.bytes))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    #expect(text.contains("and 985 more"))
  }

  @Test(
    "the rig's own times are told where any were taken", arguments: [(43.25, true), (0, false)])
  func relay(value: Double, isTold: Bool) throws {
    var script = Script()
    script.instance("c", on: ["a"], .pass)
    script.add(
      .measurement(
        .init(name: "relay time p50", value: value, unit: "us", limits: .init(max: 200))))
    let text = SummaryRenderer(width: 80, color: false).render(try RunReport.read(script.bytes))
    #expect(text.contains("Rig: relay time p50 43.25 us (≤ 200)\n") == isTold)
    #expect(text.contains("relay time") == isTold)
  }

  @Test(
    "the frames before the end on a board are shown, not those of the attempts to get it back",
    arguments: [Event.BoardChange.linkEnded, Event.BoardChange.caseEnded])
  func ending(reason: String) throws {
    var script = Script()
    script.instance("c", on: ["lock"], .fail, "device died") { script in
      script.frame("lock", .out, [0xFE])
      script.add(
        .boardClosed(
          .init(
            board: "lock", identity: "", virtual: true, reason: reason)))
      for _ in 0..<9 {
        script.add(.boardOpened(.init(board: "lock", identity: "", virtual: true)))
        script.frame("lock", .out, [0x0C])
        script.add(.boardClosed(.init(board: "lock", identity: "", virtual: true, reason: "again")))
      }
    }
    let text = SummaryRenderer(width: 80, color: false).render(try RunReport.read(script.bytes))
    #expect(text.contains("→ lock  fe\n"))
    #expect(text.contains("lock closed: \(reason)\n"))
    #expect(!text.contains("closed: again"))
  }

  @Test("an empty journal says that no case ran")
  func empty() throws {
    let text = SummaryRenderer(width: 80, color: false).render(try RunReport.read([]))
    #expect(text.contains("No case ran."))
    #expect(text.contains("interrupted"))
  }
}
