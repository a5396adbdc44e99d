import Conformance
import Journal
import LabRuntime
import Links
import Rig
import Runner
import Simulation
import Testing

@Suite("Worlds")
struct WorldTests {
  static func world(
    _ faults: String, seed: UInt64 = 1, planted: Planted? = nil, accessories: Int = 1,
    _ isWanted: @escaping (String) -> Bool
  ) throws -> World {
    var file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    file.faults = try FaultPlan(parsing: faults)
    let plan = Plan(cases: Suites.accessory + Suites.uci, file: file, filter: nil, seed: seed)
      .only { isWanted($0) }
    return World(file, plan: plan, seed: seed, planted: planted)
  }

  @Test("a healthy world passes and breaks nothing", arguments: ["clean", "noisy"])
  func healthy(_ faults: String) throws {
    let ending = try Self.world(faults) { $0.hasPrefix("N01@") || $0.hasPrefix("US01@") }.run()
    #expect(ending.violations == [])
    #expect(ending.counts[.pass] == ending.finished.count)
    #expect(ending.counts[.pass] >= 2)
  }

  @Test("one seed is one history to the byte", arguments: ["noisy", "hostile", "unplug"])
  func equal(_ faults: String) throws {
    func journal(_ seed: UInt64) throws -> [UInt8] {
      try Self.world(faults, seed: seed) { $0.hasPrefix("N0") }.run().journal
    }
    #expect(try journal(3) == journal(3))
    #expect(try journal(3) != journal(4))
  }

  @Test("what is broken on purpose is found", arguments: Planted.allCases)
  func planted(_ planted: Planted) throws {
    let ending = try Self.world("clean", planted: planted) { $0 == "N01@lock" }.run()
    let expected: Violation.Invariant =
      switch planted {
      case .leak: .givenBack
      case .await: .await
      case .verdict: .verdict
      case .order: .order
      }
    #expect(ending.violations.contains { $0.invariant == expected })
  }

  /// How a case ends whose board is pulled: before it begins, within it, and when it is over.
  private static let endings = [
    "FAIL device restarted", "ERROR board lost", "ERROR board not ready", "FAIL wedged",
    "FAIL device died", "PASS ",
  ]

  @Test(
    "a board that is pulled at any byte ends the case with a documented verdict, within a second",
    arguments: [("N01@lock", 60, 1), ("US01@anchor", 450, 6)])
  func unplugged(_ instance: String, traffic: Int, step: Int) throws {
    var seen: [String: Int] = [:]
    for offset in stride(from: 0, to: traffic, by: step) {
      let ending = try Self.world("close=50ms@\(offset)") { $0 == instance }.run()
      let finished = try #require(ending.finished.first)
      #expect(ending.violations == [], "at byte \(offset)")
      #expect(ending.finished.count == 1)
      let words = "\(finished.verdict.rawValue) \(finished.reason)"
      let known = Self.endings.first { words.hasPrefix($0) }
      #expect(known != nil, "at byte \(offset): \(words)")
      #expect(
        (finished.durationMicroseconds ?? .max) <= 1_000_000, "at byte \(offset): \(words)")
      seen[known ?? "", default: 0] += 1
    }
    #expect(seen["FAIL device restarted", default: 0] > 0)
  }

  @Test("a board that is pulled within a case and stays away is lost")
  func lost() throws {
    let ending = try Self.world("close=1h@12") { $0 == "N01@lock" }.run()
    let finished = try #require(ending.finished.first)
    #expect(finished.verdict == .error)
    #expect(finished.reason.hasPrefix("board lost"))
    #expect(ending.violations == [])
  }
}
