import CSQLite
public import Errors
import FoundationEssentials
public import Journal
import Statistics
import Synchronization

/// How a run ended, in numbers.
public struct RunOutcome: Sendable, Equatable {
  /// The name of the run.
  public var id: String
  /// When it started: ISO 8601 in UTC.
  public var started: String
  /// Instances by verdict.
  public var counts = VerdictCounts()
}

/// The memory of a folder of runs: how each case ended on each board, in one SQLite file.
///
/// It is history and no evidence: verdicts stand in the journals, and a ledger that is damaged or
/// held by another program costs a run nothing but a remark.
public final class Ledger: Sendable {
  /// Its name in the folder of the runs.
  public static let name = "ledger.sqlite"
  /// Runs that it remembers; the oldest are forgotten first.
  public static let capacity = 1_000

  /// The file.
  public let path: String
  private let connection: Mutex<SQLiteConnection>

  /// Opens the ledger in a file, and makes it where there is none.
  public init(path: String) throws(RigError) {
    self.path = path
    connection = Mutex(try Self.prepared(path))
  }

  /// Opens a ledger to read it; throws where there is none.
  public init(reading path: String) throws(RigError) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw RigError(
        failingTo: .ledger, path, reason: "there is no such file",
        advice: "`uwbrig run` makes it in the folder of its runs; name another with --ledger")
    }
    connection = Mutex(try Self.readable(path))
  }

  /// Writes down a run with its outcomes; a run that is there already is replaced.
  public func record(
    _ record: RunRecord, _ collected: OutcomeCollector, at folder: String
  ) throws(RigError) {
    let id = SQLiteValue.text(record.id.description)
    try connection.withLock { connection throws(RigError) in
      try connection.transaction { () throws(RigError) in
        try connection.run(
          """
          INSERT OR REPLACE INTO run (id, started, version, rig, seed, virtual, status, folder)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            id, .integer(Int64(record.started.timeIntervalSince1970)), .text(record.version),
            .text(collected.run?.rig ?? ""), .text(String(collected.run?.seed ?? 0)),
            .integer(collected.isVirtual ? 1 : 0),
            collected.status.map { .integer(Int64($0)) } ?? .null, .text(folder),
          ])
        let statement = try connection.prepare(
          """
          INSERT INTO outcome (run, "case", boards, ports, firmware, verdict, attempts, duration_us)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """)
        for outcome in collected.outcomes {
          try statement.run([
            id, .text(outcome.case), Self.list(outcome.boards.map(\.name)),
            Self.list(outcome.boards.map(\.port)), Self.list(outcome.boards.map(\.firmware)),
            .text(outcome.verdict.rawValue), .integer(Int64(outcome.attempts)),
            .integer(outcome.microseconds),
          ])
        }
        try connection.run(
          """
          DELETE FROM run WHERE id NOT IN
            (SELECT id FROM run ORDER BY started DESC, rowid DESC LIMIT ?)
          """, [.integer(Int64(Self.capacity))])
      }
    }
  }

  /// How long instances took lately, by name: the middle one of the last few times, microseconds.
  public func durations() throws(RigError) -> [String: Int64] {
    let latest: Int64 = 20
    let times = try connection.withLock { connection throws(RigError) in
      try connection.rows(
        """
        SELECT "case", boards, duration_us FROM (
          SELECT "case", boards, duration_us, row_number() OVER
            (PARTITION BY "case", boards ORDER BY rowid DESC) AS age
          FROM outcome WHERE verdict IN ('PASS', 'FLAKY', 'FAIL', 'FINDING'))
        WHERE age <= ?
        """, [.integer(latest)]
      ) { row in
        (instanceName(case: row.text(0), boards: Self.names(row.text(1))), row.integer(2))
      }
    }
    return Dictionary(grouping: times, by: \.0).mapValues { times in
      Int64(times.map { Double($0.1) }.median ?? 0)
    }
  }

  /// How often each case ended how, on which boards, ports and firmware, in a stable order.
  ///
  /// - Parameter runs: the number of latest runs; nil for all.
  public func cells(ofLast runs: Int? = nil) throws(RigError) -> [LedgerCell] {
    let counts = try connection.withLock { connection throws(RigError) in
      try connection.rows(
        """
        SELECT "case", boards, ports, firmware, verdict, count(*) FROM outcome
        WHERE run IN (SELECT id FROM run ORDER BY started DESC, rowid DESC LIMIT ?)
        GROUP BY "case", boards, ports, firmware, verdict
        ORDER BY "case", boards, ports, firmware, verdict
        """, [.integer(Int64(runs ?? -1))]
      ) { row in
        (
          LedgerCell(case: row.text(0), boards: Self.boards(row)), Verdict(rawValue: row.text(4)),
          Int(row.integer(5))
        )
      }
    }
    var cells: [LedgerCell] = []
    for (cell, verdict, count) in counts {
      guard let verdict else { continue }
      if cells.last?.case != cell.case || cells.last?.boards != cell.boards { cells.append(cell) }
      cells[cells.count - 1].counts[verdict] += count
    }
    return cells
  }

  /// How the last runs on a rig ended, the earliest first.
  ///
  /// - Parameters:
  ///   - rig: the name of the rig.
  ///   - isVirtual: whether it has virtual boards alone.
  ///   - runs: how many at most.
  public func trend(
    rig: String, isVirtual: Bool = false, ofLast runs: Int
  ) throws(RigError) -> [RunOutcome] {
    let rows = try connection.withLock { connection throws(RigError) in
      try connection.rows(
        """
        SELECT run.id, run.started, outcome.verdict, count(*) FROM run
        JOIN outcome ON outcome.run = run.id
        WHERE run.id IN (SELECT id FROM run WHERE rig = ? AND virtual = ?
          ORDER BY started DESC, rowid DESC LIMIT ?)
        GROUP BY run.id, outcome.verdict ORDER BY run.started, run.rowid, outcome.verdict
        """, [.text(rig), .integer(isVirtual ? 1 : 0), .integer(Int64(runs))]
      ) { row in
        (row.text(0), row.integer(1), Verdict(rawValue: row.text(2)), Int(row.integer(3)))
      }
    }
    var outcomes: [RunOutcome] = []
    for (id, started, verdict, count) in rows {
      guard let verdict else { continue }
      if outcomes.last?.id != id {
        let date = Date(timeIntervalSince1970: Double(started))
        outcomes.append(RunOutcome(id: id, started: date.formatted(.iso8601)))
      }
      outcomes[outcomes.count - 1].counts[verdict] += count
    }
    return outcomes
  }

  /// How many runs it remembers.
  public func runs() throws(RigError) -> Int {
    try connection.withLock { connection throws(RigError) in
      try connection.rows("SELECT count(*) FROM run") { Int($0.integer(0)) }
    }.first ?? 0
  }

  // MARK: Inside

  /// The versions of the tables that this version of the program knows.
  private static let versions: Set<String> = ["1"]

  private static func readable(_ path: String) throws(RigError) -> sending SQLiteConnection {
    let connection = try SQLiteConnection(path, isReadOnly: true)
    let tables = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'"
    ) { _ in true }
    if !tables.isEmpty { try refuseNewer(connection) }
    return connection
  }

  /// The name of the table of versions is the one that GRDB gave it, which wrote the ledgers of
  /// earlier versions of the program.
  private static func prepared(_ path: String) throws(RigError) -> sending SQLiteConnection {
    let connection = try SQLiteConnection(path)
    try connection.transaction { () throws(RigError) in
      try connection.run(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      guard try refuseNewer(connection).isEmpty else { return }
      for statement in [
        """
        CREATE TABLE run (
          id TEXT PRIMARY KEY NOT NULL, started INTEGER NOT NULL, version TEXT NOT NULL,
          rig TEXT NOT NULL, seed TEXT NOT NULL, virtual INTEGER NOT NULL, status INTEGER,
          folder TEXT NOT NULL)
        """,
        "CREATE INDEX run_started ON run (started)",
        """
        CREATE TABLE outcome (
          run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, "case" TEXT NOT NULL,
          boards TEXT NOT NULL, ports TEXT NOT NULL, firmware TEXT NOT NULL,
          verdict TEXT NOT NULL, attempts INTEGER NOT NULL, duration_us INTEGER NOT NULL)
        """,
        "CREATE INDEX outcome_run ON outcome (run)",
        "CREATE INDEX outcome_case ON outcome (\"case\", boards)",
        "INSERT INTO grdb_migrations (identifier) VALUES ('1')",
      ] { try connection.run(statement) }
    }
    return connection
  }

  @discardableResult
  private static func refuseNewer(
    _ connection: borrowing SQLiteConnection
  ) throws(RigError) -> [String] {
    let found = try connection.rows("SELECT identifier FROM grdb_migrations") { $0.text(0) }
    guard versions.isSuperset(of: found) else {
      throw RigError(
        sqlite: SQLITE_ERROR, "a newer version of the program has written it", connection.path)
    }
    return found
  }

  /// Names as one value, whatever characters they hold.
  private static func list(_ names: [String]) -> SQLiteValue {
    .text(String(decoding: JSONValue.array(names.map { .string($0) }).encoded, as: UTF8.self))
  }

  private static func names(_ list: String) -> [String] {
    (try? JSONParser.parse(Array(list.utf8)))?.array?.compactMap(\.string) ?? []
  }

  /// The boards of a row whose columns from the second on are names, ports and firmware.
  private static func boards(_ row: borrowing SQLiteStatement) -> [Outcome.Board] {
    let (ports, firmware) = (names(row.text(2)), names(row.text(3)))
    return names(row.text(1)).enumerated().map { index, name in
      Outcome.Board(
        name: name, port: ports.indices.contains(index) ? ports[index] : "",
        firmware: firmware.indices.contains(index) ? firmware[index] : "")
    }
  }
}
