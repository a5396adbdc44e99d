import Bench
import Journal
import LabRuntime
import NearbyAccessory
import Rehearsals
import RigFile
import Runner
import Testing

/// One accessory in virtual time, healthy unless said otherwise.
func rig(_ misbehaviour: String? = nil, limits: String = "{}") throws -> RigFile {
  try RigFile.parse(
    """
    version: 1
    name: one
    time: virtual
    boards:
      - name: lock
        firmware: ni-accessory
        link: virtual
        claims: {acd: "1.1"}
        \(misbehaviour.map { "misbehaviour: \($0)" } ?? "")
    limits: \(limits)
    """, file: "one.yaml", directory: "")
}

/// A case of one accessory with a body.
func testCase(
  _ id: String = "T1", _ caseClass: CaseClass = .required, tags: [String] = [],
  body: @escaping @Sendable (CaseContext, AccessoryBoard) async throws -> Void
) -> Case {
  Case(
    id, suite: "test", "a test", caseClass, requirement: "Something holds.", source: "here",
    boards: .accessory, tags: tags
  ) { bench in try await body(bench, bench.accessory()) }
}

@Suite("A verdict")
struct VerdictTests {
  private func judge(
    _ file: RigFile, _ cases: [Case], options: Run.Options = Run.Options()
  ) throws -> [String] {
    try Rehearsal(cases, on: file, options: options).finished.map {
      "\($0.verdict.rawValue) \($0.reason)"
    }
  }

