import Errors
import Foundation
import Journal
import Testing

@testable import RunStore

@Suite("The ledger")
struct LedgerTests: ~Copyable {
  private let root: String
  private var path: String { root + "/ledger.sqlite" }

  init() throws {
    root = NSTemporaryDirectory() + "uwbrig-ledger-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func record(_ id: String, at seconds: Double = 1_795_224_600) -> RunRecord {
    RunRecord(
      id: RunIdentifier(id), version: "1.2.3", host: "bench", arguments: [],
      started: Date(timeIntervalSince1970: seconds))
  }

  /// What a journal with these ends leaves behind.
  private func outcomes(
    _ ends: [(case: String, verdict: Verdict)], microseconds: Int64 = 1_000,
    virtual: Bool = false
  ) -> OutcomeCollector {
    var collector = OutcomeCollector()
    func add(_ event: Event) { collector.add(JournalEntry(microseconds: 0, event: event)) }
    add(.runStarted(.init(version: "1.2.3", seed: 7, rig: "bench")))
    add(
      .boardOpened(
        .init(
          board: "lock", identity: "usb:serial=A", virtual: virtual, firmware: "uci",
          dialect: "fira2")))
    for end in ends {
      add(.caseStarted(.init(case: end.case, boards: ["lock"])))
      add(
        .caseFinished(
          .init(
            case: end.case, boards: ["lock"], verdict: end.verdict, class: .required,
            durationMicroseconds: microseconds)))
    }
    return collector
  }

