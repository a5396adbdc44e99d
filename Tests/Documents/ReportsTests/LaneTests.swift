import Journal
import Reports
import Testing

@testable import LabRuntime

@Suite("The lanes of a run in the terminal")
struct LaneTests {
  private static let second: Int64 = 1_000_000

  private func renderer(width: Int, color: Bool = false) -> LaneRenderer {
    LaneRenderer(width: width, color: color, describe: describe) { firmware, _, _, _ in
      firmware == "uci" ? "2.01 m" : nil
    }
  }

  private func entry(_ seconds: Int64, _ event: Event) -> JournalEntry {
    JournalEntry(microseconds: seconds * Self.second, event: event)
  }

  /// Three boards, one in a long case, one that ranges, one with a name that means harm.
  private func run() -> RunLanes {
    let plan = ["a@lock", "b@anchor", "c@\(hostile)", "d@lock"]
    var run = RunLanes(
      plan: plan, history: ["a@lock": 2 * Self.second, "b@anchor": 4 * Self.second])
    for (board, firmware) in [("lock", "ni-accessory"), ("錨点", "uci"), (hostile, "uci")] {
      run.take(
        entry(
          0, .boardOpened(.init(board: board, identity: "", virtual: true, firmware: firmware))))
    }
    run.take(entry(1, .caseStarted(.init(case: "a", boards: ["lock"]))))
    run.take(
      entry(
        2,
        .caseFinished(
          .init(case: "a", boards: ["lock"], verdict: .fail, reason: "", class: .required))))
    run.take(entry(2, .caseStarted(.init(case: "d", boards: ["lock"]))))
    run.take(entry(2, .step(.init("sends \(hostile)", instance: "d@lock"))))
    run.take(entry(3, .frame(.init(board: "lock", direction: .out, bytes: [0x0A]))))
    run.take(entry(3, .caseStarted(.init(case: "b", boards: ["錨点"]))))
    run.take(
      entry(
        4,
        .frame(
          .init(board: "錨点", direction: .in, bytes: [0x62, 0x00, 0x00, 0x02, 0x01, 0x02]))))
    run.take(entry(4, .caseStarted(.init(case: "c", boards: [hostile]))))
    return run
  }

  @Test("the bar and a lane for each busy board look as stored", arguments: [40, 80, 120])
  func snapshot(width: Int) throws {
    let lines = renderer(width: width).lines(run(), now: 10 * Self.second)
    try expectSnapshot(lines.joined(separator: "\n") + "\n", "lanes.\(width).txt")
  }

  @Test("the status of all boards looks as stored, with their last frames decoded")
  func status() throws {
    let lines = renderer(width: 80)
      .status(
        run(), now: 10 * Self.second, awaited: [AwaitedThing(label: "the answer to INITIALIZE")])
    try expectSnapshot(lines.joined(separator: "\n") + "\n", "lanes.status.txt")
    #expect(isHarmless(lines.joined(separator: "\n")))
  }

