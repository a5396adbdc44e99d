import Foundation
import Journal
import TestSupport
import Testing

@Suite("run and list")
struct RunTests {
  private static let quick = ["run", "N01", "--progress", "none"]

  @Test("a run on the standard rig needs no checkout and leaves its documents")
  func standard() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["run", "N01", "--out", "o", "--progress", "plain"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains(/(?m)^PASS  N01@lock  [0-9.]+ [mu]?s$/))
    #expect(ending.output.contains("Report: o/report.html"))
    for name in ["run.json", "events.ndjson", "junit.xml", "report.html"] {
      #expect(try !program.read("o/\(name)").isEmpty)
    }
    let lines = try program.read("o/events.ndjson").split(separator: "\n")
    let last = try JSONParser.parse(Array(try #require(lines.last).utf8))
    #expect(last["kind"]?.string == "run-finished")
    #expect(last["status"]?.integer == 0)
  }

  @Test("without --out the run has a folder of its own below out")
  func ownFolder() throws {
    let program = try Program()
    defer { program.clean() }
    #expect(try program.run(Self.quick).status == 0)
    #expect(try program.run(Self.quick).status == 0)
    let runs = try FileManager.default
      .contentsOfDirectory(atPath: program.folder.appending(path: "out").path)
    #expect(runs.filter { !["latest", "ledger.sqlite"].contains($0) }.count == 2)
    #expect(runs.contains("ledger.sqlite"))
  }

  @Test("the journal of a seed is the same wherever and whenever it runs; another seed differs")
  func seeds() throws {
    // All cases, with many seeds, are for `Tests/Acceptance/simulation`, which has an optimised program.
    let some = "(suite(accessory) | suite(phone) | id(US*) | id(UX0*)) & !tag(slow)"
    let program = try Program()
    defer { program.clean() }
    _ = try program.run(
      ["run", some, "--seed", "7", "--out", "a", "--progress", "none"],
      environment: ["TZ": "Asia/Tokyo", "COLUMNS": "60"])
    _ = try program.run(["run", some, "--seed", "7", "--out", "b", "--progress", "plain"])
    _ = try program.run(["run", some, "--seed", "8", "--out", "c", "--progress", "none"])
    let journal = try program.read("a/events.ndjson")
    #expect(try program.read("b/events.ndjson") == journal)
    #expect(try program.read("c/events.ndjson") != journal)
    #expect(!journal.contains(program.folder.lastPathComponent))
  }

  @Test("run --json prints the result document instead of the summary")
  func json() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(Self.quick + ["--json", "--board", "lock"])
    let json = try JSONParser.parse(Array(ending.output.utf8))
    #expect(json["schema"]?.string == "uwbrig.run-result/1")
    #expect(json["status"]?.integer == 0)
    #expect(json["cases"]?.array?.map { $0["instance"]?.string } == ["N01@lock"])
  }

