import Foundation
import Journal
import Testing

@testable import Reports

@Suite("The report for people")
struct HTMLTests {
  private func render(_ bytes: [UInt8]) throws -> String {
    try HTMLDocument(try judged(bytes), record: record, describe: describe).render()
  }

  @Test("a run with every verdict looks as stored")
  func snapshot() throws {
    try expectSnapshot(try render(try finishedJournal()), "every-verdict.html")
  }

  @Test("an interrupted run looks as stored")
  func interruptedSnapshot() throws {
    var script = Script()
    script.add(.runStarted(.init(version: "0.1.0", seed: 0, rig: "bench")))
    script.instance("a.one", on: ["lock"], .pass)
    script.add(.caseStarted(.init(case: "a.two", boards: ["lock"])))
    script.frame("lock", .out, [0x0A])
    script.add(.signal(.init(name: "SIGTERM")))
    try expectSnapshot(try render(script.bytes + Array("gar\n{\"t".utf8)), "interrupted.html")
  }

  @Test("nothing is fetched or run, and nothing that a board says becomes markup")
  func selfContained() throws {
    let document = try render(try finishedJournal())
    for forbidden in ["<script ", "src=", "@import", "url(", "http:", "https:", "<link", "<b>&"] {
      #expect(!document.contains(forbidden), "\(forbidden)")
    }
    // One script, the page's own, and the policy of the page lets no other run.
    #expect(document.ranges(of: "<script").count == 1)
    #expect(document.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"))
    #expect(isHarmless(document))
    #expect(document.contains("\\u{1b}[31m\\u{0}\\u{202e}"))
    // The template's own markup, and that alone: every opened element is closed.
    for element in ["section", "article", "table", "tr", "td", "dl", "div", "dd", "span", "a"] {
      #expect(
        document.ranges(of: "<\(element)>").count + document.ranges(of: "<\(element) ").count
          == document.ranges(of: "</\(element)>").count, "\(element)")
    }
  }

  @Test("failures show requirement, source, both sides, frames and the line to run them again")
  func evidence() throws {
    let document = try render(try finishedJournal())
    for needed in [
      "accessory protocol §2.3", "a stop while idle is answered with did-stop",
      "UWB_DID_STOP (0x03)", "UWB_DID_START (0x02)", "<i>STOP</i></td><td><span>0 bytes out",
      "uwbrig run &#39;id(accessory.stop-while-idle) &amp; board(lock)&#39; --seed 7",
    ] {
      #expect(document.contains(needed), "\(needed)")
    }
  }

  @Test("rounds and answers become pictures over time, thinned out however long the run is")
  func traffic() throws {
    var script = Script()
    script.add(
      .boardOpened(.init(board: "anchor", identity: "a", virtual: false, firmware: "uci")))
    script.instance("ranging.long", on: ["anchor"], .pass) { script in
      for round in 0..<5_000 {
        script.frame("anchor", .out, [0x22, 0x00, 0x00, 0x00])
        script.add(
          .frame(
            .init(board: "anchor", direction: .in, bytes: [0x62, 0x00, 0x00, UInt8(round % 200)])),
          after: Int64(500 + round % 7))
      }
    }
    let round: RoundReader = { _, _, bytes in RoundFigures(distance: Double(bytes[3]) / 100) }
    let page = try HTMLDocument(
      RunReport.read(script.bytes), describe: describe, round: round
    ).render()
    for heading in ["Distance that anchor reports", "How soon anchor answers"] {
      let start = try #require(page.firstRange(of: "<h3>\(heading)"), "\(heading)")
      let part = page[start.lowerBound...].prefix { $0 != "¶" }.split(separator: "</figure>")[0]
      let points = part.ranges(of: "<circle").count
      #expect((200...400).contains(points), "\(heading): \(points)")
      #expect(part.contains("\(points) of 5000 values"), "\(heading)")
      #expect(part.contains(", over "), "\(heading)")
    }
    // Without a reader of distances there is no such picture.
    #expect(!(try render(script.bytes)).contains("Distance that"))
  }

  @Test("every link leads to a place in the document")
  func anchors() throws {
    let document = try render(try finishedJournal())
    let links = document.matches(of: /href="#([^"]+)"/).compactMap {
      String($0.1).removingPercentEncoding
    }
    #expect(links.count > 30)
    for link in links {
      #expect(document.contains("id=\"\(HTMLContent.escaped(link))\""), "\(link)")
    }
    let ids = document.matches(of: /\bid="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
  }

  @Test("a journal cut at any line is a whole document that says so")
  func interrupted() throws {
    let lines = everyVerdict().bytes.split(separator: 0x0A)
    for count in stride(from: 0, through: lines.count, by: 7) {
      let document = try render(lines[..<count].flatMap { $0 + [0x0A] })
      #expect(document.contains("This run was interrupted"))
      #expect(document.hasSuffix("</html>\n"))
    }
  }

  @Test(
    "the headline says how the run went",
    arguments: [
      ([], 4, "No case ran"), ([Verdict.pass], 0, "1 case passed"),
      ([.pass, .flaky, .skip], 0, "2 cases passed"),
      ([.pass, .finding], 0, "2 cases, none failed"),
      ([.pass, .fail, .error], 1, "1 failed, 1 ended in an error of 3 cases"),
      ([.pass], nil, "Interrupted: 1 case passed"), ([], nil, "Interrupted: no case ran"),
    ])
  func headline(verdicts: [Verdict], status: Int?, headline: String) throws {
    var script = Script()
    for (index, verdict) in verdicts.enumerated() {
      script.instance("c\(index)", on: ["a"], verdict)
    }
    if let status { script.add(.runFinished(.init(counts: .init(), status: status))) }
    #expect(try render(script.bytes).contains("<h1>\(headline)</h1>"))
  }
}
