import CSQLite
import Errors

extension RigError {
  /// Why SQLite refused something of a file, by its result code; the words are SQLite's own.
  init(sqlite code: Int32, _ words: String, _ path: String) {
    let aside = "Move it away; the next run makes a new one"
    let (reason, advice) =
      switch code {
      case SQLITE_NOTADB, SQLITE_CORRUPT: ("it is damaged, or no ledger", aside)
      case SQLITE_BUSY, SQLITE_LOCKED:
        ("another program holds it", "Try again when that has ended")
      case SQLITE_FULL: ("no space left on the device", "Free some space")
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR:
        ("it cannot be opened or written", "Check the folder and its permissions")
      default: (words, aside)
      }
    self.init(failingTo: .ledger, path, reason: reason, advice: advice)
  }
}

enum SQLiteValue {
  case text(String)
  case integer(Int64)
  case null
}

/// A connection to a database in a file. It checks foreign keys and waits two seconds for another
/// process's lock: a run that ends at the same time needs milliseconds.
///
///     let connection = try SQLiteConnection("ledger.sqlite")
///     try connection.run("DELETE FROM run WHERE id = ?", [.text("a")])
///     let ids = try connection.rows("SELECT id FROM run") { $0.text(0) }
@safe
struct SQLiteConnection: ~Copyable {
  /// The file.
  let path: String
  private let pointer: OpaquePointer

  /// Opens the file, and makes it where there is none, unless it is only to be read.
  init(_ path: String, isReadOnly: Bool = false) throws(RigError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    var code = unsafe sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    if code == SQLITE_OK {
      unsafe sqlite3_busy_timeout(opened, 2_000)
      code = unsafe sqlite3_exec(opened, "PRAGMA foreign_keys = ON", nil, nil, nil)
    }
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw RigError(sqlite: code, unsafe String(cString: sqlite3_errstr(code)), path)
    }
    self.path = path
    unsafe pointer = opened
  }

  deinit { unsafe sqlite3_close_v2(pointer) }

  /// A statement with a question mark for each value that it will be given.
  func prepare(_ sql: String) throws(RigError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(pointer, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw RigError(sqlite: code, unsafe String(cString: sqlite3_errmsg(pointer)), path)
    }
    return unsafe SQLiteStatement(pointer: statement, path: path)
  }

  func run(_ sql: String, _ values: [SQLiteValue] = []) throws(RigError) {
    try prepare(sql).run(values)
  }

  func rows<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ read: (borrowing SQLiteStatement) -> Value
  ) throws(RigError) -> [Value] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [Value] = []
    while try statement.step() { rows.append(read(statement)) }
    return rows
  }

  /// Writes all that `body` writes, or nothing. Others may read meanwhile, but not write.
  func transaction(_ body: () throws(RigError) -> Void) throws(RigError) {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // Some failures have ended the transaction already.
      try? run("ROLLBACK")
      throw error
    }
  }
}

/// A statement of a connection; while it yields rows, the row at hand.
@safe
struct SQLiteStatement: ~Copyable {
  fileprivate let pointer: OpaquePointer
  fileprivate let path: String

  deinit { unsafe sqlite3_finalize(pointer) }

  /// Executes it with these values; it may be executed again with others.
  func run(_ values: [SQLiteValue] = []) throws(RigError) {
    try bind(values)
    while try step() {}
  }

  /// The text in a column of the row, the first being 0.
  func text(_ column: Int32) -> String {
    guard let bytes = unsafe sqlite3_column_text(pointer, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(pointer, column) }

  fileprivate func bind(_ values: [SQLiteValue]) throws(RigError) {
    unsafe sqlite3_reset(pointer)
    for (place, value) in zip(Int32(1)..., values) {
      switch value {
      case .text(let text):
        try check(unsafe csqlite_bind_text(pointer, place, text, Int32(text.utf8.count)))
      case .integer(let number): try check(unsafe sqlite3_bind_int64(pointer, place, number))
      case .null: try check(unsafe sqlite3_bind_null(pointer, place))
      }
    }
  }

  /// Goes to the next row; false behind the last one.
  fileprivate func step() throws(RigError) -> Bool {
    let code = unsafe sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw error(code) }
    return false
  }

  private func check(_ code: Int32) throws(RigError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> RigError {
    RigError(
      sqlite: code, unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))), path)
  }
}
