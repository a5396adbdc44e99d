import Journal
import Testing

@Suite("The tally of verdicts")
struct VerdictTallyTests {
  private func finished(
    _ id: String, _ verdict: Verdict, waived: String? = nil, quarantined: String? = nil
  ) -> Event {
    .caseFinished(
      .init(
        case: id, boards: ["lock"], verdict: verdict, class: .required, waived: waived,
        quarantined: quarantined))
  }

  private func tally(_ events: Event...) -> VerdictTally {
    events.reduce(into: VerdictTally()) { $0.take($1) }
  }

  @Test("a later attempt replaces the verdict of the one before")
  func attempts() {
    let tally = tally(
      finished("a", .fail), .caseStarted(.init(case: "a", boards: ["lock"], attempt: 2)),
      finished("a", .flaky))
    #expect(tally.counts.description == "1 FLAKY")
    #expect(tally.status() == .done)
    #expect(tally.status(flakyFails: true) == .no)
  }

  @Test("the strongest verdict that counts decides the status")
  func status() {
    #expect(tally().status() == .nothingRan)
    #expect(tally().status(noTestsPass: true) == .done)
    #expect(tally(finished("a", .skip)).status() == .nothingRan)
    #expect(tally(finished("a", .pass), finished("b", .finding)).status() == .done)
    #expect(tally(finished("a", .error), finished("b", .pass)).status() == .bench)
    #expect(tally(finished("a", .inconclusive)).status() == .bench)
    #expect(tally(finished("a", .error), finished("b", .fail)).status() == .no)
  }

  @Test("what is waived or in quarantine is counted and not held against the run")
  func suppressed() {
    let tally = tally(
      finished("a", .fail, waived: "why"), finished("b", .error, quarantined: "why"),
      finished("c", .pass, quarantined: "why"))
    #expect(tally.counts.description == "1 PASS, 1 FAIL, 1 ERROR")
    #expect(tally.suppressed.description == "1 FAIL, 1 ERROR")
    #expect(tally.held(.fail, .error) == 0)
    #expect(tally.status() == .done)
  }

  @Test(
    "of several statuses the strongest holds",
    arguments: [
      ([0, 4], 4), ([4, 3], 3), ([3, 1, 0], 1), ([1, 5], 5), ([5, 143, 1], 143), ([130, 2], 2),
      ([], 0),
    ] as [([Int32], Int32)])
  func strongest(statuses: [Int32], expected: Int32) {
    #expect(ExitStatus.strongest(statuses.map { ExitStatus($0) }).code == expected)
  }
}
