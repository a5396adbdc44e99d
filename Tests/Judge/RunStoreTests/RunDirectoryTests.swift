import Errors
import Foundation
import Journal
import RunStore
import Testing

@Suite("The run directory")
struct RunDirectoryTests: ~Copyable {
  private let root: String
  private let record = RunRecord(
    id: RunIdentifier(started: Date(timeIntervalSince1970: 1_795_224_600), random: 0x1A2B),
    version: "1.2.3", host: "bench", arguments: ["run", "a\nb\u{1B}[31m"],
    started: Date(timeIntervalSince1970: 1_795_224_600))

  init() throws {
    let id = UInt64.random(in: 0...UInt64.max)
    root = NSTemporaryDirectory() + "uwbrig-store-\(id)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("a run is named by its start in UTC and four random digits")
  func name() {
    #expect(record.id.description == "20261121-013000-1a2b")
    #expect(
      RunIdentifier(started: Date(timeIntervalSince1970: 0), random: 7).description
        == "19700101-000000-0007")
  }

  @Test("the record reads back as it was written")
  func recordRoundTrip() throws {
    let directory = try RunDirectory(create: root + "/a/b", record: record)
    #expect(try RunDirectory(open: directory.path).record == record)
    let document = try text(directory.run)
    #expect(
      document.hasPrefix("{\n  \"schema\": \"uwbrig.run/1\",\n  \"id\": \"20261121-013000-1a2b\""))
    #expect(!document.contains("\u{1B}"))
    #expect(FileManager.default.fileExists(atPath: directory.captures))
  }

  @Test("documents of an earlier run go, everything else in the folder stays")
  func earlierRun() throws {
    let first = try RunDirectory(create: root, record: record)
    for name in ["junit.xml", "report.html", "events.ndjson", "mine.txt", "captures/a.pcapng"] {
      try first.write(Array("x".utf8), named: name)
    }
    try first.write(Array("x".utf8), named: "captures/mine")
    let second = try RunDirectory(create: root, record: record)
    let left = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    #expect(left == ["captures", "mine.txt", "run.json"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: second.captures) == ["mine"])
  }

  @Test("runs that start together get folders of their own, and latest points at the last one")
  func latest() throws {
    let first = try RunDirectory(in: root + "/out", record: record)
    let second = try RunDirectory(in: root + "/out", record: record)
    #expect(first.path.hasSuffix("/out/20261121-013000-1a2b"))
    #expect(second.path.hasSuffix("/out/20261121-013000-1a2b-2"))
    #expect(try RunDirectory(open: root + "/out/latest").record.id == second.record.id)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root + "/out").sorted()
        == ["20261121-013000-1a2b", "20261121-013000-1a2b-2", "latest"])
  }

  @Test("a folder belongs to one run at a time, and to the next when that one is over")
  func claim() throws {
    let path = root + "/o"
    do {
      let claim = try FolderClaim(path)
      let error = #expect(throws: RigError.self) { try FolderClaim(path) }
      #expect(error?.reason == "another run is writing into it")
      withExtendedLifetime(claim) {}
    }
    _ = try FolderClaim(path)
  }

  @Test("something else that is called latest is left alone")
  func foreignLatest() throws {
    try FileManager.default.createDirectory(
      atPath: root + "/latest/mine", withIntermediateDirectories: true)
    _ = try RunDirectory(in: root, record: record)
    #expect(FileManager.default.fileExists(atPath: root + "/latest/mine"))
  }

  @Test("a file in the way of the folder is an error that says so")
  func fileInTheWay() throws {
    try RunDirectory.write([], to: root + "/file")
    for path in [root + "/file", root + "/file/run"] {
      let error = #expect(throws: RigError.self) {
        try RunDirectory(create: path, record: record)
      }
      #expect(error?.code == .create)
      #expect(error?.description.contains("file") == true, "\(String(describing: error))")
      #expect(error?.advice == "Choose another folder with --out")
    }
  }

  @Test("a document for a folder that is not there names the folder as what is missing")
  func missingFolder() {
    let error = #expect(throws: RigError.self) {
      try RunDirectory.write([], to: root + "/never/page.html")
    }
    #expect(error?.reason == "there is no such folder")
  }

  @Test("a full disk is an error that says so")
  func fullDisk() {
    let error = #expect(throws: RigError.self) {
      try RunDirectory.write(Array("x".utf8), to: "/dev/full")
    }
    #expect(error?.reason == "no space left on the device")
  }

  @Test("a folder that cannot be made is an error that names it")
  func notWritable() {
    let error = #expect(throws: RigError.self) {
      try RunDirectory(create: "/proc/uwbrig/run", record: record)
    }
    #expect(error?.context.hasSuffix("/proc/uwbrig/run") == true)
    #expect(error?.code == .create)
  }

  @Test("a document replaces the old one whole and may be read by everyone")
  func atomic() throws {
    let directory = try RunDirectory(create: root, record: record)
    try directory.write(Array("first, and long".utf8), named: "report.html")
    try directory.write(Array("second".utf8), named: "report.html")
    #expect(try text(directory.report) == "second")
    let mode = try FileManager.default.attributesOfItem(atPath: directory.report)[.posixPermissions]
    #expect((mode as? Int ?? 0) & 0o044 == 0o044)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root).sorted()
        == ["captures", "report.html", "run.json"])
  }

  @Test(
    "a folder without a record of a run is an error", arguments: ["", "{", "{\"schema\":\"x\"}"])
  func noRecord(text: String) throws {
    try RunDirectory.write(Array(text.utf8), to: root + "/run.json")
    let error = #expect(throws: RigError.self) { try RunDirectory(open: root) }
    #expect(error?.code == .read)
  }

  @Test("a copy is the same bytes and replaces what was there")
  func copy() throws {
    let directory = try RunDirectory(create: root + "/run", record: record)
    let bytes = [UInt8](repeating: 0x61, count: 3_000_000)
    try directory.write(bytes, named: "events.ndjson")
    for _ in 0..<2 {
      try directory.copy("events.ndjson", to: root + "/copy")
      #expect(try Data(contentsOf: URL(filePath: root + "/copy")) == Data(bytes))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root).sorted() == ["copy", "run"])
  }

  @Test("a copy to a full disk or a folder that is not there is an error that names the copy")
  func failedCopy() throws {
    let directory = try RunDirectory(create: root, record: record)
    for path in ["/dev/full", root + "/no/copy"] {
      let error = #expect(throws: RigError.self) { try directory.copy("run.json", to: path) }
      #expect(error?.context.hasSuffix(path) == true)
      #expect(error?.code == .write)
    }
  }
}
