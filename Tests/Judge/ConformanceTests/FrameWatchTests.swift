import Conformance
import Journal
import Rehearsals
import Runner
import Testing

@Suite("The frame watch")
struct FrameWatchTests {
  @Test("a rule notices what breaks it, and no other rule does", arguments: Counterexample.ofWatch)
  func notices(_ row: Counterexample) throws {
    let changes =
      ["misbehaviour: \(row.misbehaviour)"]
      + (row.framing.map { ["framing: \($0)"] } ?? [])
    let file = try LoopbackBench.rig(
      row.rig ?? "loopback.yaml", changing: [row.helper ?? row.board: changes])
    let during = row.during ?? []
    let cases = Suites.all.filter { during.contains($0.id) }
    #expect(cases.count == during.count, "not all of \(during) are cases")
    let result = try LoopbackBench.run(cases, on: file, board: row.board)
    let broken = result.finished.filter { $0.case.hasPrefix("W") }
    #expect(
      broken.contains {
        $0.instance == "\(row.id)@\(row.board)" && $0.verdict == .fail
          && $0.reason.contains(row.broken)
      }, "\(result.finished.map { "\($0.instance) \($0.verdict.rawValue) \($0.reason)" })")
    #expect(
      broken.allSatisfy { $0.case == row.id }, "\(broken.map { "\($0.instance) \($0.reason)" })")
    #expect(result.outcome.status(noTestsPass: false).code == 1)
  }

  @Test("every rule has a counterexample, and an identifier that no case has")
  func complete() {
    let covered = Set(Counterexample.ofWatch.map(\.id))
    #expect(Case.watchRules.map(\.id).filter { !covered.contains($0) }.isEmpty)
    let ids = Set(Suites.all.map(\.id))
    #expect(Case.watchRules.allSatisfy { !ids.contains($0.id) && $0.requirement.hasSuffix(".") })
  }

  @Test("a rule and a board are one FAIL, with the number of times and the first case")
  func once() throws {
    let file = try LoopbackBench.rig(
      changing: ["lock": ["misbehaviour: did-stop-of-200-bytes"]])
    let result = try LoopbackBench.run(
      Suites.all.filter { ["S01", "S02"].contains($0.id) }, on: file, board: "lock")
    let broken = result.finished.filter { $0.case == "W02" }
    #expect(broken.count == 1)
    #expect(broken.first?.reason.contains("first in S01@lock") == true, "\(broken)")
  }
}
