import Foundation
import FoundationXML
import Journal
import Reports
import RunStore
import Testing

@Suite("JUnit")
struct JUnitTests {
  private func render(_ bytes: [UInt8]) throws -> String {
    JUnitDocument(try judged(bytes), record: record, describe: describe).render()
  }

  @Test("a run with every verdict looks as stored")
  func snapshot() throws {
    try expectSnapshot(try render(try finishedJournal()), "every-verdict.junit.xml")
  }

  @Test("each verdict becomes its element, and the totals agree with the elements")
  func elements() throws {
    let parsed = try Parsed(try render(try finishedJournal()))
    #expect(parsed.counts["testcase"] == 12)
    #expect(parsed.counts["failure"] == 3)
    #expect(parsed.counts["error"] == 3)
    #expect(parsed.counts["skipped"] == 3)
    #expect(parsed.counts["flakyFailure"] == 1)
    #expect(parsed.totals == ["tests": 12, "failures": 3, "errors": 3, "skipped": 3])
    #expect(parsed.suiteTotals == parsed.totals)
    #expect(Set(parsed.cases).count == parsed.cases.count)
  }

  @Test("an instance that failed all its attempts lists them")
  func rerun() throws {
    var script = Script()
    script.instance("c", on: ["a"], .fail, "first")
    script.instance("c", on: ["a"], .fail, "second", attempt: 2)
    let document = try render(script.bytes)
    let parsed = try Parsed(document)
    #expect(parsed.counts["failure"] == 1)
    #expect(parsed.counts["rerunFailure"] == 1)
    #expect(document.contains("<failure message=\"second\""))
    #expect(document.contains("<rerunFailure message=\"attempt 1: first\""))
  }

  @Test(
    "the properties of a suite name the board: serial number, firmware and the digest of its image")
  func board() throws {
    var script = Script()
    script.add(
      .boardOpened(
        .init(
          board: "kit", identity: "usb:serial=F1498C5A,interface=0", virtual: false,
          firmware: "uci", dialect: "fira2+qorvo")))
    script.add(
      .other(
        kind: OutcomeCollector.imageKind,
        json: .object([
          .init("board", .string("kit")), .init("image", .string("app.hex")),
          .init("sha256", .string("00ff")),
        ])))
    script.instance("c", on: ["kit"], .pass)
    let document = try render(script.bytes)
    for (name, value) in [
      ("serial", "F1498C5A"), ("firmware", "uci fira2+qorvo"), ("image", "app.hex, SHA-256 00ff"),
      ("kind", "real"), ("identity", "usb:serial=F1498C5A,interface=0"),
    ] {
      #expect(
        document.contains("<property name=\"board.kit.\(name)\" value=\"\(value)\"/>"), "\(name)")
    }
  }

  @Test("time and host are told for real boards only")
  func wallClock() throws {
    let real = try render(try finishedJournal(isVirtual: false))
    #expect(real.contains("timestamp=\"2026-11-21T01:30:00Z\" hostname=\"bench-3\""))
    let virtual = try render(try finishedJournal())
    #expect(!virtual.contains("timestamp") && !virtual.contains("bench-3"))
  }

  @Test("a journal cut at any line is a whole document with an error or a verdict for each case")
  func interrupted() throws {
    let lines = everyVerdict().bytes.split(separator: 0x0A)
    for count in 0...lines.count {
      let document = try render(lines[..<count].flatMap { $0 + [0x0A] })
      let parsed = try Parsed(document)
      #expect(parsed.counts["testcase", default: 0] > 0, "after \(count) lines")
      #expect(isHarmless(document))
    }
  }

  @Test("the image on a board stands with its digest in the suites of the board, and on the page")
  func image() throws {
    var script = Script()
    let digest = String(repeating: "0a", count: 32)
    for (board, name) in [("lock", "app.hex"), ("tag", hostile)] {
      let line = JSONValue.object([
        .init("board", .string(board)), .init("image", .string(name)),
        .init("sha256", .string(digest)),
      ])
      script.add(.other(kind: OutcomeCollector.imageKind, json: line))
      script.add(.boardOpened(.init(board: board, identity: "", virtual: false)))
      script.instance("a.one", on: [board], .pass)
    }
    let report = try RunReport.read(script.bytes)
    let junit = JUnitDocument(report, describe: describe).render()
    #expect(junit.contains("name=\"board.lock.image\" value=\"app.hex, SHA-256 \(digest)\""))
    #expect(isHarmless(junit))
    let page = try HTMLDocument(report, describe: describe).render()
    #expect(page.contains("app.hex, SHA-256 \(digest)"))
    #expect(isHarmless(page))
  }

  @Test("no text can make GitLab attach a file")
  func attachment() throws {
    #expect(!(try render(try finishedJournal())).contains("[[ATTACHMENT"))
  }
}

/// What a reader of JUnit sees; throws where the document is no XML.
private final class Parsed: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var cases: [String] = []
  private(set) var totals: [String: Int] = [:]
  private(set) var suiteTotals: [String: Int] = [:]

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    if name == "testcase", let id = attributes["name"] { cases.append(id) }
    for total in ["tests", "failures", "errors", "skipped"] {
      let value = attributes[total].flatMap { Int($0) } ?? 0
      if name == "testsuites" { totals[total] = value }
      if name == "testsuite" { suiteTotals[total, default: 0] += value }
    }
  }
}
