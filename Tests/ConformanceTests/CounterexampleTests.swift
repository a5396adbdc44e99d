import Conformance
import Foundation
import Journal
import Runner
import Testing
import Yams

/// A misbehaviour of a virtual board under which exactly one requirement is broken.
struct Counterexample: Codable, Sendable, CustomTestStringConvertible {
  /// The case that must notice.
  var id: String
  /// The board that misbehaves.
  var board: String
  /// A second board that misbehaves likewise.
  var other: String?
  /// The shipped rig; nil: the loopback rig.
  var rig: String?
  /// How.
  var misbehaviour: String
  /// The parameter of the instance that must notice; nil: at least one instance does.
  var parameter: String?
  /// The verdict; FAIL unless the case is about what implementations do differently.
  var verdict: String?
  /// Words of the reason, or of the assertion that must not hold.
  var broken: String

  var testDescription: String { "\(id) under \(misbehaviour)" }

  static let all: [Counterexample] = {
    // A file that cannot be read leaves cases without a row, and that is a failure of its own.
    let names = [
      "counterexamples", "counterexamples-uci", "counterexamples-gatt",
      "counterexamples-accessory-more",
    ]
    return names.flatMap { name -> [Counterexample] in
      guard
        let url = Bundle.module.url(forResource: name, withExtension: "yaml"),
        let text = try? String(contentsOf: url, encoding: .utf8),
        let rows = try? YAMLDecoder().decode([Counterexample].self, from: text)
      else { return [] }
      return rows.map { row in
        var row = row
        row.rig = name == "counterexamples-gatt" ? "gatt.yaml" : nil
        return row
      }
    }
  }()
}

@Suite("Every case can fail")
struct CounterexampleTests {
  @Test(
    "a case notices the misbehaviour that breaks its requirement", arguments: Counterexample.all)
  func notices(_ row: Counterexample) throws {
    let testCase = try #require(Suites.all.first { $0.id == row.id }, "no case \(row.id)")
    var changes = [row.board: ["misbehaviour: \(row.misbehaviour)"]]
    if let other = row.other { changes[other] = changes[row.board] }
    let file = try LoopbackBench.rig(row.rig ?? "loopback.yaml", changing: changes)
    let filter = row.parameter.map { "id(\(row.id)[\($0)])" }
    let result = try LoopbackBench.run([testCase], on: file, board: row.board, filter: filter)
    let expected = row.verdict ?? "FAIL"
    let noticed = result.finished.filter { $0.verdict.rawValue == expected }
    #expect(
      noticed.contains { $0.reason.contains(row.broken) },
      "verdicts: \(result.finished.map { "\($0.instance) \($0.verdict.rawValue) \($0.reason)" })")
    #expect(
      result.finished.allSatisfy { [expected, "PASS", "SKIP"].contains($0.verdict.rawValue) })
  }

  @Test("every case has a counterexample")
  func complete() {
    let covered = Set(Counterexample.all.map(\.id))
    let missing = Suites.all.map(\.id).filter { !covered.contains($0) }
    #expect(missing.isEmpty, "cases without a row in counterexamples*.yaml: \(missing)")
    #expect(!Counterexample.all.isEmpty)
  }

  @Test("healthy boards pass every case", arguments: Suites.all.map(\.id))
  func healthy(_ id: String) throws {
    let testCase = try #require(Suites.all.first { $0.id == id })
    let rigs = testCase.suite == "accessory" ? ["loopback.yaml", "gatt.yaml"] : ["loopback.yaml"]
    let finished = try rigs.flatMap { rig in
      try LoopbackBench.run([testCase], on: LoopbackBench.rig(rig)).finished
    }
    #expect(!finished.isEmpty)
    for ended in finished where ended.verdict != .pass {
      #expect(
        ended.verdict == .skip, "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
    #expect(finished.contains { $0.verdict == .pass }, "\(id) ran on no board")
  }

  @Test("identifiers are unique, and every case says what it requires and why")
  func declarations() {
    #expect(Set(Suites.all.map(\.id)).count == Suites.all.count)
    for testCase in Suites.all {
      #expect(testCase.requirement.hasSuffix("."), "\(testCase.id)")
      #expect(!testCase.source.isEmpty, "\(testCase.id)")
    }
  }
}
