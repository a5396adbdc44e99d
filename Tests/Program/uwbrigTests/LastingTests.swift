import Foundation
import Journal
import TestSupport
import Testing

@Suite("Runs that are cut off")
struct LastingTests {
  /// A live run: its events are written one by one.
  private static let rig = """
    version: 1
    name: live
    time: real
    boards:
      - {name: lock, firmware: ni-accessory, link: virtual}
    limits: {silence: 20ms}
    """
  /// A step of the real clock, which the cases are long enough for.
  private static let cases = "id(N0*) | id(R0*) | id(C0*)"

  @Test(
    "a run that is killed leaves a journal that makes whole documents, marked as interrupted",
    arguments: [1, 3, 8, 15])
  func killed(_ verdicts: Int) throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(Self.rig, to: "bench.yaml")
    let process = try program.start(
      ["run", Self.cases, "--rig", "bench.yaml", "--out", "o", "--progress", "plain"],
      errors: .pipe)
    var seen = ""
    while seen.split(separator: "\n").count(where: { $0.contains("@lock") }) < verdicts {
      let more = process.errors.availableData
      if more.isEmpty { break }
      seen += String(decoding: more, as: UTF8.self)
    }
    process.signal(SIGKILL)
    #expect(try process.wait() == .signal(SIGKILL))
    let ending = try program.run(
      ["report", "o", "--out", "d", "--json"])
    #expect(ending.status == 0, "\(ending.errors)")
    let document = try JSONParser.parse(Array(ending.output.utf8))
    #expect(document["interrupted"] == .bool(true))
    #expect(document["status"] == .null)
    // What was said on the terminal is in the journal.
    let journal = try program.read("o/events.ndjson")
    for line in seen.split(separator: "\n") {
      guard let name = line.split(separator: " ").first(where: { $0.hasSuffix("@lock") }) else {
        continue
      }
      let id = name.dropLast("@lock".count)
      #expect(journal.contains("\"kind\":\"case-finished\",\"case\":\"\(id)\""), "\(id)")
    }
    let junit = try program.read("d/junit.xml")
    let parser = XMLCheck()
    #expect(parser.accepts(junit))
    #expect(junit.contains("<property name=\"interrupted\" value=\"true\"/>"))
    #expect(try program.read("d/results.tap").hasSuffix("Bail out! the run was interrupted\n"))
    #expect(try program.read("d/report.html").contains("This run was interrupted"))
    let ctrf = try JSONParser.parse(Array(program.read("d/ctrf.json").utf8))
    #expect(ctrf["results"]?["environment"]?["extra"]?["interrupted"] == .bool(true))
    let list = try program.run(["report", "list", "--runs", "."])
    #expect(list.output.contains("interrupted"))
  }

  @Test("a disk that is full is status 5, with every verdict on the terminal")
  func fullDisk() throws {
    let program = try Program()
    defer { program.clean() }
    // Blocks of 512 bytes: the journal needs more, and so does every document.
    let ending = try program.run(
      ["run", "id(R0*)", "--out", "o", "--progress", "none"],
      through: ["/bin/sh", "-c", "ulimit -f 16; exec \"$0\" \"$@\""])
    #expect(ending.status == 5)
    #expect(ending.errors.contains("failed to write the journal o/events.ndjson"))
    let whole = try program.run(["run", "id(R0*)", "--out", "p", "--progress", "none", "--json"])
    let json = try JSONParser.parse(Array(whole.output.utf8))
    let passed = try #require(json["counts"]?["PASS"]?.integer)
    #expect(ending.output.contains("\(passed) PASS"))
    #expect(!ending.output.contains("interrupted"))
    // Up to the failure the journal can be read.
    #expect(try program.run(["report", "show", "o"]).output.contains("interrupted"))
  }
}

/// Whether a text is XML.
private final class XMLCheck {
  func accepts(_ text: String) -> Bool {
    var depth = 0
    for match in text.matches(of: /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z-]+="[^"<]*")*)\s*(\/?)>/) {
      if !match.1.isEmpty { depth -= 1 } else if match.4.isEmpty { depth += 1 }
    }
    let opened = text.count { $0 == "<" }
    let understood = text.matches(of: /<(\/?)[A-Za-z]+((?:\s+[A-Za-z-]+="[^"<]*")*)\s*(\/?)>/).count
    // The declaration is no element.
    return depth == 0 && opened == understood + 1
  }
}