  @Test("the status fits the terminal too, and leaves out what is awaited in the background")
  func narrowStatus() {
    for width in [40, 80, 200] {
      let lines = renderer(width: width).status(
        run(), now: 10 * Self.second,
        awaited: [
          AwaitedThing(label: "a connection to tcp:10.0.0.1:4000"),
          AwaitedThing(label: "a frame from lock", count: 2),
          AwaitedThing(label: "a frame from virtual:lock", isBackground: true),
          AwaitedThing(label: "the run's timeout", isBackground: true),
        ])
      for line in lines { #expect(DisplayWidth.of(line) < width, "\(line)") }
      let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(text.contains("a frame from lock (2 times)"))
      // Whether something is left out is not for its words to say.
      #expect(text.contains("a connection to"))
      #expect(!text.contains("virtual:lock") && !text.contains("limit"))
    }
  }

  @Test(
    "text is broken between words, and inside those that are longer than a line",
    arguments: [
      ("one two three", 7, ["* one", "  two", "  three"]),
      ("one two three", 40, ["* one two three"]), ("", 10, ["* "]),
      ("abcdefghij kl", 6, ["* abcd", "  efgh", "  ij", "  kl"]),
      ("on a-long-name@board", 12, ["* on", "  a-long-", "  name@board"]),
      ("錨点錨点 x", 6, ["* 錨点", "  錨点", "  x"]), ("ab cd", 1, ["* a", "  b", "  c", "  d"]),
    ])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(text, width: width, first: "* ", indent: 2) == lines)
  }

  @Test("a mark that is wider than the margin takes its room from the first line only")
  func wideMark() {
    #expect(
      Wrapping.lines(
        "UR05@anchor  1.0 s  longest", width: 27, first: "INCONCLUSIVE ", firstWidth: 13, indent: 6)
        == ["INCONCLUSIVE UR05@anchor", "      1.0 s  longest"])
  }

  @Test("on a wide terminal what belongs together stays together")
  func wideTerminal() {
    for line in renderer(width: 300).lines(run(), now: 10 * Self.second) {
      #expect(line.count <= 120, "\(line)")
    }
  }

  @Test("every line is narrower than the terminal, wide characters included", arguments: 20...130)
  func width(_ width: Int) {
    for line in renderer(width: width).lines(run(), now: 70 * Self.second) {
      // Of what the script uses, these two take two columns each.
      let wide = line.count { "錨点".contains($0) }
      #expect(line.count + wide < width, "\(line)")
      #expect(isHarmless(line))
    }
  }

  @Test("colours change nothing but colours")
  func colours() {
    let plain = renderer(width: 90).lines(run(), now: 10 * Self.second)
    let coloured = renderer(width: 90, color: true).lines(run(), now: 10 * Self.second)
    #expect(coloured != plain)
    #expect(coloured.map { $0.replacing(/\u{1B}\[[0-9;]+m/, with: "") } == plain)
  }

  @Test("the time that is left comes from earlier runs, and nobody guesses without them")
  func timeLeft() {
    // Half of the expected time is known of two of four; the others are taken for as long.
    #expect(renderer(width: 100).lines(run(), now: 10 * Self.second)[0].contains("about 50 s left"))
    let stranger = RunLanes(plan: ["a", "b", "c"], history: ["a": 1])
    #expect(!renderer(width: 100).lines(stranger, now: 9)[0].contains("left"))
  }

  @Test("an attempt that is made again does not count twice")
  func retries() {
    var run = RunLanes(plan: ["a@x"])
    for attempt in 1...3 {
      run.take(entry(1, .caseStarted(.init(case: "a", boards: ["x"], attempt: attempt))))
      run.take(
        entry(
          2,
          .caseFinished(
            .init(case: "a", boards: ["x"], verdict: .fail, reason: "", class: .required))))
    }
    #expect(renderer(width: 80).lines(run, now: 3)[0].hasSuffix(" 1/1  1 FAIL"))
    run.take(entry(3, .caseStarted(.init(case: "a", boards: ["x"], attempt: 4))))
    #expect(renderer(width: 80).lines(run, now: 3)[0].hasSuffix(" 0/1"))
    run.take(
      entry(
        4,
        .caseFinished(
          .init(case: "a", boards: ["x"], verdict: .flaky, reason: "", class: .required))))
    #expect(renderer(width: 80).lines(run, now: 4)[0].hasSuffix(" 1/1  1 FLAKY"))
  }

  @Test("verdicts are counted word by word where there is room, else only the bad ones")
  func counts() {
    var run = RunLanes(plan: ["a@x", "b@x", "c@x"])
    for (id, verdict) in [("a", Verdict.pass), ("b", .fail), ("c", .inconclusive)] {
      run.take(entry(0, .caseStarted(.init(case: id, boards: ["x"]))))
      run.take(
        entry(
          1,
          .caseFinished(
            .init(case: id, boards: ["x"], verdict: verdict, reason: "", class: .required))))
    }
    #expect(
      renderer(width: 80).lines(run, now: 1)[0].hasSuffix("3/3  1 PASS  1 FAIL  1 INCONCLUSIVE"))
    #expect(renderer(width: 40).lines(run, now: 1)[0].hasSuffix("3/3  2 bad"))
  }

  @Test("the board that plays the phone's radio has a lane meanwhile, with its distance")
  func radio() {
    var run = RunLanes(plan: ["a@lock"])
    run.take(
      entry(
        0, .boardOpened(.init(board: "phone", identity: "", virtual: true, firmware: "uci"))))
    run.take(entry(1, .caseStarted(.init(case: "a", boards: ["lock"], radios: ["phone"]))))
    run.take(
      entry(
        2, .frame(.init(board: "phone", direction: .in, bytes: [0x62, 0, 0, 2, 1, 2]))))
    let lines = renderer(width: 80).lines(run, now: 2 * Self.second)
    #expect(lines.contains { $0.contains("phone") && $0.contains("2.01 m") })
    run.take(
      entry(
        3,
        .caseFinished(.init(case: "a", boards: ["lock"], verdict: .pass, class: .required))))
    #expect(renderer(width: 80).lines(run, now: 3 * Self.second).count == 1)
  }

  @Test("an instance is reported as slow once, while it runs; a long one has its declared time")
  func slow() {
    var run = RunLanes(plan: ["a@x", "b@y"])
    run.take(entry(0, .caseStarted(.init(case: "a", boards: ["x"]))))
    run.take(
      entry(
        0,
        .caseStarted(.init(case: "b", boards: ["y"], declaredMicroseconds: 40 * Self.second))))
    #expect(run.newlySlow(at: 10 * Self.second).isEmpty)
    #expect(run.newlySlow(at: 16 * Self.second).map(\.instance) == ["a@x"])
    #expect(run.newlySlow(at: 17 * Self.second).isEmpty)
    #expect(run.newlySlow(at: 61 * Self.second).map(\.instance) == ["b@y"])
    #expect(
      renderer(width: 80).lines(run, now: 61 * Self.second)[1].contains("SLOW a@x"))
  }

  @Test("many boards do not push the picture off the screen")
  func many() {
    var run = RunLanes(plan: [])
    for number in 0..<40 {
      run.take(entry(0, .caseStarted(.init(case: "a", boards: ["board-\(number)"]))))
    }
    let lines = renderer(width: 80).lines(run, now: 1)
    #expect(lines.count == 10)
    #expect(lines.last == "  and 32 more boards")
  }
}
