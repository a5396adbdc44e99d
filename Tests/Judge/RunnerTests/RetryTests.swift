import Journal
import LabRuntime
import Notation
import Rehearsals
import RigFile
import Synchronization
import Testing

@testable import Runner

@Suite("Attempts and their budgets")
struct RetryRuleTests {
  private static let known = KnownNames(ids: ["T1", "T2"], suites: ["test"])

  private func file(_ retries: String, rules: String = "[]") throws -> RigFile {
    try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual, retries: \(retries)}
      retries: \(rules)
      """, file: "one.yaml", directory: "")
  }

  /// A case whose attempts end as listed: `f` for a fault of the device, `r` for one of the rig, `h`
  /// where the machine held the rig up, `i` where nobody can tell.
  private func scripted(_ ends: String, _ id: String = "T1") -> Case {
    let attempt = Mutex(0)
    return testCase(id) { bench, accessory in
      _ = try await bench.initialize(accessory)
      let index = attempt.withLock { attempt in
        defer { attempt += 1 }
        return attempt
      }
      let end = Array(ends)[min(index, ends.count - 1)]
      if end == "f" { try bench.require(false, "it works", expected: "a", got: "b") }
      if end == "r" { throw CaseEnding.rigFault("the bench is on fire") }
      if end == "h" { throw CaseEnding.heldUp("the machine is busy") }
      if end == "i" { throw CaseEnding.inconclusive("the moon") }
    }
  }

  private func verdicts(
    _ ends: String, _ file: RigFile, everywhere: Int = 0
  ) throws -> [Verdict] {
    var options = Run.Options(retries: everywhere)
    options.retryRules = try RetryRules.read(file, known: Self.known).rules
    return try Rehearsal([scripted(ends)], on: file, options: options).finished.map(\.verdict)
  }

  @Test(
    "faults of the device and of the rig have budgets of their own",
    arguments: [
      ("fff", "{device: 1, rig: 5}", [Verdict.fail, .fail]),
      ("rrr", "{device: 5, rig: 1}", [.error, .error]),
      ("rfrfp", "{device: 2, rig: 2}", [.error, .fail, .error, .fail, .flaky]),
      ("rfrfp", "{device: 2, rig: 1}", [.error, .fail, .error]),
      ("fp", "{rig: 3}", [.fail]), ("fp", "1", [.fail, .flaky]), ("rp", "1", [.error, .flaky]),
      ("p", "3", [.pass]), ("fp", "0", [.fail]),
      ("hhp", "{rig: 2}", [.inconclusive, .inconclusive, .pass]),
      ("hhp", "0", [.inconclusive, .inconclusive, .pass]),
      ("hhhp", "0", [.inconclusive, .inconclusive, .inconclusive]),
      ("fhp", "1", [.fail, .inconclusive, .flaky]),
      ("hrp", "{device: 5, rig: 1}", [.inconclusive, .error]),
      ("hp", "{device: 5}", [.inconclusive, .pass]),
      ("ip", "5", [.inconclusive]),
    ])
  func budgets(_ ends: String, _ retries: String, _ expected: [Verdict]) throws {
    #expect(try verdicts(ends, file(retries)) == expected)
  }

  @Test("a board that is lost is not tried again: the verdict that there is tells more")
  func lostBoard() throws {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: dies-on-unknown,
           retries: 3, recovery: []}
      limits: {reopen: 100ms}
      """, file: "one.yaml", directory: "")
    let killing = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.send(bytes: [0x04, 0x01])
      try await bench.fence(accessory, "an unknown identifier is ignored")
    }
    #expect(try Rehearsal([killing], on: file).finished.map(\.verdict) == [.error])
  }

  @Test("the first rule that fits a case holds, whatever its board says")
  func rules() throws {
    let rules = "[{case: T2, device: 9}, {case: id(T*), rig: 1}, {case: T1, device: 9}]"
    #expect(try verdicts("ff", file("5", rules: rules)) == [.fail])
    #expect(try verdicts("rp", file("0", rules: rules)) == [.error, .flaky])
    #expect(try verdicts("fp", file("0", rules: rules), everywhere: 1) == [.fail, .flaky])
  }

  @Test("rules that cannot be read are faults of the file; unknown names are told")
  func wrongRules() throws {
    let broken = try file("0", rules: "[{case: id(T1}]")
    #expect(throws: RigFileErrors.self) { try RetryRules.read(broken, known: Self.known) }
    let unknown = try file("0", rules: "[{case: T3}]")
    let remarks = try RetryRules.read(unknown, known: Self.known).remarks
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("did you mean \"T1\"?") == true)
  }

  @Test("the pause grows up to its limit, and chance moves it within its part")
  func pauses() {
    let fixed = RigRetries(device: 5, delay: .milliseconds(100))
    #expect((1...3).map { fixed.pause(before: $0, chance: 0.3) } == [.milliseconds(100)] * 3)
    let growing = RigRetries(
      device: 5, delay: .milliseconds(100), growth: .exponential, longest: .milliseconds(350))
    #expect(
      (1...4).map { growing.pause(before: $0, chance: 0) } == [
        .milliseconds(100), .milliseconds(200), .milliseconds(350), .milliseconds(350),
      ])
    #expect(growing.pause(before: .max, chance: 0) == .milliseconds(350))
    let shaken = RigRetries(device: 1, delay: .milliseconds(100), jitter: 0.5)
    #expect(shaken.pause(before: 1, chance: 0) == .milliseconds(50))
    #expect(shaken.pause(before: 1, chance: 0.5) == .milliseconds(100))
  }

  @Test("the pause takes its time in the lab, the same for a seed and another for another")
  func seeded() throws {
    let file = try file("{device: 2, delay: 10s, growth: exponential, jitter: 0.5}")
    func journal(_ seed: UInt64) throws -> [UInt8] {
      try Rehearsal([scripted("ffp")], on: file, seed: seed).journal
    }
    let first = try journal(1)
    #expect(try journal(1) == first)
    #expect(try journal(2) != first)
    let last = try #require(first.split(separator: 0x0A).last)
    let time = try #require(try JSONParser.parse(last)["t_us"]?.integer)
    #expect((15_000_000...50_000_000).contains(time))
  }

  @Test("the end of a run ends the pause before an attempt")
  func stopped() throws {
    let file = try file("{device: 2, delay: 1h}")
    var options = Run.Options(runTimeout: .seconds(20))
    options.retryRules = .none
    let run = try Rehearsal([scripted("ff")], on: file, options: options)
    #expect(run.finished.map(\.verdict) == [.fail])
    #expect(run.outcome.stopped == .runTimeout)
  }
}

private func * (values: [Duration], count: Int) -> [Duration] {
  (0..<count).flatMap { _ in values }
}
