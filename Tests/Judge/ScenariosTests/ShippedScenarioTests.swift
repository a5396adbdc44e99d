import Bench
import Foundation
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@testable import Scenarios

@Suite("The shipped scenarios")
struct ShippedScenarioTests {
  /// A change of the rig with which a scenario fails.
  struct Change: Sendable, CustomTestStringConvertible {
    let scenario: String
    /// What is otherwise, in words.
    let words: String
    /// Text of the rig file, and what stands there instead.
    let text: String
    let other: String
    /// What the failure says.
    let says: String
    var testDescription: String { "\(scenario): \(words)" }

    /// The first accessory misbehaves.
    static func board(_ scenario: String, _ name: String, _ says: String) -> Change {
      Change(
        scenario: scenario, words: name, text: "link: virtual",
        other: "link: virtual\n    misbehaviour: \(name)", says: says)
    }

    /// The same, where a board is one line.
    static func row(_ scenario: String, _ name: String, _ says: String) -> Change {
      Change(
        scenario: scenario, words: name, text: "link: virtual,",
        other: "link: virtual, misbehaviour: \(name),", says: says)
    }

    /// The phone misbehaves.
    static func phone(_ scenario: String, _ name: String, _ says: String) -> Change {
      Change(
        scenario: scenario, words: name, text: "faults: clean",
        other: "faults: clean\nphone: {misbehaviour: \(name)}", says: says)
    }

    /// Something else stands in the room.
    static func room(_ scenario: String, _ words: String, _ obstacles: String, _ says: String)
      -> Change
    {
      Change(
        scenario: scenario, words: words, text: "obstacles: []",
        other: "obstacles: \(obstacles)", says: says)
    }
  }

  /// All of the room is inside of something that lets signals through late.
  private static let fog =
    "[{box: [[-500, -500, -9], [500, 500, 9]], attenuation: 0, delay: 0.6}]"

  static let changes: [Change] = [
    .board("session-set-up", "radio-goes-on-after-stop", "not heard"),
    .board("session-set-up", "never-starts", "expect did-start"),
    .board("timeout-and-retry", "radio-starts-once", "expect update"),
    .row("eight-accessories", "radio-stays-off", "updates within"),
    .row("eight-accessories", "radio-goes-on-after-stop", "not heard"),
    .board("walk-through-two-zones", "radio-stays-off", "updates within"),
    .room("walk-through-two-zones", "every distance is too long", fog, "assert distance"),
    .board("suspend-and-resume", "radio-starts-once", "expect update"),
    .board("lost-and-found", "never-starts", "did-start"),
    .room("lost-and-found", "every distance is too long", fog, "assert distance"),
    .board("power-cut", "never-starts", "expect did-start"),
    .board("bad-cable", "never-starts", "expect did-start"),
    .board("bad-cable", "radio-starts-once", "expect update"),
    .board("android-session", "never-stops", "not heard"),
    .board("android-session", "reversed-phone-address", "assert distance"),
    .board("both-kinds", "dead-radio", "configuration-response with uwb"),
    .board("both-kinds", "never-starts", "expect did-start"),
    .board("hand-over", "dead-radio", "hand-over"),
    .board("hand-over", "silent", "hand-over"),
    .phone("two-phones", "never-removes", "expect removed"),
    .phone("two-phones", "ranges-while-suspended", "two-phones.yaml"),
    .phone("two-phones", "ignores-background", "suspend"),
    .board("two-phones", "radio-stays-off", "updates within"),
    Change(
      scenario: "two-phones", words: "a wall that nothing gets through",
      text: "attenuation: 6, delay: 0.1", other: "blocks: true", says: "updates within"),
  ]

  private func scenario(_ name: String) throws -> Scenario {
    try Scenario.load("Rigs/scenarios/\(name).yaml")
  }

  /// The rig that the scenario names in its first lines.
  private func rig(_ name: String, _ change: Change? = nil) throws -> RigFile {
    let story = try #require(ShippedScenarios.text(named: "\(name).yaml"))
    let named = try #require(story.firstMatch(of: /Rigs\/([a-z-]+\.yaml)/))
    var text = try #require(ShippedRigs.text(named: String(named.1)))
    if let change {
      let place = try #require(text.firstRange(of: change.text), "\(change)")
      text.replaceSubrange(place, with: change.other)
    }
    return try RigFile.parse(text, file: String(named.1), directory: "")
  }

  private static let names = ShippedScenarios.names.map { String($0.dropLast(".yaml".count)) }

  @Test("a healthy bench passes", arguments: names, [0, 7, 42] as [UInt64])
  func passes(name: String, seed: UInt64) throws {
    let run = try Rehearsal([scenario(name).asCase], on: rig(name), seed: seed)
    #expect(!run.finished.isEmpty)
    for finished in run.finished {
      #expect(finished.verdict == .pass, "\(finished.instance): \(finished.reason)")
    }
    #expect(run.foreignEnqueues == 0)
  }

  @Test("a bench with a fault fails, and the failure names file and line", arguments: changes)
  func fails(change: Change) throws {
    let run = try Rehearsal(
      [scenario(change.scenario).asCase], on: rig(change.scenario, change), seed: 1)
    let failed = run.finished.filter { $0.verdict == .fail }
    #expect(!failed.isEmpty, "\(run.finished.map(\.reason))")
    for finished in failed {
      #expect(finished.reason.contains("\(change.scenario).yaml:"), "\(finished.reason)")
      #expect(finished.reason.contains(change.says), "\(finished.reason)")
    }
  }

  @Test("every shipped scenario has a bench with which it fails")
  func counterexamples() {
    #expect(Set(Self.changes.map(\.scenario)) == Set(Self.names))
  }

  @Test("the same seed gives the same journal", arguments: ["eight-accessories", "two-phones"])
  func repeatable(name: String) throws {
    let runs = try (0..<2).map { _ in
      try Rehearsal([scenario(name).asCase], on: rig(name), seed: 3).journal
    }
    #expect(runs[0] == runs[1])
  }

  @Test("a rig with too few accessories is a SKIP with their number")
  func tooFew() throws {
    let run = try Rehearsal([scenario("eight-accessories").asCase], on: rig("session-set-up"))
    #expect(run.finished.map(\.verdict) == [.skip])
    #expect(run.finished.first?.reason.contains("the rig has 2") == true)
  }

  @Test("a story about one accessory is told for each that the rig has")
  func each() throws {
    let run = try Rehearsal([scenario("power-cut").asCase], on: rig("power-cut"))
    #expect(run.finished.map(\.instance) == ["power-cut@lock", "power-cut@tag"])
  }

  @Test("a rig with one radio is a SKIP for two phones")
  func oneRadio() throws {
    let run = try Rehearsal([scenario("two-phones").asCase], on: rig("session-set-up"))
    #expect(run.finished.map(\.verdict) == [.skip])
    #expect(run.finished.first?.reason.contains("phone") == true)
  }
}
