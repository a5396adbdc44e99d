import Bench
import Journal
import Links
import Rehearsals
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("Steps that let something go wrong")
struct FaultStepTests {
  /// A session with a fault before it, and one after its end.
  private static func story(_ fault: String, then more: [String] = []) -> String {
    """
    version: 1
    name: worse
    requirement: It goes on.
    declared: 30s
    steps:
      - fault: \(fault)
      - initialize
      - expect: configuration-data
      - configure
      - expect: did-start
      - expect: update
      - stop
      - expect: did-stop
    """ + more.map { "\n  - \($0)" }.joined()
  }

  private func run(
    _ story: String, seed: UInt64 = 5, faults: String = "clean"
  ) throws -> Event.CaseFinished {
    var rig = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    rig.faults = try .init(parsing: faults)
    let run = try Rehearsal(
      [Scenario.parse(story, file: "worse.yaml").asCase], on: rig, board: "lock", seed: seed)
    #expect(run.foreignEnqueues == 0)
    return try #require(run.finished.last { $0.verdict != .skip } ?? run.finished.last)
  }

  @Test(
    "what a protocol must tolerate is tolerated when it begins in the middle",
    arguments: [
      "noisy", "fragmentation", "split=3", "coalescing=20ms", "delay=50ms", "jitter=50ms",
      "back-pressure=20ms", "slow-board=100ms", "radio-loss=0.2", "obstacles", "second-phone",
    ])
  func tolerated(fault: String) throws {
    let finished = try run(Self.story(fault))
    #expect(finished.verdict == .pass, "\(finished.reason)")
  }

  @Test(
    "what it need not tolerate is noticed at the step that suffers from it",
    arguments: [
      ("byte-loss=0.9", "worse.yaml:8"), ("corruption=1", "worse.yaml:8"),
      ("half-open@0", "worse.yaml:8"), ("stuck=20s@0", "worse.yaml:8"),
      ("baud-mismatch@0", "worse.yaml:8"), ("radio-loss=1", "worse.yaml:11"),
    ])
  func noticed(fault: String, place: String) throws {
    let finished = try run(Self.story(fault))
    #expect(finished.verdict == .fail, "\(finished.reason)")
    #expect(finished.reason.contains(place), "\(finished.reason)")
  }

  private static let again = ["initialize", "expect: configuration-data"]

  @Test("a fault ends with clean, with the next one, or by itself")
  func ends() throws {
    let lost = "{fault: half-open@0}"
    for end in [
      ["{fault: clean}"], ["{fault: clean, board: accessory}"], ["{fault: delay}"],
    ] {
      let finished = try run(Self.story("delay", then: [lost] + end + Self.again))
      #expect(finished.verdict == .pass, "\(end): \(finished.reason)")
    }
    let timed = ["{fault: half-open@0, for: 2s}", "wait: 1s"]
    let ended = try run(Self.story("delay", then: timed + ["wait: 1100ms"] + Self.again))
    #expect(ended.verdict == .pass, "\(ended.reason)")
    let early = try run(Self.story("delay", then: timed + Self.again))
    #expect(early.verdict == .fail, "\(early.reason)")
    // The end of the first is not the end of the second.
    let second = ["wait: 500ms", "{fault: half-open@0}", "wait: 2s"]
    let replaced = try run(
      Self.story("delay", then: ["{fault: delay, for: 1s}"] + second + Self.again))
    #expect(replaced.verdict == .fail, "\(replaced.reason)")
  }

  @Test("a fault of one board leaves the others alone")
  func oneBoard() throws {
    for (board, verdict) in [("lock", Verdict.fail), ("tag", .pass)] {
      let story = """
        version: 1
        name: worse
        requirement: It goes on.
        boards: {accessories: [lock, tag]}
        steps:
          - {fault: half-open@0, board: \(board)}
          - {initialize: , board: lock}
          - {expect: configuration-data, board: lock}
        """
      let rig = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
      let run = try Rehearsal(
        [Scenario.parse(story, file: "worse.yaml").asCase], on: rig, seed: 1)
      let finished = try #require(run.finished.last)
      #expect(finished.verdict == verdict, "\(board): \(finished.reason)")
    }
  }

  @Test("the phone's own link can go wrong too")
  func phone() throws {
    let story = Self.story("half-open@0\n    board: phone")
    let finished = try run(story)
    #expect(finished.verdict != .pass)
  }

  @Test("what a step lets go wrong comes on top of what the rig file does, and is the seed's")
  func seeded() throws {
    let story = Self.story("jitter=30ms")
    let one = try run(story, seed: 7, faults: "noisy")
    let same = try run(story, seed: 7, faults: "noisy")
    let other = try run(story, seed: 8, faults: "noisy")
    #expect(one.verdict == .pass, "\(one.reason)")
    #expect(one.durationMicroseconds == same.durationMicroseconds)
    #expect(one.durationMicroseconds != other.durationMicroseconds)
  }
}