  @Test(
    "further copies hold what --out holds; one whose folder is missing is status 2, before anything runs"
  )
  func copies() throws {
    let program = try Program()
    defer { program.clean() }
    let copies = ["--junit", "missing/j.xml", "--html", "h.html", "--events", "e.ndjson"]
    let ending = try program.run(Self.quick + ["--out", "o"] + copies)
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("--junit: missing/j.xml cannot be made: there is no folder"))
    let good = ["--junit", "j.xml"] + copies.dropFirst(2)
    #expect(try program.run(Self.quick + ["--out", "o"] + good).status == 0)
    #expect(try program.read("j.xml") == program.read("o/junit.xml"))
    #expect(try program.read("h.html") == program.read("o/report.html"))
    #expect(try program.read("e.ndjson") == program.read("o/events.ndjson"))
  }

  @Test("a copy may be in the folder that the run makes")
  func copyInside() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(Self.quick + ["--out", "a/b", "--ctrf", "./a/b/ctrf.json"])
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try program.read("a/b/ctrf.json").contains("CTRF"))
  }

  @Test("a folder that cannot be made is status 2, before anything runs")
  func unwritableFolder() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write("in the way", to: "o")
    let ending = try program.run(Self.quick + ["--out", "o"])
    #expect(ending.status == 2)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("--out: o is a file; name a folder"))
  }

  @Test(
    "a place that cannot be written is status 2 before anything runs, in every subcommand",
    arguments: [
      ["run", "N01", "--html", "missing/page.html"],
      ["run", "N01", "--out", "/proc/uwbrig"],
      ["run", "N01", "--out", "new", "--junit", "/proc/uwbrig.xml"],
      ["record", "N01", "--out", "/proc/uwbrig"],
      ["replay", "before", "--out", "/proc/uwbrig"],
      ["report", "before", "--html", "missing/page.html"],
      ["report", "before", "--out", "/proc/uwbrig"],
      ["soak", "N01", "--seeds", "1", "--out", "/proc/uwbrig"],
      ["mutate", "accessory", "--sample", "1", "--out", "/proc/uwbrig"],
      [
        "calibrate", "one", "two", "three", "--rig", "Rigs/calibration.yaml", "--out",
        "/proc/uwbrig",
      ],
    ])
  func unwritablePlaces(_ arguments: [String]) throws {
    let program = try Program()
    defer { program.clean() }
    #expect(try program.run(Self.quick + ["--out", "before"]).status == 0)
    let ending = try program.run(arguments)
    #expect(ending.status == 2, "\(ending.errors)")
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("cannot be made"), "\(ending.errors)")
  }

  @Test("no case is status 4, and 0 with --no-tests pass; documents are complete all the same")
  func noCase() throws {
    let program = try Program()
    defer { program.clean() }
    let none = ["run", "tag(nothing-has-this)", "--out", "o"]
    #expect(try program.run(none).status == 4)
    #expect(try program.run(none + ["--no-tests", "pass"]).status == 0)
    #expect(try program.read("o/junit.xml").contains("<testsuites"))
  }

  @Test("a board that cannot be reached is status 3, with the reason")
  func unreachable() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: serial:/dev/there-is-no-such-board
      limits: {reopen: 10ms}
      """, to: "bench.yaml")
    let ending = try program.run(["run", "N01", "--rig", "bench.yaml"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("board not ready"))
    #expect(
      ending.output.contains("again       uwbrig run 'id(N01) & board(lock)' --rig bench.yaml"))
  }

  @Test(
    "a signal ends a run with its status and complete documents",
    arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func signals(_ signal: Int32, _ status: Int32) throws {
    let program = try Program()
    defer { program.clean() }
    // An accessory that never answers, and says on standard error that it was started.
    try program.write(
      """
      version: 1
      boards:
        - name: lock
          firmware: ni-accessory
          link: exec:echo started >&2; exec sleep 60
      limits: {silence: 10ms, accessory-answer: 50s}
      """, to: "bench.yaml")
    let process = try program.start(
      ["run", "N01", "--rig", "bench.yaml", "--out", "o", "--progress", "none"], errors: .pipe)
    #expect(!process.errors.availableData.isEmpty)
    process.signal(signal)
    let note = String(decoding: process.errors.availableData, as: UTF8.self)
    #expect(note.contains("ends the run; a second signal ends it at once"), "\(note)")
    #expect(try process.wait() == .exit(status))
    let last = try #require(try program.read("o/events.ndjson").split(separator: "\n").last)
    #expect(try JSONParser.parse(Array(last.utf8))["status"]?.integer == Int64(status))
    #expect(try program.read("o/report.html").contains("</html>"))
    #expect(try program.read("o/junit.xml").contains("</testsuites>"))
  }

  @Test("a reader that goes away ends list and run quietly")
  func brokenPipe() throws {
    let program = try Program()
    defer { program.clean() }
    for arguments in [["list", "--json"], Self.quick] {
      let output = Pipe()
      try output.fileHandleForReading.close()
      let process = try program.start(
        arguments, output: .handle(output.fileHandleForWriting), errors: .pipe)
      #expect(try process.wait() == .exit(0))
      #expect(try process.errors.readToEnd()?.isEmpty ?? true)
    }
  }

  @Test("list names each case; with a rig each instance, and whether it would run")
  func list() throws {
    let program = try Program()
    defer { program.clean() }
    let plain = try program.run(["list", "N01", "--json"])
    let cases = try JSONParser.parse(Array(plain.output.utf8))["cases"]?.array
    #expect(cases?.map { $0["id"]?.string } == ["N01"])
    #expect(cases?.first?["instances"] == nil)

    let onRig = try program.run(["list", "N01", "--rig", "Rigs/loopback.yaml", "--json"])
    let instances = try JSONParser.parse(Array(onRig.output.utf8))["cases"]?.array?.first?[
      "instances"]?.array
    #expect(instances?.map { $0["name"]?.string } == ["N01@lock", "N01@tag"])
    #expect(instances?.allSatisfy { $0["run"]?.bool == true } == true)
  }

  @Test("the table of list fits the terminal", arguments: [60, 80, 120])
  func tableFits(_ width: Int) throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["list", "accessory"], environment: ["COLUMNS": "\(width)"])
    #expect(ending.status == 0)
    let longest = ending.output.split(separator: "\n").map(\.count).max()
    #expect(try #require(longest) <= width)
  }

  @Test("the id of a case alone prints all about it", arguments: ["N01", "UX01"])
  func page(_ id: String) throws {
    let program = try Program()
    defer { program.clean() }
    let page = try program.run(["list", id], environment: ["COLUMNS": "72"])
    try expectSnapshot(page.output, "list-\(id).txt")
    #expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 72 })
    let parsed = try program.run(["list", "--color=never", id], environment: ["COLUMNS": "72"])
    #expect(parsed.output == page.output)
    let table = try program.run(["list", "--verbose", "suite(flash)"])
    #expect(table.output.contains("  requirement  "))
  }

  @Test("a filter that selects nothing lists nothing, and is no error")
  func emptyList() throws {
    let program = try Program()
    defer { program.clean() }
    let ending = try program.run(["list", "tag(nothing-has-this)", "--quiet"])
    #expect(ending.status == 0)
    #expect(ending.output.isEmpty)
    #expect(ending.errors.isEmpty)
  }
}
