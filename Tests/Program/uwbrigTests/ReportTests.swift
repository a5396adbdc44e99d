import Foundation
import Journal
import TestSupport
import Testing

@Suite("report")
struct ReportTests {
  /// An accessory that dies of messages that it does not know, and one that does not.
  static let rig = """
    version: 1
    name: bench
    time: virtual
    boards:
      - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: dies-on-unknown}
      - {name: tag, firmware: ni-accessory, link: virtual}
    """
  private static let quick = ["--rig", "bench.yaml", "--progress", "none"]

  private func json(_ ending: Program.Ending) throws -> JSONValue {
    try JSONParser.parse(Array(ending.output.utf8))
  }

  @Test("the parts of a partition become one set of documents")
  func shards() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(Self.rig, to: "bench.yaml")
    let cases = "id(R01*) | N01"
    let whole = try program.run(["run", cases, "--out", "whole"] + Self.quick)
    for part in 1...2 {
      _ = try program.run(
        ["run", cases, "--partition", "slice:\(part)/2", "--out", "p\(part)"] + Self.quick)
    }
    let ending = try program.run(["report", "p1", "p2", "--out", "all", "--json"])
    #expect(ending.status == 0)
    let document = try json(ending)
    #expect(document["status"]?.integer == Int64(whole.status))
    #expect(document["interrupted"] == .bool(false))
    #expect(
      document["documents"]?.array?.map(\.string) == [
        "all/junit.xml", "all/ctrf.json", "all/results.tap", "all/report.html",
      ])
    let counts = try json(program.run(["report", "show", "whole", "--json"]))["counts"]
    #expect(document["counts"] == counts)
    let plan = try program.read("all/results.tap").split(separator: "\n").dropFirst().first
    #expect(plan == "1..14")
  }

  @Test("a run's documents can be made again in its folder, and they are the same")
  func again() throws {
    let program = try Program()
    defer { program.clean() }
    _ = try program.run(["run", "N01", "--out", "o", "--progress", "none"])
    let first = try ["junit.xml", "report.html"].map { try program.read("o/\($0)") }
    for name in ["junit.xml", "report.html", "captures/lock.pcapng"] {
      try FileManager.default.removeItem(at: program.folder.appending(path: "o/\(name)"))
    }
    try FileManager.default.removeItem(at: program.folder.appending(path: "o/captures"))
    #expect(try program.run(["report", "o"]).status == 0)
    #expect(try ["junit.xml", "report.html"].map { try program.read("o/\($0)") } == first)
    let captures = program.folder.appending(path: "o/captures").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: captures).contains("lock.pcapng"))
  }

  @Test(
    "what a simulated run writes of itself is what its journal gives, whatever went wrong in it")
  func fromMemory() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(Self.rig, to: "bench.yaml")
    let names = ["junit.xml", "ctrf.json", "results.tap", "report.html"]
    let run = try program.run(
      ["run", "id(R0*) | N01", "--run-timeout", "20s", "--retries", "1", "--out", "o"]
        + ["--junit", "m-junit.xml", "--ctrf", "m-ctrf.json", "--tap", "m-results.tap"]
        + ["--html", "m-report.html"] + Self.quick)
    #expect(run.status == 1)
    #expect(try program.run(["report", "o", "--out", "again"]).status == 0)
    for name in names {
      #expect(try program.read("m-\(name)") == program.read("again/\(name)"), "\(name)")
    }
    let captures = program.folder.appending(path: "o/captures")
    let made = try Data(contentsOf: captures.appending(path: "lock.pcapng"))
    #expect(made.count > 1000)
    try FileManager.default.removeItem(at: captures)
    #expect(try program.run(["report", "o"]).status == 0)
    #expect(try Data(contentsOf: captures.appending(path: "lock.pcapng")) == made)
  }

  @Test(
    "a baseline is compared with on the page; one that is not there is told before anything else")
  func baseline() throws {
    let program = try Program()
    defer { program.clean() }
    try program.write(Self.rig, to: "bench.yaml")
    let cases = ["run", "id(R01*) | N01", "--board", "lock", "--out"]
    _ = try program.run(cases + ["now"] + Self.quick)
    try program.write(
      Self.rig.replacing(", misbehaviour: dies-on-unknown", with: ""), to: "bench.yaml")
    _ = try program.run(cases + ["before"] + Self.quick)
    let page = "page.html"
    let ending = try program.run(["report", "now", "--baseline", "before", "--html", page])
    #expect(ending.status == 0, "\(ending.errors)")
    let text = try program.read(page)
    #expect(text.contains("<h2>Compared with "))
    #expect(text.contains("Newly failing"))
    #expect(text.contains("PASS → FAIL: device died"))
    let missing = try program.run(["report", "now", "--baseline", "never", "--html", "no.html"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("there is no run \"never\""), "\(missing.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "no.html").path))
  }

  @Test(
    "a file that is no journal is named, and nothing is made of it",
    arguments: [
      ("text", "hello\nworld\n", "text is no journal: none of its lines is an event"),
      ("empty", "", "empty is no journal: it is empty"),
      ("/dev/zero", nil, "/dev/zero is no journal: it is a device"),
    ])
  func noJournal(_ name: String, _ content: String?, _ words: String) throws {
    let program = try Program()
    defer { program.clean() }
    if let content { try program.write(content, to: name) }
    let ending = try program.run(["report", name, "--html", "no.html"])
    #expect(ending.status == 2)
    #expect(ending.errors.contains(words), "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "no.html").path))
  }

  @Test("the page of a run on boards of this world tells what was unstable before it")
  func unstable() throws {
    let program = try Program()
    defer { program.clean() }
    let server = try VirtualTests.Server(program, "--accessory-tcp", "0", "--with-parent")
    let port = try #require(server.ready["accessory"]?.array?.first?["port"]?.integer)
    // Of two sides that frame otherwise, neither understands the other.
    for framing in ["slip", "length16", "length16"] {
      try program.write(
        """
        version: 1
        boards:
          - {name: lock, firmware: ni-accessory, framing: \(framing),
             link: "tcp://127.0.0.1:\(port)"}
        limits: {silence: 50ms, accessory-answer: 300ms}
        """, to: "bench.yaml")
      _ = try program.run(["run", "N01", "--rig", "bench.yaml", "--progress", "none"])
    }
    #expect(try server.end(nil) == .exit(0))
    let page = try program.read("out/latest/report.html")
    #expect(page.contains("Unstable in earlier runs"))
    #expect(page.contains("1 of 2"))
  }

  @Test("a ledger that is damaged or held costs a run a remark and nothing else")
  func ledger() throws {
    let program = try Program()
    defer { program.clean() }
    let run = ["run", "N01", "--out", "o", "--progress", "none"]
    try program.write(String(repeating: "no ledger ", count: 1_000), to: "l.sqlite")
    let ending = try program.run(run + ["--ledger", "l.sqlite"])
    #expect(ending.status == 0)
    #expect(ending.errors.contains("Warning: this run is not in the ledger:"))
    #expect(ending.errors.contains("Move it away; the next run makes a new one"))
    #expect(try program.read("l.sqlite").hasPrefix("no ledger"))
    #expect(try program.run(run + ["--ledger", "no/l.sqlite", "--quiet"]).errors.isEmpty)

    #expect(try program.run(run + ["--ledger", "m.sqlite"]).errors.isEmpty)
    let holder = try ChildProcess(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3, sys
        db = sqlite3.connect("m.sqlite", isolation_level=None)
        db.execute("BEGIN EXCLUSIVE")
        print("held", flush=True)
        sys.stdin.read()
        """,
      ], folder: program.folder.path, input: .pipe, output: .pipe)
    #expect(!holder.output.availableData.isEmpty)
    let held = try program.run(run + ["--ledger", "m.sqlite"])
    try holder.input.close()
    try holder.wait()
    #expect(held.status == 0)
    #expect(held.errors.contains("another program holds it"))
    let flakes = try json(program.run(["report", "flakes", "--ledger", "m.sqlite", "--json"]))
    #expect(flakes["runs"]?.integer == 1)
  }

  @Test("prune removes what is beyond a limit, says so, and touches nothing else")
  func prune() throws {
    let program = try Program()
    defer { program.clean() }
    for _ in 0..<3 { _ = try program.run(["run", "N01", "--progress", "none"]) }
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "out/mine"), withIntermediateDirectories: true)
    func count() throws -> Int {
      try json(program.run(["report", "list", "--json"]))["runs"]?.array?.count ?? 0
    }
    let dry = try program.run(["report", "prune", "--keep", "1", "--dry-run"])
    #expect(dry.output.contains("would remove out/"))
    #expect(try count() == 3)
    let ending = try program.run(["report", "prune", "--keep", "1", "--json"])
    let removed = try #require(try json(ending)["removed"]?.array)
    #expect(removed.count == 2)
    for run in removed {
      #expect(run["left"]?.array?.isEmpty == true)
      let folder = try #require(run["folder"]?.string)
      #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: folder).path))
    }
    #expect(try count() == 1)
    #expect(try program.run(["report", "show", "latest"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "out/mine").path))
  }
}
