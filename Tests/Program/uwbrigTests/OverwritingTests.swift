import Foundation
import Glibc
import Testing

@Suite("files that are read are not written over")
struct OverwritingTests {
  private static func recorded() throws -> Program {
    let program = try Program()
    let ending = try program.run([
      "run", "N01", "--rig", "Rigs/loopback.yaml", "--out", "rec", "--progress", "none",
    ])
    try #require(ending.status == 0, "\(ending.errors)")
    let files = FileManager.default
    try files.createSymbolicLink(
      at: program.folder.appending(path: "link"),
      withDestinationURL: program.folder.appending(path: "rec"))
    try files.createDirectory(
      at: program.folder.appending(path: "sub"), withIntermediateDirectories: true)
    for (name, link) in [("bench", "rec"), ("capture", "rec/captures/lock.pcapng")] {
      try program.write(
        """
        version: 1
        time: virtual
        boards:
          - {name: lock, firmware: ni-accessory, link: "replay:\(link)"}

        """, to: "\(name).yaml")
    }
    try program.write("version: 1\nquarantine: []\n", to: "q.yaml")
    return program
  }

  static let destructive: [(arguments: [String], words: [String])] = [
    (["replay", "rec", "--out", "rec"], ["--out rec", "rec/events.ndjson", "another folder"]),
    (["replay", "rec", "--out", "sub/../rec/"], ["--out sub/../rec/", "rec/events.ndjson"]),
    (["replay", "rec", "--out", "link"], ["--out link", "rec/events.ndjson"]),
    (["replay", "link/", "--out", "rec"], ["--out rec", "rec/events.ndjson"]),
    (["replay", "rec/events.ndjson", "--out", "rec"], ["--out rec"]),
    (["run", "--rig", "replay:rec", "--out", "rec"], ["--out rec", "the recording of"]),
    (["run", "N01", "--rig", "bench.yaml", "--out", "./rec"], ["the recording of lock"]),
    (["run", "N01", "--rig", "capture.yaml", "--out", "rec"], ["rec/captures/lock.pcapng"]),
    (["record", "N01", "--rig", "bench.yaml", "--out", "rec"], ["the recording of lock"]),
    (
      ["run", "N01", "--rig", "bench.yaml", "--out", "new", "--events", "bench.yaml"],
      ["--events bench.yaml", "the rig file", "another file"]
    ),
    (
      ["run", "N01", "--rig", "bench.yaml", "--out", "new", "--junit", "link/events.ndjson"],
      ["--junit link/events.ndjson", "the recording of lock"]
    ),
    (
      ["run", "N01", "--out", "new", "--quarantine", "q.yaml", "--html", "sub/../q.yaml"],
      ["--html sub/../q.yaml", "the quarantine"]
    ),
    (
      ["run", "N01", "--out", "new", "--html", "new/events.ndjson"],
      ["--html new/events.ndjson", "the journal of the run"]
    ),
    (["soak", "N01", "--rig", "bench.yaml", "--digests", "./bench.yaml"], ["--digests"]),
    (["report", "rec", "--html", "link/events.ndjson"], ["--html", "the journal of the run"]),
    (["report", "rec/events.ndjson", "--tap", "rec/events.ndjson"], ["--tap"]),
    (
      ["report", "rec", "--html", "page.html", "--junit", "rec/run.json"],
      ["--junit rec/run.json", "the record of the run"]
    ),
  ]

  @Test("what would destroy what it reads is refused before anything is touched")
  func refused() throws {
    let program = try Self.recorded()
    defer { program.clean() }
    let names = ["rec/events.ndjson", "rec/rig.yaml", "rec/run.json", "bench.yaml", "q.yaml"]
    let before = try names.map(program.read)
    for (arguments, words) in Self.destructive {
      let ending = try program.run(arguments)
      #expect(ending.status == 2, "\(arguments): \(ending.output)\(ending.errors)")
      #expect(ending.output.isEmpty)
      for word in words + ["would overwrite"] {
        #expect(ending.errors.contains(word), "\(arguments): \(ending.errors)")
      }
      #expect(try names.map(program.read) == before, "\(arguments)")
      let new = program.folder.appending(path: "new").path
      #expect(!FileManager.default.fileExists(atPath: new), "\(arguments)")
    }
  }

  @Test(
    "a folder of an earlier run is used again where nothing of it is read",
    arguments: [
      ["run", "N01", "--rig", "rec/rig.yaml", "--out", "rec"],
      ["run", "N01", "--out", "rec", "--events", "rec/events.ndjson"],
      ["report", "rec", "--html", "rec/report.html"],
    ])
  func allowed(_ arguments: [String]) throws {
    let program = try Self.recorded()
    defer { program.clean() }
    let ending = try program.run(arguments)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try program.run(["replay", "rec", "--out", "again"]).status == 0)
  }

  static let waiting: [[String]] = [
    ["run", "N01", "--rig", "pipe.yaml", "--out", "new"],
    ["rig", "check", "pipe.yaml"],
    ["run", "pipe.yaml", "--out", "new"],
    ["run", "N01", "--quarantine", "pipe.yaml", "--out", "new"],
    ["report", "piped/events.ndjson"],
    ["replay", "piped", "--out", "new"],
    ["report", "record"],
    ["run", "N01", "--rig", "replay:piped", "--out", "new"],
    ["run", "N01", "--rig", "bench.yaml", "--out", "new"],
    ["decode", "pipe.pcapng"],
  ]

  @Test("a pipe in the place of a file is refused, not waited for", arguments: waiting)
  func pipes(_ arguments: [String]) throws {
    let program = try Self.recorded()
    defer { program.clean() }
    for name in ["piped", "record"] {
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: name), withIntermediateDirectories: true)
    }
    try program.write(try program.read("rec/rig.yaml"), to: "piped/rig.yaml")
    try program.write(
      try program.read("bench.yaml").replacing("replay:rec", with: "replay:pipe.pcapng"),
      to: "bench.yaml")
    for name in ["pipe.yaml", "pipe.pcapng", "piped/events.ndjson", "record/run.json"] {
      try #require(unsafe mkfifo(program.folder.appending(path: name).path, 0o600) == 0)
    }
    // A program that waits is ended by the system, and so not with status 2.
    let ending = try program.run(arguments, through: ["/usr/bin/timeout", "300"])
    #expect(ending.status == 2, "\(ending.errors)")
    #expect(ending.errors.contains("a pipe"), "\(ending.errors)")
    let new = program.folder.appending(path: "new").path
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test("a rig file may come through a pipe that the program was started with")
  func handedOver() throws {
    let program = try Self.recorded()
    defer { program.clean() }
    let ending = try program.run(
      ["rig", "check", "/dev/stdin"],
      through: ["/bin/sh", "-c", "cat rec/rig.yaml | \"$0\" \"$@\""])
    #expect(ending.status == 0, "\(ending.errors)")
  }
}
