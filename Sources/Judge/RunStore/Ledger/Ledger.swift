import Foundation
import GRDB
import Journal

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
  private let database: DatabaseQueue

  /// Opens the ledger in a file, and makes it where there is none.
  public init(path: String) throws(RunStoreError) {
    self.path = path
    do {
      database = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: false))
      let migrator = Self.migrator
      try database.write { try Self.refuseNewer($0, migrator) }
      try migrator.migrate(database)
    } catch { throw Self.explained(error, path) }
  }

  /// Opens a ledger to read it; throws where there is none.
  public init(reading path: String) throws(RunStoreError) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw RunStoreError(
        .ledger, path: path, reason: "there is no such file",
        advice: "`uwbrig run` makes it in the folder of its runs; name another with --ledger")
    }
    do {
      database = try DatabaseQueue(path: path, configuration: Self.configuration(isReadOnly: true))
      let migrator = Self.migrator
      try database.read { try Self.refuseNewer($0, migrator) }
    } catch { throw Self.explained(error, path) }
  }

  /// Writes down a run with its outcomes; a run that is there already is replaced.
  public func record(
    _ record: RunRecord, _ collected: OutcomeCollector, at folder: String
  ) throws(RunStoreError) {
    do {
      try database.write { database in
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO run (id, started, version, rig, seed, virtual, status, folder)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            record.id.description, Int64(record.started.timeIntervalSince1970), record.version,
            collected.run?.rig ?? "", String(collected.run?.seed ?? 0), collected.isVirtual,
            collected.status, folder,
          ])
        try Self.insert(collected.outcomes, of: record.id, into: database)
        try database.execute(
          sql: """
            DELETE FROM run WHERE id NOT IN
              (SELECT id FROM run ORDER BY started DESC, rowid DESC LIMIT ?)
            """, arguments: [Self.capacity])
      }
    } catch { throw Self.explained(error, path) }
  }

  /// How long instances took lately, by name: the middle one of the last few times, microseconds.
  public func durations() throws(RunStoreError) -> [String: Int64] {
    let limit = 20
    do {
      let rows = try database.read { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT "case", boards, duration_us FROM (
              SELECT "case", boards, duration_us, row_number() OVER
                (PARTITION BY "case", boards ORDER BY rowid DESC) AS age
              FROM outcome WHERE verdict IN ('PASS', 'FLAKY', 'FAIL', 'FINDING'))
            WHERE age <= ?
            """, arguments: [limit])
      }
      var times: [String: [Int64]] = [:]
      for row in rows {
        let name = instanceName(case: row["case"], boards: Self.names(row["boards"]))
        times[name, default: []].append(row["duration_us"])
      }
      return times.mapValues { times in
        let sorted = times.sorted()
        return sorted[sorted.count / 2]
      }
    } catch { throw Self.explained(error, path) }
  }

  /// How often each case ended how, on which boards, ports and firmware, in a stable order.
  ///
  /// - Parameter runs: of so many latest runs; nil for all.
  public func cells(ofLast runs: Int? = nil) throws(RunStoreError) -> [LedgerCell] {
    do {
      let rows = try database.read { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT "case", boards, ports, firmware, verdict, count(*) AS count FROM outcome
            WHERE run IN (SELECT id FROM run ORDER BY started DESC, rowid DESC LIMIT ?)
            GROUP BY "case", boards, ports, firmware, verdict
            ORDER BY "case", boards, ports, firmware, verdict
            """, arguments: [runs ?? -1])
      }
      return Self.cells(rows)
    } catch { throw Self.explained(error, path) }
  }

  /// How many runs it remembers.
  public func runs() throws(RunStoreError) -> Int {
    do {
      return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") ?? 0 }
    } catch { throw Self.explained(error, path) }
  }

  // MARK: Inside

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE run (
            id TEXT PRIMARY KEY NOT NULL, started INTEGER NOT NULL, version TEXT NOT NULL,
            rig TEXT NOT NULL, seed TEXT NOT NULL, virtual INTEGER NOT NULL, status INTEGER,
            folder TEXT NOT NULL);
          CREATE INDEX run_started ON run (started);
          CREATE TABLE outcome (
            run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE, "case" TEXT NOT NULL,
            boards TEXT NOT NULL, ports TEXT NOT NULL, firmware TEXT NOT NULL,
            verdict TEXT NOT NULL, attempts INTEGER NOT NULL, duration_us INTEGER NOT NULL);
          CREATE INDEX outcome_run ON outcome (run);
          CREATE INDEX outcome_case ON outcome ("case", boards);
          """)
    }
    return migrator
  }

  private static func configuration(isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    // Another run that ends at the same time needs milliseconds; who holds it longer is no run.
    configuration.busyMode = .timeout(2)
    configuration.readonly = isReadOnly
    return configuration
  }

  private static func refuseNewer(_ database: Database, _ migrator: DatabaseMigrator) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    throw DatabaseError(message: "a newer version of the program has written it")
  }

  private static func insert(
    _ outcomes: [Outcome], of run: RunIdentifier, into database: Database
  ) throws {
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO outcome (run, "case", boards, ports, firmware, verdict, attempts, duration_us)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for outcome in outcomes {
      try statement.execute(arguments: [
        run.description, outcome.case, list(outcome.boards.map(\.name)),
        list(outcome.boards.map(\.port)), list(outcome.boards.map(\.firmware)),
        outcome.verdict.rawValue, outcome.attempts, outcome.microseconds,
      ])
    }
  }

  /// Names as one value, whatever characters they hold.
  private static func list(_ names: [String]) -> String {
    String(decoding: JSONValue.array(names.map { .string($0) }).encoded, as: UTF8.self)
  }

  private static func names(_ list: String) -> [String] {
    (try? JSONParser.parse(Array(list.utf8)))?.array?.compactMap(\.string) ?? []
  }

  private static func cells(_ rows: [Row]) -> [LedgerCell] {
    var cells: [LedgerCell] = []
    for row in rows {
      let (names, ports, firmware) = (
        Self.names(row["boards"]), Self.names(row["ports"]), Self.names(row["firmware"])
      )
      let boards = names.enumerated().map { index, name in
        Outcome.Board(
          name: name, port: ports.indices.contains(index) ? ports[index] : "",
          firmware: firmware.indices.contains(index) ? firmware[index] : "")
      }
      guard let verdict = Verdict(rawValue: row["verdict"]) else { continue }
      if cells.last?.case != row["case"] || cells.last?.boards != boards {
        cells.append(LedgerCell(case: row["case"], boards: boards))
      }
      cells[cells.count - 1].counts[verdict] += row["count"]
    }
    return cells
  }

  private static func explained(_ error: any Error, _ path: String) -> RunStoreError {
    guard let error = error as? DatabaseError else {
      return RunStoreError(.ledger, path: path, cause: error)
    }
    let aside = "move it away; the next run makes a new one"
    let (reason, advice) =
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: ("it is damaged, or no ledger", aside)
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        ("another program holds it", "try again when that has ended")
      case .SQLITE_FULL: ("no space left on the device", "free some space")
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_IOERR:
        ("it cannot be opened or written", "check the folder and its permissions")
      default: (error.message ?? "SQLite error \(error.resultCode.rawValue)", aside)
      }
    return RunStoreError(.ledger, path: path, reason: reason, advice: advice)
  }
}
