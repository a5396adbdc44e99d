import Errors
import Foundation
import Journal
import RunStore
import Testing

@Suite("Runs that are kept")
struct RetentionTests: ~Copyable {
  private let root: String
  private let now = Date(timeIntervalSince1970: 1_795_224_600)

  init() throws {
    root = NSTemporaryDirectory() + "uwbrig-keep-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// A run that started so many days ago and left a journal with so many notes.
  @discardableResult
  private func run(
    _ name: String, daysAgo: Double, notes: Int = 0, ends: Bool = true
  ) throws -> RunDirectory {
    let started = now.addingTimeInterval(-daysAgo * 86_400)
    let directory = try RunDirectory(
      create: root + "/" + name,
      record: RunRecord(
        id: RunIdentifier(name), version: "1", host: "h", arguments: [], started: started))
    var events: [Event] = [.runStarted(.init(version: "1", seed: 3, rig: "bench"))]
    events += (0..<notes).map { .note(.init("note \($0)")) }
    if ends { events.append(.runFinished(.init(counts: VerdictCounts(), status: 4))) }
    let lines = events.flatMap { JournalEntry(microseconds: 0, event: $0).line }
    try directory.write(lines, named: "events.ndjson")
    // A journal is as old as its run.
    try FileManager.default.setAttributes(
      [.modificationDate: started], ofItemAtPath: directory.events)
    return directory
  }

  private func doomed(_ retention: Retention) throws -> [String] {
    retention.candidates(in: try RunCatalogue(root), now: now)
      .map(\.entry.directory.record.id.description)
  }

  @Test("a catalogue has the runs of a folder, the latest first, and nothing else")
  func catalogue() throws {
    try run("old", daysAgo: 2)
    try run("killed", daysAgo: 1, notes: 2_000, ends: false)
    try FileManager.default.createDirectory(
      atPath: root + "/mine", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: root + "/ledger.sqlite"))
    try FileManager.default.createSymbolicLink(
      atPath: root + "/latest", withDestinationPath: "killed")
    let entries = try RunCatalogue(root).entries
    #expect(entries.map(\.directory.record.id.description) == ["killed", "old"])
    #expect(entries.map(\.finished?.status) == [nil, 4])
    #expect(entries.allSatisfy { $0.run?.rig == "bench" && $0.bytes > 0 })
  }

  @Test("without a limit nothing goes")
  func noLimit() throws {
    for day in 0..<5 { try run("r\(day)", daysAgo: Double(day) * 400) }
    #expect(try doomed(Retention()) == [])
  }

  @Test("beyond a limit the oldest go first, and the latest stays whatever the limit")
  func limits() throws {
    for day in 0..<4 { try run("r\(day)", daysAgo: Double(day), notes: 100) }
    #expect(try doomed(Retention(count: 2)) == ["r3", "r2"])
    #expect(try doomed(Retention(age: .seconds(86_400 + 3_600))) == ["r3", "r2"])
    #expect(try doomed(Retention(bytes: 1)) == ["r3", "r2", "r1"])
    let size = try RunCatalogue(root).entries[0].bytes
    #expect(try doomed(Retention(bytes: size * 2 + 10)) == ["r3", "r2"])
  }

  @Test("a run that may still be going on stays")
  func running() throws {
    try run("now", daysAgo: 0)
    try run("going-on", daysAgo: 0.5, ends: false)
    try run("killed", daysAgo: 3, ends: false)
    #expect(try doomed(Retention(count: 1)) == ["killed"])
  }

  @Test("only what this program wrote is removed; what else is in the folder stays")
  func foreign() throws {
    let directory = try run("r", daysAgo: 1)
    try directory.write([1], named: "captures/lock.pcapng")
    try directory.write([1], named: "captures/mine.txt")
    try directory.write([1], named: "notes.txt")
    #expect(try directory.remove() == ["captures", "notes.txt"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.captures) == ["mine.txt"])
    #expect(throws: RigError.self) { try RunDirectory(open: directory.path) }
    let whole = try run("s", daysAgo: 1)
    try whole.write([1], named: RunDirectory.rigName)
    #expect(try whole.remove() == [])
    #expect(!FileManager.default.fileExists(atPath: whole.path))
  }

  @Test("nothing is removed through a link")
  func link() throws {
    let directory = try run("r", daysAgo: 1)
    let elsewhere = root + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: elsewhere + "/mine.pcapng"))
    try FileManager.default.removeItem(atPath: directory.captures)
    try FileManager.default.createSymbolicLink(
      atPath: directory.captures, withDestinationPath: elsewhere)
    #expect(try directory.remove() == ["captures"])
    #expect(FileManager.default.fileExists(atPath: elsewhere + "/mine.pcapng"))
  }
}
