import Journal
import Reports
import Testing

@Suite("TAP")
struct TAPTests {
  private func render(_ bytes: [UInt8]) throws -> String {
    TAPDocument(try judged(bytes)).render()
  }

  @Test("a run with every verdict looks as stored")
  func snapshot() throws {
    try expectSnapshot(try render(try finishedJournal()), "every-verdict.tap")
  }

  @Test("there are as many points as the plan says, numbered in order, and blocks are closed")
  func plan() throws {
    let lines = try render(try finishedJournal()).split(separator: "\n").map(String.init)
    #expect(lines.first == "TAP version 14")
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(lines.dropFirst().first == "1..\(points.count)")
    for (index, point) in points.enumerated() {
      #expect(point.replacing("not ok", with: "ok").hasPrefix("ok \(index + 1) - "))
    }
    #expect(lines.count { $0 == "  ---" } == lines.count { $0 == "  ..." })
  }

  @Test("what a board says starts no line and no directive")
  func hostileText() throws {
    var script = Script()
    script.instance("c", on: ["a"], .skip, "x # TODO y\nok 2 - forged" + hostile)
    let lines = try render(script.bytes).split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("ok") } == 1)
    #expect(lines.first { $0.hasPrefix("ok") }?.contains(" # TODO") == false)
  }

  @Test("a run that was cut short bails out")
  func interrupted() throws {
    #expect(try render(everyVerdict().bytes).contains("Bail out!"))
  }
}
