import Conformance
import Journal
import Links
import RigFile
import Runner
import Scenarios
import Testing

@testable import Simulation

@Suite("Scenarios in worlds")
struct ScenarioWorldTests {
  /// A world in which one shipped scenario is performed on the rig that it names.
  private static func world(_ name: String, _ faults: String) throws -> World {
    let text = try #require(ShippedScenarios.text(named: name))
    let rig = try #require(text.firstMatch(of: /Rigs\/([a-z-]+\.yaml)/))
    var file = try #require(try ShippedRigs.rig(named: String(rig.1)))
    file.faults = try FaultPlan(parsing: faults)
    let scenario = try Scenario.parse(text, file: name)
    return World(
      file: file, plan: Plan(cases: [scenario.asCase], file: file, filter: nil, seed: 1), seed: 1)
  }

  @Test(
    "a scenario gives everything back", arguments: ShippedScenarios.names, ["clean", "hostile"])
  func givesBack(_ name: String, _ faults: String) throws {
    let ending = try Self.world(name, faults).run()
    #expect(ending.violations == [])
    #expect(!ending.finished.isEmpty)
    if faults == "clean" { #expect(ending.counts[.pass] == ending.finished.count) }
  }

  @Test("a scenario whose fault nobody tolerates is made smaller, and the file fails the same way")
  func shrinking() throws {
    let text = """
      version: 1
      name: story
      requirement: It goes on.
      declared: 20s
      parameters:
        limit: [2s, 3s]
      steps:
        - wait: 1s
        - initialize
        - expect: configuration-data
        - fault: half-open@0
        - repeat:
            times: 2
            steps:
              - wait: 1s
              - initialize
              - expect: configuration-data
                within: ${limit}
        - wait: 1s

      """
    let scenario = try Scenario.parse(text, file: "story.yaml")
    let rig = try #require(ShippedRigs.text(named: "loopback.yaml"))
    let file = try RigFile.parse(rig, file: "loopback.yaml", directory: "")
    let soak = Soak(file) { Plan(cases: [scenario.asCase], file: file, filter: nil, seed: $0) }
    let place = try #require(soak.places(of: 3).first)
    let world = soak.world(place)
    let failure = try #require(soak.failures(of: world.run(), at: place).first)
    #expect(failure.verdict == .fail)
    let shrinker = Shrinker(failure) { text in
      (try? Scenario.parse(text ?? "", file: "story.yaml")).map { [$0.asCase] }
    }
    let (smallest, _) = shrinker.shrink(
      Shrinker.Candidate(rig: rig, world: world, scenario: text))
    let steps = try #require(smallest.scenario)
    #expect(!steps.contains("wait"))
    // What is not asked is not answered either, on any line: that would be another failure.
    #expect(steps.contains("initialize"), "\(steps)")
    #expect(steps.contains("half-open"), "\(steps)")
    // Inside of the repetition too, and of the parameter what the instance has.
    #expect(steps.contains("repeat"))
    #expect(["2s", "3s"].count { steps.contains($0) } == 1, "\(steps)")
    #expect(smallest.instances.count == 1)
    // From the texts alone, as somebody would who was given the files.
    let again = try Scenario.parse(steps, file: "story.yaml")
    let least = try RigFile.parse(smallest.rigFile, file: "minimal.yaml", directory: "")
    let ending = World(
      file: least, plan: Plan(cases: [again.asCase], file: least, filter: nil, seed: 3), seed: 3
    ).run()
    #expect(ending.finished.map(\.verdict) == [.fail])
  }
}