  @Test("outcomes are added up by case, board, port and firmware, over runs and openings")
  func cells() throws {
    try Ledger(path: path).record(record("a"), outcomes([("X", .pass), ("Y", .skip)]), at: "out/a")
    try Ledger(path: path).record(record("b"), outcomes([("X", .fail)]), at: "out/b")
    let ledger = try Ledger(reading: path)
    #expect(try ledger.runs() == 2)
    let cell = try #require(try ledger.cells().first)
    #expect(try ledger.cells().count == 1)
    #expect(cell.case == "X")
    #expect(
      cell.boards == [Outcome.Board(name: "lock", port: "usb:serial=A", firmware: "uci fira2")])
    #expect(cell.counts[.pass] == 1 && cell.counts[.fail] == 1)
    #expect(try ledger.cells(ofLast: 1).first?.counts.total == 1)
  }

  @Test("the trend has the last runs on a rig, the earliest first, with their verdicts")
  func trend() throws {
    let ledger = try Ledger(path: path)
    for (index, verdict) in [Verdict.pass, .fail, .pass].enumerated() {
      try ledger.record(
        record("run-\(index)", at: 1_795_224_600 + Double(index)),
        outcomes([("X", verdict), ("Y", .pass)]), at: "out/\(index)")
    }
    try ledger.record(
      record("simulated"), outcomes([("X", .pass)], virtual: true), at: "out/simulated")
    #expect(
      try ledger.trend(rig: "bench", isVirtual: true, ofLast: 2).map(\.id) == ["simulated"])
    let last = try ledger.trend(rig: "bench", ofLast: 2)
    #expect(last.map(\.id) == ["run-1", "run-2"])
    #expect(last.map { $0.counts[.fail] } == [1, 0] && last.map { $0.counts[.pass] } == [1, 2])
    #expect(last.first?.started == "2026-11-21T01:30:01Z")
    #expect(try ledger.trend(rig: "another", ofLast: 2).isEmpty)
  }

  @Test("builds of a firmware are told apart by the image that was brought onto the board")
  func images() {
    func firmware(_ isOpenFirst: Bool) -> String? {
      var collector = OutcomeCollector()
      func add(_ event: Event) { collector.add(JournalEntry(microseconds: 0, event: event)) }
      let open = Event.boardOpened(
        .init(board: "lock", identity: "usb:serial=A", virtual: false, firmware: "ni-accessory"))
      if isOpenFirst { add(open) }
      add(
        .other(
          kind: OutcomeCollector.imageKind,
          json: .object([
            .init("board", .string("lock")), .init("image", .string("app.hex")),
            .init("sha256", .string("0123456789abcdef")),
          ])))
      add(open)
      add(.caseStarted(.init(case: "X", boards: ["lock"])))
      add(.caseFinished(.init(case: "X", boards: ["lock"], verdict: .pass, class: .required)))
      return collector.outcomes.first?.boards.first?.firmware
    }
    #expect(firmware(true) == "ni-accessory app.hex 0123456789ab")
    #expect(firmware(false) == "ni-accessory app.hex 0123456789ab")
  }

  @Test("a run that is written down twice counts once")
  func twice() throws {
    let ledger = try Ledger(path: path)
    for _ in 0..<2 { try ledger.record(record("a"), outcomes([("X", .pass)]), at: "out/a") }
    #expect(try ledger.cells().first?.counts.total == 1)
  }

  @Test("attempts of an instance are one outcome")
  func attempts() {
    var collector = OutcomeCollector()
    for (attempt, verdict) in [(1, Verdict.fail), (2, .flaky)] {
      collector.add(
        JournalEntry(
          microseconds: 0,
          event: .caseStarted(.init(case: "X", boards: ["lock"], attempt: attempt))))
      collector.add(
        JournalEntry(
          microseconds: 0,
          event: .caseFinished(
            .init(
              case: "X", boards: ["lock"], verdict: verdict, class: .required,
              durationMicroseconds: 5))))
    }
    #expect(
      collector.outcomes == [
        Outcome(
          case: "X", boards: [.init(name: "lock")], verdict: .flaky, attempts: 2, microseconds: 10)
      ])
  }

  @Test("what the end of a run has cut off is no outcome")
  func cutOff() {
    var collector = OutcomeCollector()
    func end(_ id: String, _ reason: String) {
      collector.add(
        JournalEntry(
          microseconds: 0,
          event: .caseFinished(
            .init(
              case: id, boards: ["lock"], verdict: .inconclusive, reason: reason, class: .required)
          )))
    }
    end("A", "case timeout after 3.0 seconds")
    end("B", "run timeout")
    collector.add(JournalEntry(microseconds: 0, event: .signal(.init(name: "SIGINT"))))
    end("C", "interrupted (SIGINT)")
    #expect(collector.outcomes.map(\.case) == ["A"])
  }

  @Test("how long an instance takes is the middle of its last times")
  func durations() throws {
    let ledger = try Ledger(path: path)
    for (index, time) in [100, 900, 300].enumerated() {
      try ledger.record(
        record("r\(index)"), outcomes([("X", .pass)], microseconds: Int64(time)), at: "")
    }
    #expect(try ledger.durations() == ["X@lock": 300])
  }

  @Test("the oldest runs are forgotten when there are too many")
  func capacity() throws {
    let ledger = try Ledger(path: path)
    for index in 0..<(Ledger.capacity + 3) {
      try ledger.record(
        record("r\(index)", at: Double(index)), outcomes([("X", .pass)]), at: "")
    }
    #expect(try ledger.runs() == Ledger.capacity)
    #expect(try ledger.cells().first?.counts.total == Ledger.capacity)
  }

  @Test("a file that is no ledger is an error that says what to do, and stays as it is")
  func damaged() throws {
    let noise = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try noise.write(to: URL(filePath: path))
    let path = path
    let writing = #expect(throws: RigError.self) { try Ledger(path: path) }
    let reading = #expect(throws: RigError.self) { try Ledger(reading: path) }
    for error in [writing, reading] {
      #expect(error?.reason == "it is damaged, or no ledger")
      #expect(error?.advice.contains("Move it away") == true)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == noise)
  }

  @Test("a ledger of a newer version of the program is left as it is")
  func newer() throws {
    try Ledger(path: path).record(record("a"), outcomes([("X", .pass)]), at: "out/a")
    try SQLiteConnection(path).run("INSERT INTO grdb_migrations (identifier) VALUES ('2')")
    let before = try Data(contentsOf: URL(filePath: path))
    let path = path
    let writing = #expect(throws: RigError.self) { try Ledger(path: path) }
    let reading = #expect(throws: RigError.self) { try Ledger(reading: path) }
    for error in [writing, reading] {
      #expect(error?.reason == "a newer version of the program has written it")
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("a database of something else is read as no ledger, and said to be none")
  func foreign() throws {
    try SQLiteConnection(path).run("CREATE TABLE item (word TEXT)")
    let path = path
    let error = #expect(throws: RigError.self) { try Ledger(reading: path).cells() }
    #expect(error?.reason == "no such table: outcome")
  }

  @Test("a ledger that is not there, or in a folder that is not, is an error that names it")
  func missing() throws {
    #expect(throws: RigError.self) { try Ledger(reading: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    let error = #expect(throws: RigError.self) { try Ledger(path: root + "/no/ledger") }
    #expect(error?.context.hasSuffix(root + "/no/ledger") == true)
  }
}

@Suite("Flakiness")
struct FlakeTests {
  private func cell(
    _ id: String, _ board: String, _ counts: [(Verdict, Int)], port: String = "p"
  ) -> LedgerCell {
    var cell = LedgerCell(
      case: id, boards: [.init(name: board, port: port, firmware: "uci")])
    for (verdict, count) in counts { cell.counts[verdict] = count }
    return cell
  }

  @Test(
    "the interval of a share is Wilson's",
    arguments: [
      (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0),
      (1, 100, 0.0018, 0.0545),
      (0, 0, 0.0, 1.0),
    ])
  func wilson(_ count: Int, _ total: Int, _ low: Double, _ high: Double) {
    var row = FlakeTable.Row(name: "X", unstable: count)
    row.counts[.pass] = total - count
    row.counts[.flaky] = count
    let interval = row.interval
    #expect(abs(interval.lowerBound - low) < 0.0001)
    #expect(abs(interval.upperBound - high) < 0.0001)
  }

  @Test("what always fails is broken and not flaky; what has passed too is unstable")
  func unstable() {
    #expect(cell("X", "a", [(.fail, 9), (.error, 1)]).unstable == 0)
    #expect(cell("X", "a", [(.fail, 2), (.pass, 8)]).unstable == 2)
    #expect(cell("X", "a", [(.flaky, 1), (.pass, 9)]).unstable == 1)
    #expect(cell("X", "a", [(.pass, 9), (.finding, 1)]).unstable == 0)
  }

  @Test("rows come by what is sure, not by the rate alone")
  func order() {
    let cells = [
      cell("once", "a", [(.flaky, 1), (.pass, 1)]),
      cell("often", "b", [(.flaky, 40), (.pass, 60)], port: "q"), cell("never", "c", [(.pass, 50)]),
    ]
    #expect(FlakeTable(cells, by: .case).rows.map(\.name) == ["often", "once", "never"])
    let ports = FlakeTable(cells, by: .port).rows
    #expect(ports.map(\.name) == ["q", "p"])
    #expect(ports[1].counts.total == 52)
    #expect(ports[1].unstable == 1)
    #expect(FlakeTable(cells, by: .firmware).rows.map(\.unstable) == [41])
  }

  @Test("an outcome on two boards counts for both, and once for their common firmware")
  func pair() {
    var cell = LedgerCell(
      case: "X", boards: [.init(name: "a", firmware: "uci"), .init(name: "b", firmware: "uci")])
    cell.counts[.flaky] = 3
    #expect(FlakeTable([cell], by: .board).rows.map(\.name) == ["a", "b"])
    #expect(FlakeTable([cell], by: .firmware).rows.map(\.unstable) == [3])
    #expect(FlakeTable([cell], by: .port).rows.map(\.name) == ["unknown"])
  }
}
