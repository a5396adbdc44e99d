import Bench
import Journal
import LabRuntime
import Rehearsals
import RigFile
import Synchronization
import Testing

@testable import Runner

@Suite("A time that this machine may have falsified")
struct JudgedTimeTests {
  private static func instant(_ milliseconds: Double) -> LabInstant {
    LabInstant(nanoseconds: Int64(milliseconds * 1_000_000))
  }

  /// A lab in real time whose machine stood still in these intervals, in milliseconds.
  private static func lab(_ stalls: [ClosedRange<Double>]) -> Lab {
    let known = MachineStalls()
    for stall in stalls {
      known.record(
        from: instant(stall.lowerBound).nanoseconds, to: instant(stall.upperBound).nanoseconds)
    }
    return Lab.live(seed: 0, stalls: known)
  }

  private static func isExcused(
    _ time: JudgedTime, _ limits: Event.Limits, _ stalls: [ClosedRange<Double>]
  ) -> Bool {
    #expect(!limits.allow(time.value), "it needs an excuse")
    return time.excuse(limits, MomentLateness(lab: lab(stalls))) != nil
  }

  @Test(
    "is the board's where no stall overlaps its span by enough",
    arguments: [
      ([110.0...125.0], true), ([110...120.9], false), ([50...99], false), ([132...190], false),
      ([101...106, 120...126], true), ([101...104, 120...126], false), ([], false),
    ])
  func span(stalls: [ClosedRange<Double>], isExcused: Bool) {
    // 31 ms where 20 are allowed.
    let time = JudgedTime.span(from: Self.instant(100), to: Self.instant(131))
    #expect(Self.isExcused(time, Event.Limits(max: 20), stalls) == isExcused)
  }

  /// A process that plays a board and waited for a disk in these intervals, in milliseconds.
  private static func player(_ waits: [ClosedRange<Double>]) -> Player {
    Player(diskWaits: known(waits))
  }

  private static func known(_ waits: [ClosedRange<Double>]) -> MachineStalls {
    let known = MachineStalls()
    for wait in waits {
      known.record(
        from: instant(wait.lowerBound).nanoseconds, to: instant(wait.upperBound).nanoseconds)
    }
    return known
  }

  @Test(
    "is not the board's where its process waited for a processor before it took up what came or before it answered",
    arguments: [
      ([100.0...106.0, 125...131], true), ([100...112], true), ([119...131], true),
      ([110...122], false), ([100...105, 126...131], false), ([], false),
    ])
  func processor(waits: [ClosedRange<Double>], isExcused: Bool) {
    // 31 ms where 20 are allowed.
    let time = JudgedTime.span(from: Self.instant(100), to: Self.instant(131))
    let lateness = MomentLateness(
      lab: Self.lab([]), players: [Player(processorWaits: Self.known(waits))])
    #expect((time.excuse(Event.Limits(max: 20), lateness) != nil) == isExcused)
  }

  @Test(
    "is not the board's where the process that plays it waited for a disk for as long",
    arguments: [
      ([200.0...2_190.0], true), ([200...1_200], false), ([2_300...4_000], false), ([], false),
    ])
  func disk(waits: [ClosedRange<Double>], isExcused: Bool) {
    let time = JudgedTime.span(from: Self.instant(150), to: Self.instant(2_195))
    let lateness = MomentLateness(lab: Self.lab([]), players: [Self.player(waits)])
    #expect((time.excuse(Event.Limits(max: 200), lateness) != nil) == isExcused)
    let board = MomentLateness(lab: Self.lab([]))
    #expect(time.excuse(Event.Limits(max: 200), board) == nil, "a board of its own needs no disk")
  }

