import Bench
import Conformance
import Journal
import LabRuntime
import Links
import RigFile
import Runner
import Testing

@testable import Simulation

@Suite("Worlds")
struct WorldTests {
  private static func loopback() throws -> RigFile {
    try #require(try ShippedRigs.rig(named: "loopback.yaml"))
  }

  private static func plan(seed: UInt64 = 1, _ isWanted: (String) -> Bool) throws -> Plan {
    Plan(cases: Suites.accessory + Suites.uci, file: try loopback(), filter: nil, seed: seed)
      .only(isWanted)
  }

  private static func world(_ faults: String, plan: Plan) throws -> World {
    var file = try loopback()
    file.faults = try FaultPlan(parsing: faults)
    return World(file: file, plan: plan, seed: 1)
  }

  static func world(
    _ faults: String, seed: UInt64 = 1, planted: Planted? = nil,
    _ isWanted: (String) -> Bool
  ) throws -> World {
    var file = try loopback()
    file.faults = try FaultPlan(parsing: faults)
    return World(file: file, plan: try plan(seed: seed, isWanted), seed: seed, planted: planted)
  }

  @Test("a healthy world passes and breaks nothing", arguments: ["clean", "noisy"])
  func healthy(_ faults: String) throws {
    let ending = try Self.world(faults) { $0.hasPrefix("N01@") || $0.hasPrefix("US01@") }.run()
    #expect(ending.violations == [])
    #expect(ending.counts[.pass] == ending.finished.count)
    #expect(ending.counts[.pass] >= 2)
  }

  @Test(
    "a slow line that leaves the limits of a rig alone fails no healthy board",
    arguments: ["N18@", "UR11@"])
  func slowLine(_ id: String) throws {
    let ending = try Self.world("delay=120ms") { $0.hasPrefix(id) }.run()
    #expect(ending.finished.map(\.verdict) == [.pass, .pass], "\(ending.finished.map(\.reason))")
  }

  @Test(
    "a hundred connections are as many over a line that delays each answer by a tenth of a second")
  func hundredConnections() throws {
    let ending = try Self.world("delay=50ms") { $0 == "R08@lock" }.run()
    #expect(ending.finished.map(\.verdict) == [.pass], "\(ending.finished.map(\.reason))")
  }

  @Test("a world that comes to a standstill says what its case awaited, and not its boards")
  func standstill() throws {
    let ending = try Self.world("clean", planted: .await) { $0 == "N01@lock" }.run()
    let words = try #require(ending.violations.first { $0.invariant == .await }?.detail)
    #expect(words == "nothing can go on; awaited: what never comes")
  }

  @Test("one seed is one history to the byte", arguments: ["noisy", "hostile", "unplug"])
  func equal(_ faults: String) throws {
    func journal(_ seed: UInt64) throws -> [UInt8] {
      try Self.world(faults, seed: seed) { $0.hasPrefix("N0") }.run().journal
    }
    #expect(try journal(3) == journal(3))
    #expect(try journal(3) != journal(4))
  }

  @Test(
    "what is broken on purpose is found",
    arguments: Planted.allCases.filter { $0 != .memory })
  func planted(_ planted: Planted) throws {
    let ending = try Self.world("clean", planted: planted) { $0 == "N01@lock" }.run()
    let expected: Violation.Invariant =
      switch planted {
      case .leak, .memory: .givenBack
      case .await: .await
      case .verdict: .verdict
      case .order: .order
      case .misquote: .journal
      }
    #expect(ending.violations.contains { $0.invariant == expected })
  }

  /// How a case ends whose board is pulled: before it begins, within it, and when it is over.
  private static let endings = [
    "FAIL device restarted", "ERROR board lost", "ERROR board not ready", "FAIL wedged",
    "FAIL device died", "PASS ",
  ]

  /// Bytes that go over the link of a board in a world, both ways.
  private static func traffic(of board: String, in ending: World.Ending) throws -> Int {
    var traffic = 0
    try read(ending) { entry in
      if case .chunk(let chunk) = entry.event, chunk.board == board { traffic += chunk.bytes.count }
    }
    return traffic
  }

  private static func read(_ ending: World.Ending, _ take: (JournalEntry) -> Void) throws {
    var reader = JournalReader(bytes: ending.journal)
    while let record = try reader.next() {
      if case .entry(let entry) = record { take(entry) }
    }
  }

  @Test(
    "a board that is pulled at any byte ends the case with a documented verdict, within a second",
    arguments: ["N01@lock", "C02@lock", "US01@anchor"])
  func unplugged(_ instance: String) throws {
    let board = try #require(instance.split(separator: "@").last.map(String.init))
    let plan = try Self.plan { $0 == instance }
    let healthy = try Self.world("clean", plan: plan).run()
    let traffic = try Self.traffic(of: board, in: healthy)
    let limit = try #require(healthy.finished.first?.durationMicroseconds) + 1_000_000
    try #require(traffic > 30)
    var seen: [String: Int] = [:]
    for offset in 0...traffic {
      let ending = try Self.world("close=50ms@\(offset)", plan: plan).run()
      let finished = try #require(ending.finished.first)
      #expect(ending.violations == [], "at byte \(offset)")
      #expect(ending.finished.count == 1)
      let words = "\(finished.verdict.rawValue) \(finished.reason)"
      let known = Self.endings.first { words.hasPrefix($0) }
      #expect(known != nil, "at byte \(offset): \(words)")
      var (pulled, ended): (Int64?, Int64?) = (nil, nil)
      // Gone upon its reset, a board is waited for, and for READY.
      var isRestart = false
      try Self.read(ending) { entry in
        switch entry.event {
        case .boardClosed(let change):
          if change.board == board, change.reason == Event.BoardChange.linkEnded, pulled == nil {
            pulled = entry.microseconds
          }
        case .note(let note): isRestart = isRestart || note.text.contains("restarts upon a reset")
        case .caseFinished: ended = entry.microseconds
        default: break
        }
      }
      let patience: Int64 = isRestart ? 2_000_000 : 0
      #expect(
        (finished.durationMicroseconds ?? .max) <= limit + patience, "at byte \(offset): \(words)")
      if let pulled, let ended {
        #expect(ended - pulled <= 1_000_000 + patience, "at byte \(offset): \(words)")
      }
      seen[known ?? "", default: 0] += 1
    }
    #expect(seen["FAIL device restarted", default: 0] > 0)
    // Behind the last byte nothing is pulled any more.
    #expect(seen["PASS ", default: 0] >= 1)
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
