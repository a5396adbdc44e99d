import Bench
import Journal
import LabRuntime
import Rehearsals
import RigFile
import Synchronization
import Testing

@testable import Runner

/// A machine that is asked how long it kept the rig waiting, and answers from a list; its last
/// answer stays.
private final class Machine: Sendable {
  private let answers: Mutex<[Duration?]>

  init(_ answers: [Duration?]) { self.answers = Mutex(answers) }

  func answer() -> Duration? {
    answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil }
  }
}

@Suite("A time that a busy machine may have falsified")
struct MachineDelayTests {
  /// Runs a case of the phone's model, which needs no board, in real time.
  private func run(
    _ machine: Machine, retries: Int = 0, caseClass: CaseClass = .required,
    _ body: @escaping @Sendable (CaseContext) throws -> Void
  ) throws -> [Event.CaseFinished] {
    let lab = Lab.live(seed: 0, processorWait: machine.answer)
    let judged = Case(
      "T1", suite: "test", "a test", caseClass, requirement: "Something holds.", source: "here",
      boards: .phoneModel
    ) { bench in
      bench.noteFromPhone("ready")
      try body(bench)
    }
    let file = try RigFile.parse(
      """
      version: 1
      time: real
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
      """, file: "one.yaml", directory: "")
    let sink = MemorySink()
    let journal = Journal(now: { lab.now }, sink: sink)
    let plan = Plan(cases: [judged], file: file, filter: nil, board: nil, seed: 0)
    _ = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await Run(
          bench, plan: plan, options: Run.Options(retries: retries), stop: StopSwitch(lab)
        ).perform()
      }
    }
    try journal.close()
    var finished: [Event.CaseFinished] = []
    var reader = JournalReader(bytes: sink.bytes)
    while let record = try reader.next() {
      if case .entry(let entry) = record, case .caseFinished(let ended) = entry.event {
        finished.append(ended)
      }
    }
    return finished
  }

  private func measure(
    _ value: Double, _ limits: Event.Limits, unit: String = "ms", lateTimes: Int = 1,
    waited: Duration?, before: Duration? = .seconds(1)
  ) throws -> String {
    let machine = Machine([before, waited.flatMap { waited in before.map { $0 + waited } }])
    let finished = try run(machine) { bench in
      try bench.measure("answer", value, unit: unit, limits: limits, lateTimes: lateTimes)
    }
    return try #require(finished.first?.verdict.rawValue)
  }

  @Test(
    "is INCONCLUSIVE where the machine's delay reaches as far, and FAIL where the board is beyond",
    arguments: [
      (31.2, 11.2, "INCONCLUSIVE"), (31.2, 40, "INCONCLUSIVE"), (31.2, 11.1, "FAIL"),
      (31.2, 0, "FAIL"), (4, 6, "INCONCLUSIVE"), (4, 5.9, "FAIL"), (20, 0, "PASS"),
      (15, 1000, "PASS"), (.nan, 1000, "FAIL"), (.infinity, 1000, "FAIL"),
    ])
  func judged(value: Double, waited: Double, verdict: String) throws {
    let waited = Duration.microseconds(Int64(waited * 1000))
    #expect(try measure(value, Event.Limits(min: 10, max: 20), waited: waited) == verdict)
  }

  @Test("is FAIL where the system does not say how long it kept the rig waiting")
  func unknown() throws {
    #expect(try measure(31, Event.Limits(max: 20), waited: nil) == "FAIL")
    #expect(try measure(31, Event.Limits(max: 20), waited: .seconds(9), before: nil) == "FAIL")
  }

  @Test("is FAIL in virtual time, whose clock no machine delays, and where it is no time")
  func otherwise() throws {
    let limits = Event.Limits(max: 20)
    #expect(try measure(31, limits, unit: "m", waited: .seconds(9)) == "FAIL")
    let measuring = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try bench.measure("answer", 31, unit: "ms", limits: limits)
    }
    let verdicts = try Rehearsal([measuring], on: rig()).finished.map(\.verdict)
    #expect(verdicts == [.fail])
  }

  @Test(
    "needs as much delay for each of the times that would have to be late",
    arguments: [(10, 120.0, "INCONCLUSIVE"), (10, 100, "FAIL"), (0, 12, "INCONCLUSIVE")])
  func median(lateTimes: Int, waited: Double, verdict: String) throws {
    let waited = Duration.microseconds(Int64(waited * 1000))
    #expect(
      try measure(31.2, Event.Limits(max: 20), lateTimes: lateTimes, waited: waited) == verdict)
  }

  @Test(
    "counts what other processes had to wait only where one of them plays a board",
    arguments: [true, false])
  func processes(hasProcesses: Bool) {
    let (own, other) = (Machine([.zero, .milliseconds(2)]), Machine([.zero, .milliseconds(40)]))
    let lab = Lab.live(seed: 0, processorWait: own.answer, machineWait: other.answer)
    let delay = MachineDelay(lab, hasProcesses: hasProcesses)
    let excuse = delay.excuse(31.2, Event.Limits(max: 20), lateTimes: 3)
    #expect(excuse?.contains("the process that plays the board, waiting") ?? false == hasProcesses)
    #expect(excuse?.contains("for 42.0 ms") ?? false == hasProcesses)
  }

  @Test("says what was expected, what came, and what the machine did, whatever the class")
  func reason() throws {
    let machine = Machine([.zero, .milliseconds(40)])
    let finished = try run(machine, caseClass: .varies) { bench in
      try bench.measure("answer", 31.2, unit: "ms", limits: Event.Limits(max: 20))
    }
    #expect(finished.map(\.verdict) == [.inconclusive])
    #expect(
      finished.first?.reason
        == "answer: expected at most 20.0 ms, received 31.2 ms; this machine kept the rig waiting "
        + "for a processor for 40.0 ms in this case, so the board may be well within it")
  }

  @Test("counts from the start of its own attempt, and is tried again by the rig's budget")
  func again() throws {
    // Of each attempt the start, then the measurement that is out of its limits. The second takes
    // the rig's one attempt, the third the device's.
    let machine = Machine([.zero, .seconds(1), .seconds(1), .seconds(1)])
    let verdicts = try run(machine, retries: 1) { bench in
      try bench.measure("answer", 31, unit: "ms", limits: Event.Limits(max: 20))
    }
    #expect(verdicts.map(\.verdict) == [.inconclusive, .fail, .fail])
  }
}