  @Test(
    "is the board's where it jitters, or is doubled, between short waits of its process for a disk")
  func shortDiskWaits() {
    let busy = Self.stalls(every: 30, from: 0, to: 5)
    let lateness = MomentLateness(lab: Self.lab([]), players: [Self.player(busy)])
    let doubled = JudgedTime.schedule(
      Self.seen(every: 120, 6, busy), interval: 54...66, Self.mean)
    #expect(doubled.excuse(Event.Limits(min: 54, max: 66), lateness) == nil)
    let uneven = JudgedTime.schedule(
      Self.seen(every: 60, 20, busy) { $0.isMultiple(of: 2) ? 0 : 55 }, interval: 60...60
    ) { times in
      times.enumerated().map { abs($1 - (times.first ?? 0) - Double($0) * 60) }.max() ?? 0
    }
    #expect(uneven.excuse(Event.Limits(max: 25), lateness) == nil)
  }

  @Test(
    "within which nothing has come tells nothing of the board where the machine took half of it",
    arguments: [(0.0, false), (0.4, false), (0.6, true), (1, true)])
  func missing(share: Double, isHeldUp: Bool) throws {
    let verdicts = try run(Self.lab([])) { context in
      // A limit that has just run out.
      let limit = Duration.seconds(2)
      let end = Double(context.lab.now.nanoseconds) / 1_000_000
      let lateness = MomentLateness(
        lab: context.lab, players: [Self.player([end - 2_000 * share...end])])
      #expect(lateness.tookAnswer(awaitedFor: limit) == isHeldUp)
      throw context.violation("an answer", expected: "one", got: "none")
    }.map(\.verdict)
    #expect(verdicts == [.fail])
  }

  @Test("in which nothing was answered since the machine stood still is INCONCLUSIVE, else FAIL")
  func silence() throws {
    for (stalls, verdicts) in [
      ([], [Verdict.fail]), ([-10_000.0...10], [.inconclusive, .fail]),
    ] as [([ClosedRange<Double>], [Verdict])] {
      let finished = try run(Self.lab(stalls)) { context in
        // Longer than an attempt, and shorter than the pause before the next one.
        let limit = Duration.milliseconds(800)
        throw context.heldUp("an answer", expected: "one", got: "none", within: limit)
          ?? context.violation("an answer", expected: "one", got: "none")
      }
      #expect(finished.map(\.verdict) == verdicts)
    }
  }

  @Test("may be too short only by what its beginning was seen late", arguments: [true, false])
  func short(isLate: Bool) {
    let time = JudgedTime.span(from: Self.instant(100), to: Self.instant(104))
    let stalls = [isLate ? 80.0...99.0 : 101...103]
    #expect(Self.isExcused(time, Event.Limits(min: 10), stalls) == isLate)
  }

  @Test("is the board's where it is no number")
  func notFinite() {
    let time = JudgedTime.spans([(Self.instant(0), Self.instant(10))]) { _ in .nan }
    #expect(!Self.isExcused(time, Event.Limits(max: 20), [0...10]))
  }

  /// What a rig sees of a board that sends every `interval` ms, and that does not run during `stalls`.
  private static func seen(
    every interval: Double, _ count: Int, _ stalls: [ClosedRange<Double>],
    jitter: (Int) -> Double = { _ in 0 }
  ) -> [(place: Double, at: LabInstant)] {
    (0..<count).map { place in
      let sent = 7 + Double(place) * interval + jitter(place)
      let read = stalls.first { $0.contains(sent) }?.upperBound ?? sent
      return (Double(place), instant(read))
    }
  }

  private static let mean: @Sendable ([Double]) -> Double = {
    (($0.last ?? 0) - ($0.first ?? 0)) / Double($0.count - 1)
  }

  /// Stopped 250 of every 300 ms, as under a hypervisor that is overbooked.
  private static let overbooked = stalls(every: 300, from: 50, to: 300)

  private static func stalls(every period: Double, from: Double, to: Double)
    -> [ClosedRange<Double>]
  {
    (0..<100).map { number -> ClosedRange<Double> in
      let start = Double(number) * period
      return start + from...start + to
    }
  }

