import JSONDocuments
import Journal
import Reports
import Testing

@Suite("The model of a report")
struct RunReportTests {
  @Test("every instance stands once, with its last verdict")
  func verdicts() throws {
    let report = try RunReport.read(try finishedJournal())
    for (verdict, count) in [
      (Verdict.pass, 1), (.fail, 3), (.error, 2), (.inconclusive, 1), (.flaky, 1), (.finding, 1),
      (.skip, 3),
    ] {
      #expect(report.tally.counts[verdict] == count, "\(verdict)")
    }
    #expect(report.status == 1)
    #expect(!report.isInterrupted)
    #expect(Set(report.instances.map(\.name)).count == report.instances.count)
  }

  @Test("a flaky instance shows the attempt that did not pass")
  func flaky() throws {
    let report = try RunReport.read(try finishedJournal())
    let flaky = try #require(report.instances(.flaky).first)
    #expect(flaky.attempts.map(\.verdict) == [.fail, .flaky])
    #expect(flaky.evidence?.number == 1)
    #expect(flaky.evidence?.failures.first?.got == "9 rounds")
  }

  @Test("frames around the failure are kept, and those of instances that passed")
  func window() throws {
    let report = try RunReport.read(try finishedJournal())
    let pass = try #require(report.instances(.pass).first)
    #expect(pass.attempts.first?.moments.kept.count == 2)
    #expect(pass.attempts.first?.held == 1)
    let malformed = try #require(
      report.instances.first { $0.case.hasPrefix("accessory.malformed") })
    let moments = try #require(malformed.evidence).moments
    #expect(moments.kept.count == MomentWindow.capacity)
    #expect(moments.droppedBefore == 31)
    #expect(moments.droppedAfter == 10)
    let place = moments.kept.firstIndex { if case .failure = $0.kind { true } else { false } }
    #expect(place == 39)
  }

  @Test("of many instances that passed, the first few alone keep what happened")
  func passedWindows() throws {
    var script = Script()
    for number in 0..<600 {
      script.instance("c\(number)", on: ["a"], .pass) { script in
        for _ in 0..<20 { script.frame("a", .out, [0x0A]) }
      }
    }
    let report = try RunReport.read(script.bytes)
    #expect(report.instances.count { !($0.attempts.last?.moments.kept.isEmpty ?? true) } == 100)
  }

  @Test("frames belong to the instances that use their board")
  func boards() throws {
    let report = try RunReport.read(try finishedJournal())
    let stop = try #require(report.instances.first { $0.case == "accessory.stop-while-idle" })
    let boards = stop.evidence?.moments.kept.compactMap { moment in
      if case .frame(let transfer, _) = moment.kind { transfer.board } else { nil }
    }
    // What the rig sends after it went wrong only tidies up.
    #expect(boards == ["lock", "lock"])
  }

  @Test("assertions and measurements that name their instance go to it, in parallel runs too")
  func parallel() throws {
    var script = Script()
    for board in ["a", "b"] { script.add(.caseStarted(.init(case: "c", boards: [board]))) }
    script.add(
      .assertion(
        .init(requirement: "r", ok: false, expected: "1", got: "2", instance: "c@a")))
    script.add(.measurement(.init(name: "m", value: 1, unit: "", instance: "c@b")))
    script.add(.measurement(.init(name: "lost", value: 1, unit: "", instance: "c@z")))
    let report = try RunReport.read(script.bytes)
    #expect(report.instances.map { $0.attempts.last?.failures.count } == [1, 0])
    #expect(report.instances.map(\.measurements.count) == [0, 1])
  }

  @Test("what is measured of no case is the run's own")
  func ofTheRun() throws {
    var script = Script()
    script.instance("c", on: ["a"], .pass)
    script.add(.measurement(.init(name: "relay time p50", value: 43.2, unit: "us")))
    script.add(.measurement(.init(name: "lost", value: 1, unit: "", instance: "c@z")))
    let report = try RunReport.read(script.bytes)
    #expect(report.measurements.map(\.name) == ["relay time p50"])
    #expect(report.instances.allSatisfy { $0.measurements.isEmpty })
  }

  @Test("a repetition of an instance has a name of its own")
  func repetition() throws {
    var script = Script()
    for _ in 0..<3 { script.instance("c", on: ["a"], .pass) }
    #expect(try RunReport.read(script.bytes).instances.map(\.name) == ["c@a", "c@a#2", "c@a#3"])
  }

  @Test("a journal cut at any line is a report that says interrupted")
  func interrupted() throws {
    let lines = try finishedJournal().split(separator: 0x0A)
    for count in 0..<lines.count {
      let bytes = lines[..<count].flatMap { $0 + [0x0A] }
      let report = try RunReport.read(bytes)
      #expect(report.isInterrupted, "after \(count) lines")
      for instance in report.instances where !instance.isFinished {
        #expect(instance.reason == "the run was interrupted before this case finished")
        #expect(instance.verdict == .inconclusive || !instance.attempts.dropLast().isEmpty)
      }
    }
  }

  @Test("an attempt that was interrupted leaves its instance undecided")
  func interruptedRetry() throws {
    var script = Script()
    script.instance("c", on: ["a"], .fail, "why")
    script.add(.caseStarted(.init(case: "c", boards: ["a"], attempt: 2)))
    let instance = try #require(try RunReport.read(script.bytes).instances.first)
    #expect(instance.verdict == .inconclusive)
    #expect(instance.attempts.map(\.verdict) == [.fail, nil])
  }

  @Test("memory stays bounded however long a case talks")
  func bounded() throws {
    var builder = RunReport.Builder()
    builder.add(.init(microseconds: 0, event: .caseStarted(.init(case: "c", boards: ["a"]))))
    for index in 0..<5_000 {
      let time = Int64(index)
      let frame = Event.Transfer(
        board: "a", direction: .in, bytes: [UInt8](repeating: 1, count: 4_000))
      builder.add(.init(microseconds: time, event: .frame(frame)))
      builder.add(.init(microseconds: time, event: .note(.init("n"))))
      builder.add(
        .init(
          microseconds: time,
          event: .assertion(.init(requirement: "r", ok: false, expected: "", got: ""))))
      builder.add(
        .init(microseconds: time, event: .measurement(.init(name: "m", value: 0, unit: ""))))
      builder.damaged(line: index, reason: "d")
    }
    let report = builder.finish()
    let attempt = try #require(report.instances.first?.attempts.first)
    #expect(attempt.moments.kept.count <= MomentWindow.capacity)
    #expect(attempt.failures.count == 20)
    #expect(report.instances[0].measurements.count == 500)
    #expect(report.damage.count == 20)
    #expect(report.damagedLines == 5_000)
    for moment in attempt.moments.kept {
      if case .frame(let transfer, let count) = moment.kind {
        #expect(transfer.bytes.count == 512)
        #expect(count == 4_000)
      }
    }
  }

  @Test("texts of any length are cut to what a report can use")
  func clipped() throws {
    let long = String(repeating: "測", count: 100_000)
    var script = Script()
    script.instance("c", on: ["a"], .fail, long) { script in
      script.add(
        .assertion(.init(requirement: long, ok: false, expected: long, got: long)))
    }
    let report = try RunReport.read(script.bytes)
    #expect(report.instances[0].reason.hasSuffix("… (300000 bytes)"))
    let html = try HTMLDocument(report, describe: describe).render()
    #expect(html.utf8.count < 70_000)
  }

  @Test("times and durations of any size make documents")
  func extremes() throws {
    var script = Script()
    for duration in [Int64.max, .max, .min, -1, 0] {
      for attempt in 1...2 {
        script.add(.caseStarted(.init(case: "c", boards: [], attempt: attempt)), after: 0)
        script.add(
          .caseFinished(
            .init(
              case: "c", boards: [], verdict: .fail, class: .required,
              durationMicroseconds: duration)), after: 0)
      }
    }
    let tail =
      #"{"t_us":9223372036854775807,"kind":"case-finished","case":"d","boards":[],"#
      + #""verdict":"PASS","reason":"","class":"varies"}"# + "\n"
    let report = try RunReport.read(script.bytes + Array(tail.utf8))
    #expect(report.instances.map(\.microseconds) == [.max, .max, 0, 0, 0, 0])
    #expect(JUnitDocument(report, describe: describe).render().contains("9223372036854.775807"))
    #expect(try HTMLDocument(report, describe: describe).render().contains("2562047788 h"))
  }

  @Test("a journal with any bytes changed makes whole and harmless documents", arguments: 0..<40)
  func mutated(seed: Int) throws {
    var bytes = try finishedJournal()
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    for _ in 0..<60 {
      let place = random(bytes.count)
      switch random(3) {
      case 0: bytes[place] = UInt8(random(256))
      case 1: bytes.remove(at: place)
      default: bytes.insert(Array("\"{}[],:0-9\n\\".utf8)[random(12)], at: place)
      }
    }
    let report = try RunReport.read(bytes)
    let junit = JUnitDocument(report, describe: describe).render()
    let html = try HTMLDocument(report, describe: describe).render()
    let summary = SummaryRenderer(width: 80, color: false).render(report)
    #expect(isHarmless(junit) && isHarmless(html) && isHarmless(summary))
    #expect(junit.hasSuffix("</testsuites>\n") && html.hasSuffix("</html>\n"))
    #expect(try JSONParser.parse(RunResult(report).json.encoded) == RunResult(report).json)
  }

  @Test(
    "frames are named in the dialect of their board, said when it was opened or later",
    arguments: [
      ("fira2+nxp", nil, "fira2+nxp"), (nil, "fira2+qorvo", "fira2+qorvo"), (nil, nil, ""),
    ]
      as [(String?, String?, String)])
  func dialects(_ opened: String?, _ identified: String?, _ expected: String) throws {
    var script = Script()
    script.add(
      .boardOpened(
        .init(board: "lock", identity: "", virtual: true, firmware: "uci", dialect: opened)))
    if let identified {
      script.add(
        .boardIdentified(
          .init(board: "lock", identity: "", virtual: true, firmware: "uci", dialect: identified)))
    }
    script.instance("uci.reset", on: ["lock"], .fail, "no answer") { script in
      script.frame("lock", .out, [0x20, 0, 0, 0])
      script.add(.assertion(.init(requirement: "r", ok: false, expected: "a", got: "b")))
    }
    let report = try RunReport.read(script.bytes)
    let junit = JUnitDocument(report) { firmware, dialect, _, _ in "\(firmware)<\(dialect)>" }
    #expect(junit.render().contains("uci&lt;\(expected)&gt;"), "\(junit.render())")
  }
}
