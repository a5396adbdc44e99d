import Errors
import Foundation
import Testing

@testable import RunStore

@Suite("A connection to SQLite")
struct SQLiteConnectionTests: ~Copyable {
  private let root: String
  private var path: String { root + "/some.sqlite" }

  init() throws {
    root = NSTemporaryDirectory() + "uwbrig-sqlite-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func texts(_ connection: borrowing SQLiteConnection) throws -> [String] {
    try connection.rows("SELECT word FROM item ORDER BY rowid") { $0.text(0) }
  }

  @Test("texts and numbers come back as they were given, also through another connection")
  func values() throws {
    let words = [
      "", "a", "it's \"quoted\"", "? ; -- DROP TABLE item", "zero\0inside", "é\u{1F4E1}",
    ]
    let numbers: [Int64] = [0, -1, 1, .min, .max, 1 << 53]
    let first = try SQLiteConnection(path)
    try first.run("CREATE TABLE item (word TEXT NOT NULL, number INTEGER NOT NULL)")
    let insertion = try first.prepare("INSERT INTO item VALUES (?, ?)")
    for (word, number) in zip(words, numbers) {
      try insertion.run([.text(word), .integer(number)])
    }
    let second = try SQLiteConnection(path, isReadOnly: true)
    #expect(try texts(second) == words)
    let read = try second.rows("SELECT number FROM item ORDER BY rowid") { $0.integer(0) }
    #expect(read == numbers)
    let found = try second.rows("SELECT number FROM item WHERE word = ?", [.text("é\u{1F4E1}")]) {
      $0.integer(0)
    }
    #expect(found == [1 << 53])
  }

  @Test("null is no value, and is told as SQLite tells it")
  func null() throws {
    let connection = try SQLiteConnection(path)
    let kinds = try connection.rows("SELECT typeof(?), typeof(?)", [.null, .text("")]) {
      [$0.text(0), $0.text(1)]
    }
    #expect(kinds == [["null", "text"]])
  }

  @Test("a transaction that fails leaves nothing, and the next one works")
  func transaction() throws {
    let connection = try SQLiteConnection(path)
    try connection.run("CREATE TABLE item (word TEXT PRIMARY KEY NOT NULL)")
    do throws(RigError) {
      try connection.transaction { () throws(RigError) in
        try connection.run("INSERT INTO item VALUES ('a')")
        try connection.run("INSERT INTO item VALUES ('a')")
      }
      Issue.record("a word stands twice where it may stand once")
    } catch {
      #expect(error.reason == "UNIQUE constraint failed: item.word")
    }
    #expect(try texts(connection).isEmpty)
    try connection.transaction { () throws(RigError) in
      try connection.run("INSERT INTO item VALUES ('b')")
    }
    #expect(try texts(connection) == ["b"])
  }

  @Test("where no more fits, the error says so and what was there stays")
  func full() throws {
    let connection = try SQLiteConnection(path)
    try connection.run("CREATE TABLE item (word TEXT NOT NULL)")
    try connection.run("INSERT INTO item VALUES ('a')")
    _ = try connection.rows("PRAGMA max_page_count = 4") { $0.integer(0) }
    let long = SQLiteValue.text(String(repeating: "x", count: 100_000))
    do throws(RigError) {
      try connection.transaction { () throws(RigError) in
        try connection.run("INSERT INTO item VALUES ('b')")
        try connection.run("INSERT INTO item VALUES (?)", [long])
      }
      Issue.record("100 kB fit into four pages")
    } catch { #expect(error.reason == "no space left on the device") }
    #expect(try texts(connection) == ["a"])
  }

  @Test("what is read only is not written to, and a reader makes no file")
  func readOnly() throws {
    let path = path
    do throws(RigError) {
      _ = try SQLiteConnection(path, isReadOnly: true)
      Issue.record("a file that is not there was opened")
    } catch { #expect(error.reason == "it cannot be opened or written") }
    #expect(!FileManager.default.fileExists(atPath: path))
    try SQLiteConnection(path).run("CREATE TABLE item (word TEXT NOT NULL)")
    let reader = try SQLiteConnection(path, isReadOnly: true)
    do throws(RigError) {
      try reader.run("INSERT INTO item VALUES ('a')")
      Issue.record("a reader wrote")
    } catch { #expect(error.reason == "it cannot be opened or written") }
  }

  @Test("what refers to a row goes with it")
  func foreignKeys() throws {
    let connection = try SQLiteConnection(path)
    try connection.run("CREATE TABLE whole (id INTEGER PRIMARY KEY)")
    try connection.run(
      "CREATE TABLE item (word TEXT, whole INTEGER REFERENCES whole (id) ON DELETE CASCADE)")
    try connection.run("INSERT INTO whole VALUES (1), (2)")
    try connection.run("INSERT INTO item VALUES ('a', 1), ('b', 2)")
    try connection.run("DELETE FROM whole WHERE id = ?", [.integer(1)])
    #expect(try texts(connection) == ["b"])
  }
}
