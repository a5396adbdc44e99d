import Foundation
import Journal
import TestSupport
import Testing

@Suite("soak")
struct SoakTests {
  private static let rig = """
    version: 1
    name: bad
    time: virtual
    boards:
      - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: dies-on-unknown}
      - {name: tag, firmware: ni-accessory, link: virtual}
    """
  private static let story = """
    version: 1
    name: story
    requirement: An accessory goes on after a bad line.
    steps:
      - initialize
      - expect: configuration-data
      - wait: 1s
      - fault: byte-loss=1
      - initialize
      - expect: configuration-data
      - stop
    """

  private func program() throws -> Program {
    let program = try Program()
    try program.write(Self.rig, to: "bad.yaml")
    try program.write(Self.story, to: "story.yaml")
    return program
  }

  /// The command that a soak gives for repeating its first failure, as words.
  private func again(_ ending: Program.Ending) throws -> [String] {
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let line = try #require(json["shrunk"]?.array?.first?["reproduce"]?.string)
    let shell = try ChildProcess(
      "/bin/sh", ["-c", "printf '%s\\n' " + line.replacing("uwbrig ", with: "")], output: .pipe)
    let text = String(decoding: try shell.output.readToEnd() ?? Data(), as: UTF8.self)
    try shell.wait()
    return text.split(separator: "\n").map(String.init)
  }

  @Test(
    "the line that it gives fails the same way, with nothing beside it",
    arguments: ["id(R01*) & board(lock)", "story.yaml"])
  func repeats(_ filter: String) throws {
    let program = try program()
    defer { program.clean() }
    let soak = [
      "soak", filter, "--rig", "bad.yaml", "--seeds", "2", "--progress", "none", "--json",
    ]
    let ending = try program.run(soak + ["--faults", "noisy"])
    #expect(ending.status == 1)
    let repeated = try program.run(again(ending) + ["--json", "--quiet"])
    #expect(repeated.status == 1, "\(repeated.errors)")
    func first(_ ending: Program.Ending) throws -> JSONValue? {
      try JSONParser.parse(Array(ending.output.utf8))["failures"]?.array?.first
    }
    let (before, after) = (try first(ending), try first(repeated))
    #expect(before?["instance"] == after?["instance"])
    #expect(before?["verdict"] == after?["verdict"])
    let failed = try JSONParser.parse(Array(repeated.output.utf8))["failed"]
    #expect(failed?.integer == 1)
  }

  @Test("what it prints names the files, the line to repeat it, and what that leaves behind")
  func prints() throws {
    let program = try program()
    defer { program.clean() }
    let ending = try program.run([
      "soak", "story.yaml & board(tag)", "--rig", "bad.yaml", "--seeds", "1", "--progress", "none",
    ])
    #expect(ending.status == 1)
    for words in [
      "SEED  INSTANCE", "files  out/soak/minimal-1.yaml, out/soak/minimal-1.scenario.yaml",
      "again  uwbrig soak ", "uwbrig report JOURNAL --html FILE", "1 failure in 1 seed.",
      "1 seed from 1,", "1 case run: 1 FAIL",
    ] { #expect(ending.output.contains(words), "\(words)") }
    let story = try program.read("out/soak/minimal-1.scenario.yaml")
    #expect(!story.contains("wait: 1s"))
    _ = try program.run([
      "soak", "story.yaml & board(tag)", "--rig", "bad.yaml", "--seed", "1", "--quiet",
    ])
    let page = try program.run([
      "report", "out/soak/seed-1/part-1/events.ndjson", "--html", "page.html",
    ])
    #expect(page.status == 0)
    #expect(try program.read("page.html").contains("story@tag"))
  }

  @Test("under faults that need not be tolerated verdicts do not count, and one seed shows them")
  func notCounted() throws {
    let program = try program()
    defer { program.clean() }
    let words = ["soak", "N01 & board(tag)", "--faults", "half-open@0", "--progress", "none"]
    let all = try program.run(words + ["--seeds", "2"])
    #expect(all.status == 0)
    #expect(all.output.hasSuffix("its verdicts do not count.\n"))
    #expect(!all.output.contains("Nothing failed."))
    let one = try program.run(words + ["--seed", "1"])
    #expect(one.status == 0)
    #expect(one.output.hasPrefix("Not counted, as a board need not pass under these faults:\nSEED"))
    #expect(one.output.contains("N01@tag"))
    let json = try JSONParser.parse(
      Array(program.run(words + ["--seed", "1", "--json"]).output.utf8))
    #expect(json["not_counted"]?.array?.count == 1)
    #expect(json["failures"]?.array?.count == 0)
  }

  @Test("a soak whose time is up says how much of what was asked for it did")
  func until() throws {
    let program = try program()
    defer { program.clean() }
    let ending = try program.run([
      "soak", "N01", "--seeds", "100000", "--until", "1ms", "--progress", "none",
    ])
    #expect(ending.status == 0)
    #expect(ending.output.contains("Stopped by --until 1ms after "))
    #expect(ending.output.contains(" of 100000 seeds.\n"))
  }

  @Test("one seed excludes what is said of several", arguments: ["--seeds", "--first"])
  func exclusive(_ option: String) throws {
    let program = try program()
    defer { program.clean() }
    let ending = try program.run(["soak", "N01", "--seed", "1", option, "2"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains("--seed is one seed"))
  }

  @Test("a world that is broken in several ways is made smaller for one of them, which it names")
  func severalWays() throws {
    let program = try program()
    defer { program.clean() }
    let ending = try program.run([
      "soak", "N01 | N02 | US01", "--seeds", "1", "--plant", "verdict", "--progress", "none",
    ])
    #expect(ending.status == 5)
    #expect(ending.output.contains("(one of 3 ways in which this world is broken)"))
    #expect(ending.output.contains("made smaller in"))
    let file = try program.read("out/soak/minimal-1.yaml")
    #expect(file.components(separatedBy: "- name:").count == 2, "\(file)")
  }

  @Test("a line that lost bytes in one case does not fail the next one")
  func noTrace() throws {
    let program = try program()
    defer { program.clean() }
    try program.write(Self.story.replacing("=1", with: "=0.3"), to: "story.yaml")
    let ending = try program.run([
      "soak", "story.yaml | R03 | R04", "--board", "tag", "--rig", "bad.yaml", "--seeds", "20",
      "--progress", "none", "--json",
    ])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    let failed = (json["failures"]?.array ?? []).compactMap { $0["instance"]?.string }
    #expect(!failed.isEmpty)
    #expect(failed.allSatisfy { $0 == "story@tag" }, "\(failed)")
  }
}
