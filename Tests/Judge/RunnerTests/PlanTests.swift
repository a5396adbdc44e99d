import Journal
import Rehearsals
import RigFile
import Synchronization
import Testing

@testable import Runner

@Suite("A plan")
struct PlanTests {
  static let methods: [Partition.Method] = Partition.Method.allCases

  private func plan(
    seed: UInt64 = 0, shuffles: Bool = false, every step: Int = 1
  ) throws -> Plan {
    let file = try RigFile.parse(ScheduleTests.text, file: "bench.yaml", directory: ".")
    let cases = stride(from: 1, through: 40, by: step).map { number in
      Case(
        "T\(number)", suite: "test", "a case", requirement: "It is so.", source: "this test",
        boards: .accessory, declared: .milliseconds(number * 100)
      ) { _ in }
    }
    return Plan(cases: cases, file: file, filter: nil, seed: seed, shuffles: shuffles)
  }

  @Test(
    "the parts are the whole, and no instance is in two of them", arguments: methods, [1, 3, 7])
  func parts(_ method: Partition.Method, _ count: Int) throws {
    let plan = try plan()
    let parts = try (1...count).map { part in
      plan.part(try #require(Partition(method, part: part, of: count))).instances.map(\.name)
    }
    #expect(parts.flatMap(\.self).sorted() == plan.instances.map(\.name).sorted())
    #expect(parts.allSatisfy { !$0.isEmpty })
  }

  @Test("parts by time take about the same time")
  func time() throws {
    let plan = try plan()
    let times = try (1...4).map { part in
      plan.part(try #require(Partition(.time, part: part, of: 4))).instances
        .reduce(Duration.zero) { $0 + $1.case.declared }
    }
    let (least, most) = (try #require(times.min()), try #require(times.max()))
    #expect(most - least < .milliseconds(500), "\(times)")
  }

  @Test("a part by hash does not change when other cases come")
  func hash() throws {
    let plan = try plan()
    let partition = try #require(Partition(.hash, part: 2, of: 3))
    let all = plan.part(partition).instances.map(\.name)
    let some = plan.only { $0.hasSuffix("@lock") }.part(partition).instances.map(\.name)
    #expect(some == all.filter { $0.hasSuffix("@lock") })
  }

  @Test(
    "what is no part is refused",
    arguments: [
      "slice:0/3", "slice:4/3", "slice:1", "hash:a/b", "hash:1/0", "disk:1/2", "", "::",
      "slice:1/2/3",
    ])
  func refused(_ text: String) {
    #expect(Partition(text) == nil)
  }

  @Test("a seed orders two instances the same way, whatever else is selected", arguments: 1..<8)
  func orderOfTwo(_ seed: UInt64) throws {
    let whole = try plan(seed: seed).instances.map(\.name)
    let few = try plan(seed: seed, every: 3).instances.map(\.name)
    try #require(few.count > 10)
    #expect(whole.filter(few.contains) == few)
  }

  @Test("seed 0 keeps the order unless it is to shuffle; the same seed gives the same order")
  func shuffling() throws {
    let names = try plan().instances.map(\.name)
    let shuffled = try plan(shuffles: true).instances.map(\.name)
    #expect(names != shuffled)
    #expect(names.sorted() == shuffled.sorted())
    #expect(try plan(shuffles: true).instances.map(\.name) == shuffled)
  }

  @Test("a plan can be run several times over")
  func repeated() throws {
    let plan = try plan()
    #expect(plan.repeated(3).instances.count == 3 * plan.instances.count)
  }
}

@Suite("Retries")
struct RetryTests {
  /// Breaks its requirement so many times, then never again.
  private func failing(_ times: Int) -> Case {
    let left = FailuresLeft(times)
    return testCase("T1") { bench, accessory in
      _ = try await bench.initialize(accessory)
      try bench.require(!left.takeOne(), "the moon", expected: "cheese", got: "rock")
    }
  }

  @Test(
    "a pass on a retry is FLAKY, and says what came before",
    arguments: [
      (0, 2, Verdict.pass, [1]), (1, 2, .flaky, [1, 2]), (2, 2, .flaky, [1, 2, 3]),
      (3, 2, .fail, [1, 2, 3]), (1, 0, .fail, [1]),
    ])
  func retries(_ failures: Int, _ retries: Int, _ verdict: Verdict, _ attempts: [Int]) throws {
    let run = try Rehearsal(
      [failing(failures)], on: rig(), options: Run.Options(retries: retries))
    #expect(run.finished.last?.verdict == verdict)
    #expect(run.outcome.tally.counts[verdict] == 1)
    #expect(run.outcome.tally.counts.total == 1)
    if verdict == .flaky {
      let reason = try #require(run.finished.last?.reason)
      #expect(reason.contains("after FAIL: the moon"), "\(reason)")
    }
    #expect(try startedAttempts(run) == attempts)
  }

  @Test("FLAKY passes the run, unless it is to fail it")
  func status() throws {
    let run = try Rehearsal([failing(1)], on: rig(), options: Run.Options(retries: 1))
    #expect(run.outcome.status(noTestsPass: false).code == 0)
    #expect(run.outcome.status(noTestsPass: false, flakyFails: true).code == 1)
  }

  private func startedAttempts(_ run: Rehearsal) throws -> [Int] {
    var reader = JournalReader(bytes: run.journal)
    var attempts: [Int] = []
    while let record = try reader.next() {
      if case .entry(let entry) = record, case .caseStarted(let started) = entry.event {
        attempts.append(started.attempt)
      }
    }
    return attempts
  }
}

private final class FailuresLeft: Sendable {
  private let count: Mutex<Int>
  init(_ count: Int) { self.count = Mutex(count) }
  func takeOne() -> Bool {
    count.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
  }
}

@Suite("The longest first")
struct LongestFirstTests {
  @Test("instances come by the time they took lately, else by what they declare, else as they are")
  func order() throws {
    func slow(_ id: String, _ declared: Duration = .zero) -> Case {
      Case(
        id, suite: "test", id, requirement: "It is so.", source: "here", boards: .accessory,
        declared: declared
      ) { _ in }
    }
    let cases = [slow("A"), slow("B"), slow("C", .seconds(2)), slow("D"), slow("E")]
    let plan = Plan(cases: cases, file: try rig(), filter: nil, seed: 0)
    let history: [String: Int64] = ["B@lock": 1_000_000, "D@lock": 3_000_000]
    #expect(
      plan.longestFirst(history).instances.map(\.caseName) == ["D", "C", "B", "A", "E"])
    #expect(plan.longestFirst([:]).instances.map(\.caseName) == ["A", "B", "C", "D", "E"])
  }

  /// The instances of a case on two UCI boards, on a rig with so many of each role.
  private func pairs(_ count: Int) throws -> (boards: [[String]], remark: String?) {
    let boards = (1...count).flatMap { number in
      ["controller", "controlee"].map { role in
        "  - {name: \(role)-\(number), firmware: uci, role: \(role), use: device, link: virtual}"
      }
    }
    let file = try RigFile.parse(
      "version: 1\ntime: virtual\nboards:\n" + boards.joined(separator: "\n"),
      file: "bench.yaml", directory: ".")
    let testCase = Case(
      "T1", suite: "test", "a case", requirement: "It is so.", source: "this test",
      boards: .uciPair
    ) { _ in }
    let plan = Plan(cases: [testCase], file: file, filter: nil, seed: 0)
    return (plan.instances.map(\.boardNames), Plan.remark(on: file))
  }

  @Test("a case on two boards runs on every pair of a small rig")
  func smallRig() throws {
    let (boards, remark) = try pairs(8)
    #expect(boards.count == 64)
    #expect(Set(boards).count == 64)
    #expect(remark == nil)
  }

  @Test("on a big rig it runs on as many pairs as there are boards, each board in one, and says so")
  func bigRig() throws {
    let (boards, remark) = try pairs(128)
    #expect(boards.count == 128)
    #expect(Set(boards.flatMap(\.self)).count == 256)
    #expect(remark?.contains("128 of 16384 pairs of UCI boards") == true, "\(remark ?? "")")
  }
}
