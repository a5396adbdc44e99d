import Conformance
import Journal
import LabRuntime
import NearbyAccessory
import RigFile
import Runner
import Synchronization
import Testing

@testable import Simulation

@Suite("Mutation")
struct MutationRunTests {
  /// Takes any answer to an initialize for a good one.
  private static let weak = Case(
    "W01", suite: "accessory", "a weak case", requirement: "An initialize is answered.",
    source: "this test", boards: .accessory
  ) { bench in
    let accessory = try bench.accessory()
    try await accessory.send(.initialize())
    let answer = try await accessory.next(
      until: bench.lab.now.advanced(by: bench.limits.accessoryAnswer))
    try bench.require(
      answer != nil, "an answer", expected: "one", got: answer == nil ? "none" : "one")
  }

  private static func run(
    _ cases: [Case], only isWanted: @escaping @Sendable (String) -> Bool,
    clauses: [String: String] = [:],
    threads: Int = 2
  ) throws -> MutationReport {
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
      .keeping(only: ["lock", "phone"])
    let subject = try #require(
      MutationSubject("accessory", cases: cases, limits: file.limits))
    var run = MutationRun(subject, on: file)
    run.threads = threads
    run.clauses = clauses
    run.isWanted = isWanted
    return try run.perform()
  }

  private static func data(_ id: String) -> Bool {
    id.hasPrefix("accessory/accessory-configuration-data/")
  }

  @Test("what a weak case does not look at survives by name; what it looks at is killed")
  func weakCase() throws {
    let report = try Self.run([Self.weak], only: Self.data)
    func fate(_ name: String) -> MutationReport.Fate? {
      report.entries.first { $0.mutant.id.hasSuffix("configuration-data/" + name) }?.fate
    }
    #expect(fate("drop") == .killed)
    #expect(fate("late") == .killed)
    #expect(fate("duplicate") == .survived)
    #expect(fate("ranging_role/maximum+1") == .survived)
    // The fields of 2.0 are not in the data of 1.1.
    #expect(fate("requested_slots_per_round/minimum-1") == .notReached)
    // The reserved bytes are zero anyway.
    #expect(fate("rfu/minimum") == .equal)
    let killed = try #require(report.entries.first { $0.fate == .killed })
    #expect(killed.instance == "W01@lock")
    #expect(report.unfit.isEmpty)
    #expect(report.strangers.isEmpty)
    #expect(report.score < 50)
  }

  @Test("a stricter case kills what the weak one left alive")
  func stricter() throws {
    let report = try Self.run(
      [Self.weak] + Suites.accessory.filter { $0.id == "N07" }
    ) { $0.hasSuffix("ranging_role/maximum+1") }
    #expect(report.entries.map(\.fate) == [.killed])
    #expect(report.entries.first?.instance == "N07@lock")
  }

  @Test("what a clause allows does not count, and is stale when a case kills it")
  func equivalents() throws {
    let clauses = [
      "accessory/accessory-configuration-data/duplicate": "§1",
      "accessory/accessory-configuration-data/drop": "§2",
    ]
    let report = try Self.run([Self.weak], only: Self.data, clauses: clauses)
    #expect(report.equivalents == 1)
    #expect(
      report.entries.filter(\.isStale).map(\.mutant.id) == [
        "accessory/accessory-configuration-data/drop"
      ])
    let without = try Self.run([Self.weak], only: Self.data)
    #expect(report.killable == without.killable - 1)
  }

  @Test("a case that a healthy board does not pass judges nothing, and is named")
  func unfit() throws {
    let broken = Case(
      "W02", suite: "accessory", "a broken case", requirement: "No.", source: "this test",
      boards: .accessory
    ) { bench in
      try await bench.accessory().send(.initialize())
      throw CaseEnding.rigFault("it is broken")
    }
    let report = try Self.run([broken], only: Self.data)
    #expect(report.unfit.map(\.instance) == ["W02@lock"])
    #expect(report.judges == 0)
    #expect(report.entries.allSatisfy { $0.fate == .notReached })
  }

  @Test(
    "a report that ended before its time says nothing that the whole one does not",
    arguments: [2, 4, 6, 9, 14])
  func partial(_ questions: Int) throws {
    let whole = try Self.run([Self.weak], only: Self.data)
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
      .keeping(only: ["lock", "tag", "phone"])
    let cases = [Self.weak] + Suites.accessory.filter { $0.id.hasPrefix("N0") }
    let subject = try #require(MutationSubject("accessory", cases: cases, limits: file.limits))
    var run = MutationRun(subject, on: file)
    run.isWanted = Self.data
    let fates = Dictionary(
      uniqueKeysWithValues: try run.perform().entries.map { ($0.mutant.id, $0.fate) })
    let asked = Mutex(0)
    let report = try run.perform(stop: {
      asked.withLock { asked in
        asked += 1
        return asked > questions + 12
      }
    })
    #expect(report.isPartial)
    #expect(report.entries.count < whole.entries.count)
    for entry in report.entries { #expect(fates[entry.mutant.id] == entry.fate) }
    #expect(report.equivalentShare == nil)
  }

  @Test("one seed is one report, on one thread and on three")
  func determinism() throws {
    let cases = Suites.accessory.filter { $0.id.hasPrefix("N0") }
    func report(_ threads: Int) throws -> [String] {
      try Self.run(cases, only: Self.data, threads: threads).entries.map {
        "\($0.mutant.id) \($0.fate.rawValue) \($0.instance ?? "") \($0.reason) \($0.trials)"
      }
    }
    let once = try report(1)
    #expect(once.count > 20)
    #expect(try report(3) == once)
  }

  @Test("a sample is drawn by the seed")
  func sample() throws {
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    let subject = try #require(MutationSubject("uci", cases: [], limits: file.limits))
    var run = MutationRun(subject, on: file)
    run.sample = 20
    let first = run.mutants.map(\.id)
    #expect(first.count == 20)
    #expect(run.mutants.map(\.id) == first)
    run.seed = 1
    #expect(run.mutants.map(\.id) != first)
    run.sample = nil
    #expect(run.mutants.count == subject.mutants.count)
  }

  @Test("a mutant is repeated with its journal up to the first FAIL")
  func repetition() throws {
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
      .keeping(only: ["lock", "phone"])
    let subject = try #require(
      MutationSubject(
        "accessory", cases: Suites.accessory.filter { $0.id == "N07" }, limits: file.limits))
    let mutant = try #require(
      subject.mutants.first { $0.id.hasSuffix("ranging_role/maximum+1") })
    let repetitions = try MutationRun(subject, on: file).repetitions(of: mutant)
    #expect(repetitions.map(\.verdict) == [.fail])
    let repetition = try #require(repetitions.first)
    #expect(repetition.applications > 0)
    var reader = JournalReader(bytes: repetition.journal)
    var kinds: [String] = []
    while let record = try reader.next() {
      if case .entry(let entry) = record { kinds.append(entry.event.kind) }
    }
    #expect(kinds.contains("case-finished"))
  }
}