  @Test("of a schedule is not the board's where a right board would have been seen like that")
  func rightBoard() {
    let time = JudgedTime.schedule(
      Self.seen(every: 60, 5, Self.overbooked), interval: 54...66, Self.mean)
    #expect(Self.isExcused(time, Event.Limits(min: 54, max: 66), Self.overbooked))
  }

  @Test("of a schedule that is twice as long is the board's, however the machine stood still")
  func doubled() {
    let time = JudgedTime.schedule(
      Self.seen(every: 120, 6, Self.overbooked), interval: 54...66, Self.mean)
    #expect(!Self.isExcused(time, Event.Limits(min: 54, max: 66), Self.overbooked))
  }

  @Test("of a schedule that jitters between short stalls is the board's")
  func jitter() {
    let busy = Self.stalls(every: 30, from: 0, to: 5)
    let worst: @Sendable ([Double]) -> Double = { (times: [Double]) in
      let first = times.first ?? 0
      let deviations = times.enumerated().map { place, time -> Double in
        abs(time - first - Double(place) * 60)
      }
      return deviations.max() ?? 0
    }
    let time = JudgedTime.schedule(
      Self.seen(every: 60, 20, busy) { $0.isMultiple(of: 2) ? 0 : 55 }, interval: 60...60, worst)
    #expect(!Self.isExcused(time, Event.Limits(max: 25), busy))
  }

  /// Runs a case of the phone's model, which needs no board, in real time.
  private func run(
    _ lab: Lab, retries: Int = 0, caseClass: CaseClass = .required,
    _ body: @escaping @Sendable (CaseContext) throws -> Void
  ) throws -> [Event.CaseFinished] {
    let judged = Case(
      "T1", suite: "test", "a test", caseClass, requirement: "Something holds.", source: "here",
      boards: .phoneModel
    ) { context in
      context.noteFromPhone("ready")
      try body(context)
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

  private static func tooLong(_ context: CaseContext) throws {
    try context.measure(
      "answer", .span(from: instant(100), to: instant(131)), limits: Event.Limits(max: 20))
  }

  @Test(
    "is INCONCLUSIVE, repeated at a quiet moment, and says what came, whatever the class",
    arguments: [CaseClass.required, .varies])
  func inconclusive(caseClass: CaseClass) throws {
    let finished = try run(Self.lab([100...120]), caseClass: caseClass, Self.tooLong)
    #expect(finished.map(\.verdict) == [.inconclusive, .inconclusive, .inconclusive])
    #expect(
      finished.first?.reason
        == "answer: expected at most 20.0 ms, received 31.0 ms; this machine did not let the rig "
        + "run for part of that time, so the board may be well within it")
  }

  @Test("that a repetition finds within its limits is PASS, and beyond them FAIL")
  func repeated() throws {
    for (milliseconds, verdict) in [(19.0, Verdict.pass), (40, .fail)] {
      let attempts = Atomic(0)
      let finished = try run(Self.lab([100...120])) { context in
        let isFirst = attempts.wrappingAdd(1, ordering: .relaxed).oldValue == 0
        if isFirst { return try Self.tooLong(context) }
        let start = Self.instant(200)
        try context.measure(
          "answer", .span(from: start, to: Self.instant(200 + milliseconds)),
          limits: Event.Limits(max: 20))
      }
      #expect(finished.map(\.verdict) == [.inconclusive, verdict])
    }
  }

  @Test("is FAIL where the machine ran, and needs no repetition")
  func plain() throws {
    #expect(try run(Self.lab([]), Self.tooLong).map(\.verdict) == [.fail])
  }

  @Test("is FAIL in simulated time, whose clock no machine delays")
  func simulated() throws {
    let measuring = testCase { context, accessory in
      _ = try await context.initialize(accessory)
      try Self.tooLong(context)
    }
    let verdicts = try Rehearsal([measuring], on: rig()).finished.map(\.verdict)
    #expect(verdicts == [.fail])
  }
}
