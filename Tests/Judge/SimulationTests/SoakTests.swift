import Conformance
import Journal
import LabRuntime
import Links
import Notation
import RigFile
import Runner
import Testing

@testable import Simulation

@Suite("Soak")
struct SoakTests {
  private static func soak(_ faults: String, planted: Planted? = nil) throws -> Soak {
    var file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    file.faults = try FaultPlan(parsing: faults)
    var soak = Soak(file) { [file] seed in
      Plan(cases: Suites.accessory, file: file, filter: nil, seed: seed)
        .only { $0.hasPrefix("N0") }
    }
    soak.size = 4
    soak.seeds = 2
    soak.threads = 2
    soak.planted = planted
    return soak
  }

  @Test("every instance of every seed is run once, in worlds of the wanted size")
  func complete() throws {
    let soak = try Self.soak("clean")
    let summary = try soak.run()
    let places = soak.places(of: 1)
    let instances = places.flatMap { soak.world($0).plan.instances }
    #expect(Set(instances.map(\.name)).count == instances.count)
    #expect(places.allSatisfy { soak.world($0).plan.instances.count <= 4 })
    #expect(summary.worlds == 2 * places.count)
    #expect(summary.counts.total == 2 * instances.count)
    #expect(summary.failures == [])
    #expect(!summary.isPartial)
  }

  @Test("no more threads are started than a computer bears, whatever is asked for")
  func manyThreads() throws {
    var soak = try Self.soak("clean")
    soak.threads = 100_000
    #expect(soak.threads == Soak.mostThreads)
    soak.threads = 0
    #expect(soak.threads == 1)
    let subject = try #require(
      MutationSubject("accessory", cases: Suites.all, limits: soak.file.limits))
    var run = MutationRun(subject, on: soak.file)
    run.threads = 100_000
    #expect(run.threads == Soak.mostThreads)
  }

  @Test("no world begins after the stop")
  func stopped() throws {
    let soak = try Self.soak("clean")
    let summary = try soak.run(stop: { true })
    #expect(summary.worlds < 2 * soak.places(of: 1).count)
    #expect(summary.isPartial)
  }

  @Test("a verdict counts only under faults that must be tolerated")
  func verdicts() throws {
    let place = Soak.Place(seed: 1, part: 1, parts: 1)
    for (faults, count) in [("noisy", 1), ("byte-loss", 0)] {
      let soak = try Self.soak(faults)
      var ending = World.Ending(journal: [])
      ending.finished = [
        Event.CaseFinished(
          case: "N01", boards: ["lock"], verdict: .fail, reason: "it did", class: .required)
      ]
      #expect(soak.failures(of: ending, at: place).count == count)
    }
  }

  @Test("a failure is made smaller: one case, no faults, no board that is not needed")
  func shrinking() throws {
    let soak = try Self.soak("noisy", planted: .order)
    let place = try #require(soak.places(of: 1).first)
    let world = soak.world(place)
    let failure = try #require(soak.failures(of: world.run(), at: place).first)
    let text = try #require(ShippedRigs.text(named: "loopback.yaml"))
    let shrinker = Shrinker(failure, planted: .order) { _ in Suites.accessory }
    let (smallest, worlds) = shrinker.shrink(
      Shrinker.Candidate(rig: text, world: world, scenario: nil))
    #expect(worlds <= shrinker.patience)
    #expect(smallest.instances.count == 1)
    #expect(smallest.faults.faults.isEmpty)
    let file = try RigFile.parse(smallest.rigFile, file: "minimal.yaml", directory: "")
    #expect(file.boards.count == 1)
  }

  @Test(
    "of the ways in which one fault breaks a world the shrinker holds to the one that it is given",
    arguments: 0..<3)
  func oneOfSeveral(_ index: Int) throws {
    let soak = try Self.soak("noisy", planted: .verdict)
    let place = try #require(soak.places(of: 1).first)
    let world = soak.world(place)
    let failures = soak.failures(of: world.run(), at: place)
    try #require(failures.count == 3)
    try #require(world.plan.instances.count > 1)
    let text = try #require(ShippedRigs.text(named: "loopback.yaml"))
    let shrinker = Shrinker(failures[index], planted: .verdict) { _ in Suites.accessory }
    let (smallest, _) = shrinker.shrink(
      Shrinker.Candidate(rig: text, world: world, scenario: nil))
    #expect(smallest.instances.count == 1)
    #expect(smallest.faults.faults.isEmpty)
    let file = try RigFile.parse(smallest.rigFile, file: "minimal.yaml", directory: "")
    #expect(file.boards.count == 1)
  }

  @Test("a list loses one item, a key gets a value, and the rest stays")
  func editing() throws {
    let document = try #require(EditableYAML("a: 1\nlist: [x, {y: 2}, z]\n"))
    #expect(document.count(of: "list") == 3)
    #expect(document.count(of: "other") == 0)
    let edited = document.removing(1, from: "list").setting("faults", to: "close@3")
    #expect(edited.count(of: "list") == 2)
    let again = try #require(EditableYAML(edited.text))
    #expect(again.text == edited.text)
    #expect(edited.text.contains("faults: close@3"))
  }
}
