import Bench
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("Steps of phones")
struct PhoneStepTests {
  private static let story = """
    version: 1
    name: peers
    requirement: What a phone does is noticed by the other one.
    declared: 60s
    boards: {accessories: 1, phones: 2}
    steps:
      - {run: , phone: phone-1}
      - {run: , phone: phone-2}
      - {expect: update, phone: phone-1}
      - {pause: , phone: phone-2}
      - {assert: silent, phone: phone-1}
      - {run: , phone: phone-2}
      - {expect: update, phone: phone-1}
      - {assert: direction, is: absent, phone: phone-1}
      - {turn: , board: phone-1, yaw: 90}
      - {assert: direction, is: known, phone: phone-1}
      - {block: , board: phone-2}
      - {assert: silent, phone: phone-1, rounds: 10}
      - {unblock: , board: phone-2}
      - {expect: update, phone: phone-1}
      - {invalidate: , phone: phone-2}
      - {expect: removed, phone: phone-1, within: 1s}
      - {assert: removed, phone: phone-1}
      - {suspend: , phone: phone-1}
      - {resume: , phone: phone-1}
      # The token of the session before is dead: the new one has another.
      - {run: , phone: phone-2}
      - {run: , phone: phone-1}
      - {expect: update, phone: phone-1}
      - {expect: nothing, phone: phone-1, within: 2s}
    """

  private func run(_ misbehaviour: String? = nil) throws -> Event.CaseFinished {
    var rig = try #require(ShippedRigs.text(named: "two-phones.yaml"))
    if let misbehaviour { rig += "\nphone: {misbehaviour: \(misbehaviour)}\n" }
    let run = try Rehearsal(
      [Scenario.parse(Self.story, file: "peers.yaml").asCase],
      on: RigFile.parse(rig, file: "two-phones.yaml", directory: ""), board: "lock", seed: 5)
    return try #require(run.finished.last { $0.verdict != .skip } ?? run.finished.last)
  }

  @Test("a phone notices what the other one does")
  func noticed() throws {
    let finished = try run()
    #expect(finished.verdict == .pass, "\(finished.reason)")
  }

  @Test(
    "a phone that deviates from the framework is found out at its step",
    arguments: [
      ("starts-silently", "run"), ("ranges-while-paused", "assert silent"),
      ("ignores-peer-end", "expect removed"), ("hides-suspension-end", "resume"),
    ])
  func foundOut(misbehaviour: String, step: String) throws {
    let finished = try run(misbehaviour)
    #expect(finished.verdict == .fail, "\(finished.reason)")
    #expect(finished.reason.contains(": \(step) ("), "\(finished.reason)")
  }

  @Test("a misbehaviour that no phone has is a fault of the rig, with the nearest name")
  func unknownMisbehaviour() throws {
    let errors = #expect(throws: RigFileErrors.self) { try run("never-remove") }
    #expect(errors.map { "\($0)" }?.contains("did you mean `never-removes`?") == true)
  }
}
