import Journal
import Reports
import Testing

@Suite("CTRF")
struct CTRFTests {
  private func render(_ bytes: [UInt8]) throws -> JSONValue {
    CTRFDocument(try judged(bytes), record: record).json
  }

  @Test("a run with every verdict looks as stored")
  func snapshot() throws {
    try expectSnapshot(try render(try finishedJournal()).indented, "every-verdict.ctrf.json")
  }

  @Test("what the format demands is there, and the summary agrees with the tests")
  func required() throws {
    let document = try render(try finishedJournal())
    #expect(document["reportFormat"]?.string == "CTRF")
    let results = try #require(document["results"])
    #expect(results["tool"]?["name"]?.string == "uwbrig")
    let tests = try #require(results["tests"]?.array)
    let summary = try #require(results["summary"])
    #expect(summary["tests"]?.integer == Int64(tests.count))
    for status in ["passed", "failed", "skipped", "pending", "other"] {
      let count = tests.count { $0["status"]?.string == status }
      #expect(summary[status]?.integer == Int64(count), "\(status)")
    }
    #expect(tests.allSatisfy { $0["duration"]?.integer != nil && $0["name"]?.string != nil })
    let flaky = tests.count { $0["flaky"] == .bool(true) }
    #expect(flaky == 1 && summary["flaky"]?.integer == 1)
  }

  @Test("an instance that was tried again lists its attempts")
  func attempts() throws {
    var script = Script()
    script.instance("c", on: ["a"], .fail, "first")
    script.instance("c", on: ["a"], .flaky, "second", attempt: 2)
    let test = try #require(try render(script.bytes)["results"]?["tests"]?.array?.first)
    #expect(test["retries"]?.integer == 1)
    #expect(test["retryAttempts"]?.array?.map { $0["status"]?.string } == ["failed", "passed"])
  }

  @Test("times are those of the wall for real boards only")
  func wallClock() throws {
    let real = try render(try finishedJournal(isVirtual: false))
    #expect(real["results"]?["summary"]?["start"]?.integer == 1_795_224_600_000)
    let virtual = try render(try finishedJournal())
    #expect(virtual["results"]?["summary"]?["start"]?.integer == 0)
  }
}