  @Test("is never PASS for a case that asserts nothing")
  func vacuous() throws {
    let empty = testCase { _, _ in }
    let onlySends = testCase { _, accessory in try await accessory.send(.initialize()) }
    #expect(
      try judge(rig(), [empty, onlySends]) == [
        "ERROR the case asserts nothing", "ERROR the case asserts nothing",
      ])
  }

  @Test("is never PASS where all that was asserted was asserted before the device spoke")
  func tooEarly() throws {
    let hasty = testCase { bench, accessory in
      try bench.require(true, "the rig is there", expected: "a rig", got: "a rig")
      try await accessory.send(.initialize())
      _ = try await accessory.next(within: .seconds(1))
    }
    #expect(
      try judge(rig(), [hasty]) == ["ERROR nothing was asserted on what the device sent"])
  }

  @Test("is never PASS for a vacuous case on a retry, and never FLAKY")
  func vacuousAgain() throws {
    let empty = testCase { _, _ in }
    let verdicts = try judge(rig(), [empty], options: Run.Options(retries: 2))
    #expect(!verdicts.isEmpty)
    #expect(verdicts.allSatisfy { $0 == "ERROR the case asserts nothing" }, "\(verdicts)")
  }

  @Test("is never PASS when the device has said nothing")
  func silentDevice() throws {
    let optimist = testCase { bench, accessory in
      try await accessory.send(.initialize())
      let nothing = try await accessory.next(within: .milliseconds(10))
      try bench.require(nothing == nil, "silence", expected: "nothing", got: "\(nothing as Any)")
    }
    #expect(
      try judge(rig("answers-nothing"), [optimist]) == [
        "ERROR nothing was asserted on what the device sent"
      ])
  }

  @Test(
    "follows the class of the case when an assertion does not hold",
    arguments: [
      (CaseClass.required, "FAIL"), (.inferred, "FAIL"), (.varies, "FINDING"),
    ])
  func classes(caseClass: CaseClass, verdict: String) throws {
    let strict = testCase("T1", caseClass) { bench, accessory in
      _ = try await bench.initialize(accessory)
      try bench.require(false, "the moon", expected: "cheese", got: "rock")
    }
    #expect(
      try judge(rig(), [strict]) == ["\(verdict) the moon: expected cheese, received rock"])
  }

  @Test(
    "names a measurement with three digits, unless it would seem to be allowed",
    arguments: [
      (114.198_555_555_555_56, "114.199 ms"), (105.000_4, "105.0004 ms"), (.nan, "nan ms"),
      (.infinity, "inf ms"), (1e300, "1e+300 ms"),
    ])
  func measurement(value: Double, words: String) throws {
    let measuring = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try bench.measure("mean", value, unit: "ms", limits: Event.Limits(min: 95, max: 105))
    }
    #expect(
      try judge(rig(), [measuring]) == ["FAIL mean: expected 95.0 to 105.0 ms, received \(words)"])
  }

  @Test("is FINDING when something was observed, and PASS when all held")
  func finding() throws {
    let observing = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      bench.observe("it answers in a hurry")
    }
    let plain = testCase { bench, accessory in _ = try await bench.initialize(accessory) }
    #expect(try judge(rig(), [observing, plain]) == ["FINDING it answers in a hurry", "PASS "])
  }

  @Test(
    "a line that has gone dead fails one case, and the next one has another line",
    arguments: ["half-open@30", "stall=1h@30"])
  func deadLine(fault: String) throws {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
      faults: \(fault)
      """, file: "one.yaml", directory: "")
    let asking = ["T1", "T2", "T3"].map { id in
      testCase(id) { bench, accessory in
        for _ in 0..<3 { _ = try await bench.initialize(accessory) }
      }
    }
    let run = try Rehearsal(asking, on: file)
    #expect(run.finished.first?.verdict == .fail)
    let reopened = String(decoding: run.journal, as: UTF8.self)
      .ranges(of: "silent after a case that did not pass").count
    let failed = run.finished.count { $0.verdict == .fail }
    #expect(reopened == failed)
    #expect(failed == 1, "\(run.finished.map(\.reason))")
  }

  @Test("a device that closes the link in a case about survival has died")
  func died() throws {
    let survival = testCase(tags: ["survival"]) { bench, accessory in
      try await accessory.send(bytes: [0x04, 0x01])
      try await bench.fence(accessory, "an unknown identifier is ignored")
    }
    let verdicts = try judge(rig("dies-on-unknown"), [survival, survival])
    #expect(verdicts.allSatisfy { $0.hasPrefix("FAIL device died: ") }, "\(verdicts)")
    // What it was sent since it was heard last, and not the fence alone.
    #expect(
      verdicts.allSatisfy { $0.contains("it hung up after 0401, then 0c, then 0a; ") },
      "\(verdicts)")
  }

  @Test("a device that dies of an empty message is told to have, and not that nothing was sent")
  func diedOfNothing() throws {
    let survival = testCase(tags: ["survival"]) { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.send(bytes: [])
      try await accessory.send(bytes: [0x04])
      try await bench.fence(accessory, "an empty message is ignored")
    }
    let verdicts = try judge(rig("dies-on-unknown"), [survival])
    #expect(
      verdicts.allSatisfy { $0.contains("it hung up after an empty message, then 04, ") },
      "\(verdicts)")
  }

  @Test("what a case takes for granted is told as a prerequisite, and its own requirement is not")
  func prerequisite() throws {
    let asking = { @Sendable (context: CaseContext, accessory: AccessoryBoard) in
      _ = try await context.expect(
        .didStart, from: accessory, within: .seconds(1), "it starts by itself")
    }
    let prepared = testCase { bench, accessory in
      try await bench.preparing { try await asking(bench, accessory) }
    }
    let own = testCase { bench, accessory in
      try await bench.preparing { _ = try await bench.initialize(accessory) }
      try await asking(bench, accessory)
    }
    let run = try Rehearsal([prepared, own], on: rig())
    #expect(run.finished.map(\.verdict) == [.fail, .fail])
    #expect(
      run.finished.map { $0.reason.hasPrefix("prerequisite not met: it starts by itself: ") }
        == [true, false])
    let marks = String(decoding: run.journal, as: UTF8.self).ranges(of: "\"prerequisite\":true")
    #expect(marks.count == 1)
  }

  @Test("a device that closes the link in any other case has restarted, when it comes back")
  func restarted() throws {
    let other = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.send(bytes: [0x04, 0x01])
      try await bench.fence(accessory, "an unknown identifier is ignored")
    }
    let verdicts = try judge(rig("dies-on-unknown"), [other])
    #expect(verdicts.allSatisfy { $0.hasPrefix("FAIL device restarted: ") }, "\(verdicts)")
  }

  @Test("a device that does not come back is lost, and the cases that need it are skipped")
  func lost() throws {
    let other = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.send(bytes: [0x04, 0x01])
      try await bench.fence(accessory, "an unknown identifier is ignored")
    }
    // It would be back in a second; the rig does not wait that long.
    let file = try rig("dies-on-unknown", limits: "{reopen: 100ms}")
    let verdicts = try judge(file, [other, other])
    #expect(verdicts.count == 2)
    #expect(verdicts.first?.hasPrefix("ERROR board lost: lock") == true, "\(verdicts)")
    #expect(verdicts.last?.hasPrefix("SKIP board lost") == true, "\(verdicts)")
  }

  @Test("a device that no longer answers the fence is wedged, whatever the class")
  func wedged() throws {
    let curious = testCase("T1", .varies) { bench, accessory in
      _ = try await bench.initialize(accessory)
      accessory.disconnect()
      try await accessory.connect()
      try await bench.fence(accessory, "nothing comes by itself")
    }
    let verdicts = try judge(rig("wedges-after-disconnect"), [curious])
    #expect(verdicts.first?.hasPrefix("FAIL wedged: ") == true, "\(verdicts)")
  }

  @Test("a device that the end of the run finds without power is not wedged")
  func cutOffWithoutPower() throws {
    let powerCut = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.cutPower(for: .seconds(10))
    }
    let verdicts = try judge(
      rig(), [powerCut], options: Run.Options(runTimeout: .seconds(2)))
    #expect(verdicts == ["INCONCLUSIVE run timeout"])
  }

  @Test("the time limit of a case ends it as INCONCLUSIVE, and the next one runs")
  func timeout() throws {
    let patient = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      _ = try await accessory.next(within: .seconds(1000))
    }
    let plain = testCase { bench, accessory in _ = try await bench.initialize(accessory) }
    let verdicts = try judge(
      rig(), [patient, plain], options: Run.Options(caseTimeout: .seconds(3)))
    #expect(
      verdicts == [
        "INCONCLUSIVE case timeout after 3.0 seconds; awaited: a frame from lock since 0.000 ms",
        "PASS ",
      ])
  }

  @Test(
    "a case that waits for many answers in a row has the limit of each, also beyond the run's time")
  func answersInARow() throws {
    let silent = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      _ = try await accessory.next(within: .seconds(1000))
    }
    let verdicts = try judge(
      rig(), [silent.waiting(forAnswers: 5), silent.waiting(forAnswers: 2)],
      options: Run.Options(caseTimeout: .seconds(3)))
    #expect(
      verdicts == [
        "INCONCLUSIVE case timeout after 5.0 seconds; awaited: a frame from lock since 0.000 ms",
        "INCONCLUSIVE case timeout after 3.0 seconds; awaited: a frame from lock since 5000.000 ms",
      ])
  }

  @Test("a did-stop that the accessory said before the runner's own stop stays in its case")
  func earlierDidStop() throws {
    let leaves = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      try await accessory.send(.stop())
      try await bench.lab.sleep(for: .milliseconds(100), label: "the answer that nobody reads")
    }
    let listens = testCase { bench, accessory in
      let stray = try await accessory.next(within: .seconds(1))
      try bench.require(
        stray == nil, "silence", expected: "none", got: stray?.description ?? "none")
      _ = try await bench.initialize(accessory)
    }
    #expect(try judge(rig(), [leaves, listens]) == ["PASS ", "PASS "])
  }

  @Test("cleaning up happens however the body ends, the last thing first")
  func cleanUp() throws {
    let seen = LabRecorder()
    let failing = testCase { bench, accessory in
      bench.atEnd { seen.add("first") }
      bench.atEnd { seen.add("second") }
      _ = try await bench.initialize(accessory)
      try bench.require(false, "x", expected: "a", got: "b")
    }
    _ = try judge(rig(), [failing])
    #expect(seen.all == ["second", "first"])
  }
}

@Suite("A run")
struct RunTests {
  static let plain = testCase("T1") { bench, accessory in
    _ = try await bench.initialize(accessory)
  }
  static let failing = testCase("T2") { bench, accessory in
    _ = try await bench.initialize(accessory)
    try bench.require(false, "x", expected: "a", got: "b")
  }

  @Test("stops after as many failures as were allowed, and skips the rest")
  func maximumFailures() throws {
    let run = try Rehearsal(
      [Self.failing, Self.plain, Self.failing, Self.plain], on: rig(),
      options: Run.Options(maximumFailures: 2))
    #expect(run.finished.map(\.verdict) == [.fail, .pass, .fail, .skip])
    #expect(run.outcome.status(noTestsPass: false).code == 1)
  }

  @Test(
    "a signal ends the case at hand as INCONCLUSIVE and skips the rest",
    arguments: [
      (LabSignal.interrupt, Int32(130)), (LabSignal.terminate, Int32(143)),
    ])
  func signal(signal: LabSignal, status: Int32) throws {
    let patient = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      _ = try await accessory.next(within: .seconds(30))
    }
    let run = try Rehearsal([Self.plain, patient, Self.plain], on: rig()) { bench, stop in
      try? await bench.lab.sleep(for: .seconds(5), label: "the person at the keyboard")
      stop.stop(.signal(signal))
    }
    #expect(run.finished.map(\.verdict) == [.pass, .inconclusive, .skip])
    #expect(run.outcome.status(noTestsPass: false).code == status)
  }

  @Test("its own time limit makes the case at hand INCONCLUSIVE and skips the rest")
  func runTimeout() throws {
    let patient = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      _ = try await accessory.next(within: .seconds(30))
    }
    let run = try Rehearsal(
      [patient, Self.plain], on: rig(), options: Run.Options(runTimeout: .seconds(2)))
    #expect(run.finished.map(\.reason) == ["run timeout", "run timeout"])
    #expect(run.finished.map(\.verdict) == [.inconclusive, .skip])
    #expect(run.outcome.status(noTestsPass: false).code == 3)
    let journal = String(decoding: run.journal, as: UTF8.self)
    #expect(journal.contains("ended by the run; awaited: a frame from lock"))
  }

  @Test("a run that its time limit cut between two cases is no success")
  func runTimeoutBetweenCases() throws {
    let pause = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      // The limit comes while the board is brought back to its start state: the verdict stands.
      bench.atEnd { try? await bench.lab.sleep(for: .seconds(5), label: "the end of the case") }
    }
    let run = try Rehearsal(
      [pause, Self.plain], on: rig(), options: Run.Options(runTimeout: .seconds(2)))
    #expect(run.finished.map(\.verdict) == [.pass, .skip])
    #expect(run.outcome.status(noTestsPass: true).code == 3)
  }

  @Test("what the rig does not have is no matter of a time limit")
  func runTimeoutBeforeSkips() throws {
    let unmet = Case(
      "T9", suite: "test", "a test", requirement: "Something holds.", source: "here",
      boards: .accessory, needs: [.accessories(2)]
    ) { bench in
      try bench.require(false, "it does not run", expected: "", got: "")
    }
    let last = testCase { bench, accessory in
      _ = try await bench.initialize(accessory)
      bench.atEnd { try? await bench.lab.sleep(for: .seconds(5), label: "the end of the case") }
    }
    let run = try Rehearsal(
      [last, unmet], on: rig(), options: Run.Options(runTimeout: .seconds(2)))
    #expect(run.finished.map(\.verdict) == [.skip, .pass])
    #expect(run.outcome.status(noTestsPass: false).code == 0)
  }

  @Test("no case at all is a status of its own")
  func nothing() throws {
    let run = try Rehearsal([], on: rig())
    #expect(run.outcome.status(noTestsPass: false).code == 4)
    #expect(run.outcome.status(noTestsPass: true).code == 0)
  }

  @Test("the same seed writes the same journal to the byte, another seed another order")
  func determinism() throws {
    let two = try RigFile.parse(
      """
      version: 1
      name: two
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
        - {name: tag, firmware: ni-accessory, link: virtual}
      """, file: "two.yaml", directory: "")
    let race = Case(
      "T9", suite: "test", "both at once", requirement: "Both answer.", source: "here",
      boards: .accessoryPair
    ) { bench in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<2 {
          group.addTask {
            for _ in 0..<8 { _ = try await bench.initialize(bench.accessory(index)) }
          }
        }
        try await group.waitForAll()
      }
    }
    let journals = try (0..<20).map { try Rehearsal([race], on: two, seed: $0).journal }
    let again = try (0..<20).map { try Rehearsal([race], on: two, seed: $0).journal }
    #expect(journals == again)
    #expect(Set(journals).count > 10)
  }

  @Test("nothing enters a simulated lab from outside")
  func foreign() throws {
    #expect(try Rehearsal([Self.plain, Self.failing], on: rig()).foreignEnqueues == 0)
  }
}
