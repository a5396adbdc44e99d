import Conformance
import Foundation
import Journal
import Rehearsals
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
  /// A helper that misbehaves in their place.
  var helper: String?
  /// The shipped rig; nil: the loopback rig.
  var rig: String?
  /// The framing of an accessory, where another than the rig's own is needed.
  var framing: String?
  /// The cases that run meanwhile, for a rule of the frame watch.
  var during: [String]?
  /// How.
  var misbehaviour: String
  /// The make of the boards, where another than the rig's own is needed.
  var personality: String?
  /// The parameter of the instance that must notice; nil: at least one instance does.
  var parameter: String?
  /// The verdict; FAIL unless the case is about what implementations do differently.
  var verdict: String?
  /// Words of the reason, or of the assertion that must not hold.
  var broken: String

  /// The rigs of the files that are not about boards of the loopback rig.
  private static let rigs = [
    "gatt.yaml": "gatt.yaml", "flash.yaml": "bootloaders.yaml",
    "ranging-oob.yaml": "android.yaml",
  ]

  var testDescription: String { "\(id) under \(misbehaviour)" }

  static let all = rows { $0 != watchFile }
  /// Of the rules of the frame watch.
  static let ofWatch = rows { $0 == watchFile }
  private static let watchFile = "watch.yaml"

  private static func rows(of isWanted: (String) -> Bool) -> [Counterexample] {
    // A file that cannot be read leaves cases without a row, and that is a failure of its own.
    let folder = Bundle.module.resourcePath.map { $0 + "/Counterexamples/" } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(isWanted).sorted().flatMap { name -> [Counterexample] in
      guard let text = try? String(contentsOfFile: folder + name, encoding: .utf8),
        let rows = try? YAMLDecoder().decode([Counterexample].self, from: text)
      else { return [] }
      return rows.map { row in
        var row = row
        row.rig = row.rig ?? Self.rigs[name]
        return row
      }
    }
  }
}

@Suite("Every case can fail")
struct CounterexampleTests {
  @Test(
    "a case notices the misbehaviour that breaks its requirement", arguments: Counterexample.all)
  func notices(_ row: Counterexample) throws {
    let testCase = try #require(Suites.all.first { $0.id == row.id }, "no case \(row.id)")
    let changes =
      ["misbehaviour: \(row.misbehaviour)"] + (row.personality.map { ["personality: \($0)"] } ?? [])
    let boards = row.helper.map { [$0] } ?? [row.board] + (row.other.map { [$0] } ?? [])
    let file =
      testCase.boards == .phoneModel
      ? try LoopbackBench.rig(withPhone: row.misbehaviour)
      : try LoopbackBench.rig(
        row.rig ?? "loopback.yaml",
        changing: Dictionary(uniqueKeysWithValues: boards.map { ($0, changes) }))
    let filter = row.parameter.map { "id(\(row.id)[\($0)])" }
    let result = try LoopbackBench.run([testCase], on: file, board: row.board, filter: filter)
    let expected = row.verdict ?? "FAIL"
    // What the frame watch finds beside it is its own affair.
    let finished = result.finished.filter { $0.case.prefix(1) != "W" }
    let noticed = finished.filter { $0.verdict.rawValue == expected }
    #expect(
      noticed.contains { $0.reason.contains(row.broken) },
      "verdicts: \(finished.map { "\($0.instance) \($0.verdict.rawValue) \($0.reason)" })")
    #expect(
      finished.allSatisfy { [expected, "PASS", "SKIP"].contains($0.verdict.rawValue) })
  }

  @Test("every case has a counterexample")
  func complete() {
    let covered = Set(Counterexample.all.map(\.id))
    let missing = Suites.all.map(\.id).filter { !covered.contains($0) }
    #expect(missing.isEmpty, "cases without a row in Counterexamples/: \(missing)")
    #expect(!Counterexample.all.isEmpty)
  }

  @Test("healthy boards pass every case", arguments: Suites.all.map(\.id))
  func healthy(_ id: String) throws {
    let testCase = try #require(Suites.all.first { $0.id == id })
    var rigs = ["loopback.yaml", "gatt.yaml"]
    if testCase.boards == .accessories(8) { rigs = ["eight-accessories.yaml"] }
    if testCase.suite == "flash" { rigs = ["bootloaders.yaml"] }
    if testCase.suite == "ranging-oob" {
      rigs = ["android.yaml", "both-phones.yaml", "find-hub.yaml"]
    }
    var finished: [Event.CaseFinished] = []
    // The first rig on which the case runs at all; whole rigs are run by `.ci/run`.
    for rig in rigs where finished.allSatisfy({ $0.verdict == .skip }) {
      finished += try LoopbackBench.run([testCase], on: LoopbackBench.rig(rig)).finished
    }
    if finished.allSatisfy({ $0.verdict == .skip }) {
      // What the rig's boards do not claim, those of another make do.
      let other = [
        "anchor": ["personality: nxp"], "mobile": ["personality: nxp"],
        "lock": ["personality: nxp-stella"],
      ]
      finished = try LoopbackBench.run([testCase], on: LoopbackBench.rig(changing: other)).finished
    }
    #expect(!finished.isEmpty)
    for ended in finished where ended.verdict != .pass {
      #expect(
        [.skip, .finding].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
    #expect(finished.contains { $0.verdict == .pass }, "\(id) ran on no board")
  }

  @Test(
    "UCI boards of the other makes pass every case too",
    arguments: [
      (["personality: fira1"], ["personality: nxp"]),
      (["personality: nxp", "dialect: fira2+nxp"], ["personality: fira2-qorvo"]),
    ])
  func otherMakes(anchor: [String], mobile: [String]) throws {
    let file = try LoopbackBench.rig(changing: ["anchor": anchor, "mobile": mobile])
    let result = try LoopbackBench.run(Suites.uci, on: file, filter: "!tag(slow)")
    #expect(result.finished.contains { $0.verdict == .pass })
    for ended in result.finished where ended.verdict != .pass {
      #expect(
        [.skip, .finding].contains(ended.verdict),
        "\(ended.instance): \(ended.verdict.rawValue) \(ended.reason)")
    }
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
