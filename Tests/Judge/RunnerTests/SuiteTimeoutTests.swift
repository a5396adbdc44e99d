import Journal
import LabRuntime
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("The time limit of a suite")
struct SuiteTimeoutTests {
  private func testCase(_ id: String, suite: String, takes: Duration) -> Case {
    Case(
      id, suite: suite, "a test", .required, requirement: "Something holds.", source: "here",
      boards: .accessory
    ) { bench in
      _ = try await bench.initialize(bench.accessory())
      try await bench.lab.sleep(for: takes, label: "lock to do nothing")
    }
  }

  private func judge(_ cases: [Case], retries: Int = 0) throws -> [String] {
    var options = Run.Options(retries: retries)
    options.suiteTimeout = .seconds(10)
    return try Rehearsal(cases, on: rig(), options: options).finished.map {
      "\($0.case) \($0.verdict.rawValue) \($0.reason.prefix { $0 != ";" })"
    }
  }

  @Test("ends the case that runs, skips the rest of the suite, and leaves the others alone")
  func ends() throws {
    let cases = [
      testCase("A1", suite: "a", takes: .seconds(7)),
      testCase("A2", suite: "a", takes: .seconds(7)),
      testCase("A3", suite: "a", takes: .seconds(1)),
      testCase("B1", suite: "b", takes: .seconds(7)),
    ]
    #expect(
      try judge(cases) == [
        "A1 PASS ", "A2 INCONCLUSIVE suite timeout", "A3 SKIP suite timeout", "B1 PASS ",
      ])
  }

  @Test("begins with the first case of the suite, not with the run")
  func begins() throws {
    let cases = [
      testCase("A1", suite: "a", takes: .seconds(8)),
      testCase("B1", suite: "b", takes: .seconds(8)),
      testCase("B2", suite: "b", takes: .milliseconds(10)),
    ]
    #expect(try judge(cases) == ["A1 PASS ", "B1 PASS ", "B2 PASS "])
  }

  @Test("is no reason to try again what it has ended, and says what was awaited")
  func retries() throws {
    let file = try rig()
    var options = Run.Options(retries: 3)
    options.suiteTimeout = .seconds(10)
    let finished = try Rehearsal(
      [testCase("A1", suite: "a", takes: .seconds(20))], on: file, options: options
    ).finished
    #expect(finished.map(\.verdict) == [.inconclusive])
    #expect(finished.allSatisfy { $0.reason.contains("awaited: lock to do nothing") })
    #expect(finished.allSatisfy { StopReason.explains(inconclusive: $0.reason) })
  }
}
