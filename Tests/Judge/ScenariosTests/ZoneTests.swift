import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("Zones")
struct ZoneTests {
  /// Somebody comes from somewhere and stands on a threshold for two minutes.
  struct Stand: Sendable, CustomTestStringConvertible {
    var start: Double
    var metres: Double
    var enter = 1.5
    var leave = 3.0
    /// What holds at the end.
    var isInside: Bool
    var changes: Int
    var testDescription: String { "\(start) m to \(metres) m" }
  }

  private func run(_ stand: Stand, noise: String, seed: UInt64) throws -> Event.CaseFinished {
    let text = """
      version: 1
      name: threshold
      requirement: A zone is entered and left where it should be.
      declared: 150s
      steps:
        - {move: , distance: \(stand.start)}
        - initialize
        - configure
        - expect: did-start
        - repeat: {times: 8, steps: [{expect: update}]}
        - {move: , distance: \(stand.metres), over: 1s}
        - repeat: {times: 640, steps: [{expect: update}]}
        - assert: zone
          is: \(stand.isInside ? "inside" : "outside")
          enter: \(stand.enter)
          leave: \(stand.leave)
          changes: \(stand.changes)
        - stop
        - expect: did-stop
      """
    let rig = try #require(ShippedRigs.text(named: "loopback.yaml"))
      .replacing("noise: default", with: "noise: \(noise)")
    let run = try Rehearsal(
      [Scenario.parse(text, file: "threshold.yaml").asCase],
      on: RigFile.parse(rig, file: "loopback.yaml", directory: ""), board: "lock", seed: seed)
    return try #require(run.finished.first)
  }

  @Test(
    "noise on a threshold does not make a zone flap",
    arguments: [
      Stand(start: 2, metres: 1.45, isInside: true, changes: 1),
      Stand(start: 1, metres: 3, isInside: false, changes: 2),
    ], ["default", "high", "reflections"])
  func steady(stand: Stand, noise: String) throws {
    for seed: UInt64 in 1...3 {
      let finished = try run(stand, noise: noise, seed: seed)
      #expect(finished.verdict == .pass, "seed \(seed): \(finished.reason)")
    }
  }

  @Test("without hysteresis the same noise makes it flap", arguments: [1, 2, 3] as [UInt64])
  func flapping(seed: UInt64) throws {
    let stand = Stand(
      start: 2, metres: 1.5, enter: 1.5, leave: 1.5, isInside: true, changes: 1)
    let finished = try run(stand, noise: "high", seed: seed)
    #expect(finished.verdict == .fail, "\(finished.reason)")
  }
}
