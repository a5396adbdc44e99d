import Bench
import Foundation
import Journal
import LabRuntime
import Rehearsals
import RigFile
import TestSupport
import Testing

@testable import Runner

@Suite("Quarantine and waivers")
struct SuppressionTests {
  private static let known = KnownNames(ids: ["T1", "T2"], suites: ["test"], tags: ["slow"])

  private func parse(
    _ entries: String, _ list: Event.Suppression.List = .quarantine
  ) throws -> Suppressions {
    let key = list == .quarantine ? "quarantine" : "waivers"
    return try Suppressions.parse(
      "version: 1\n\(key):\n\(entries)", list: list, file: "q.yaml", known: Self.known)
  }

  private func faults(_ text: String, _ list: Event.Suppression.List = .quarantine) -> [String] {
    do {
      _ = try Suppressions.parse(text, list: list, file: "q.yaml", known: Self.known)
      return []
    } catch { return "\(error)".split(separator: "\n").map(String.init) }
  }

  /// Fails, but for what holds on the second attempt when asked to.
  private func failing(_ id: String = "T1", _ reason: String = "broken") -> Case {
    testCase(id) { bench, accessory in
      _ = try await bench.initialize(accessory)
      try bench.require(false, reason, expected: "a", got: "b")
    }
  }

  private func run(_ cases: [Case], _ suppressions: Suppressions) throws -> Rehearsal {
    var options = Run.Options()
    options.suppressions = suppressions
    return try Rehearsal(cases, on: rig(), options: options)
  }

  @Test("what is in quarantine runs, keeps its verdict, is marked, and does not count")
  func quarantine() throws {
    let list = try parse("  - {case: T1, reason: why, link: there, review: 2026-12-24}")
    let run = try run([failing()], list)
    #expect(run.finished.map(\.verdict) == [.fail])
    #expect(run.finished.map(\.quarantined) == ["why (there)"])
    #expect(run.outcome.status(noTestsPass: false).code == 0)
    #expect(run.outcome.tally.counts[.fail] == 1)
    let journal = String(decoding: run.journal, as: UTF8.self)
    #expect(
      journal.contains(
        #""kind":"excuse","list":"quarantine","cases":"T1","reason":"why","link":"there","#
          + #""date":"2026-12-24","matches":1}"#))
  }

  @Test("quarantine of a board covers errors of the rig too; a waiver covers a FAIL alone")
  func reach() throws {
    let vacuous = testCase("T2") { _, _ in }
    let board = try parse("  - {board: lock, reason: why, link: there, review: 2026-12-24}")
    #expect(try run([failing(), vacuous], board).outcome.status(noTestsPass: false).code == 0)
    let waiver = try parse(
      "  - {case: all(), board: lock, reason: why, link: there, date: 2026-11-01}", .waiver)
    let waived = try run([failing(), vacuous], waiver)
    #expect(waived.finished.map(\.waived) == ["why (there)", nil])
    #expect(waived.outcome.status(noTestsPass: false).code == 3)
  }

  @Test("what is said of the phone's radio is said of the cases that it plays along in")
  func helper() throws {
    let file = try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual}
        - {name: phone, firmware: uci, role: controller, link: virtual}
      """, file: "one.yaml", directory: "")
    func plan(_ needs: [Need]) -> Plan {
      let testCase = Case(
        "T1", suite: "test", "t", requirement: "It is so.", source: "here", boards: .accessory,
        needs: needs
      ) { _ in }
      return Plan(cases: [testCase], file: file, filter: nil, seed: 0)
    }
    let entries = try parse("  - {board: phone, reason: a, link: b, review: 2026-12-24}").entries
    let suppressions = Suppressions(entries, on: file)
    #expect(suppressions.quarantine(of: plan([.radio]).instances[0]) == "a (b)")
    #expect(suppressions.quarantine(of: plan([]).instances[0]) == nil)
  }

  @Test("what is excused does not end a run that stops after so many failures")
  func maximumFailures() throws {
    var options = Run.Options(maximumFailures: 1)
    options.suppressions = try parse("  - {case: T1, reason: why, link: there, review: 2026-12-24}")
    let passing = testCase("T2") { bench, accessory in _ = try await bench.initialize(accessory) }
    let run = try Rehearsal([failing(), passing], on: rig(), options: options)
    #expect(run.finished.map(\.verdict) == [.fail, .pass])
  }

  @Test("a flaky one that is in quarantine does not count where flaky fails")
  func flaky() {
    var tally = VerdictTally()
    tally.add(.flaky, isSuppressed: true)
    #expect(tally.status(flakyFails: true) == .done)
    tally.add(.flaky)
    #expect(tally.status(flakyFails: true) == .no)
  }

  @Test("without entries the journal is what it was")
  func none() throws {
    #expect(try run([failing()], .none).journal == Rehearsal([failing()], on: rig()).journal)
  }

  @Test("entries that apply to nothing are told, with what was probably meant")
  func unmatched() throws {
    let list = try parse(
      """
        - {case: T3, reason: a, link: b, review: 2026-12-24}
        - {case: T1, board: tag, reason: a, link: b, review: 2026-12-24}
        - {case: T1, reason: a, link: b, review: 2026-12-24}
      """)
    let plan = Plan(cases: [failing()], file: try rig(), filter: nil, seed: 0)
    #expect(
      list.remarks(about: plan) == [
        "q.yaml:3:12: warning: the quarantine of \"T3\" matches nothing: expected a "
          + "case id or a suite, got \"T3\"; did you mean \"T1\"?",
        "q.yaml:4: warning: the quarantine of T1 on tag matches no case of this rig",
      ])
    #expect(!list.entries[0].matches(plan.instances[0].subject))
  }

  @Test(
    "the lists that are shipped are right and empty", arguments: Event.Suppression.List.allCases)
  func empty(_ list: Event.Suppression.List) throws {
    let name = list == .quarantine ? Suppressions.quarantineFile : Suppressions.waiversFile
    let path = Checkout.at("Rigs/\(name)").path
    #expect(try Suppressions.load(path, list: list, known: Self.known).entries.isEmpty)
    // The example in the comment is right, once it is no comment.
    let example = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("#   ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
    let entries = try parse(example, list).entries
    #expect(entries.count == 1)
  }

  @Test(
    "a fault of a list names line, column, key, what was found, what is allowed and the nearest",
    arguments: [
      ("", ["q.yaml:1:1: error: expected a quarantine, got an empty file"]),
      (
        "version: 1",
        [
          "q.yaml:1:1: error: quarantine: expected a list of entries, or [] (this key is "
            + "required), got nothing"
        ]
      ),
      ("version: 2\nquarantine: []", ["q.yaml:1:10: error: version: expected 1, got `2`"]),
      (
        "version: 1\nquarantine:\n  - {cas: T1, board: b, reason: a, link: b, review: 2026-12-24}",
        [
          "q.yaml:3:6: error: quarantine[0]: expected `case`, `board`, `reason`, `link` or "
            + "`review`, got the unknown key `cas`; did you mean `case`?"
        ]
      ),
      (
        "version: 1\nquarantine:\n  - {reason: a, link: b, review: 2026-12-24}",
        [
          "q.yaml:3:5: error: quarantine[0]: expected an entry with one of them, or both, got "
            + "neither case nor board"
        ]
      ),
      (
        "version: 1\nquarantine:\n  - {case: id(T1, reason: a, link: b, review: 2026-12-24}",
        [
          "q.yaml:3:14: error: quarantine[0].case: expected a case, a suite or a filter such "
            + "as id(C1*) & tag(slow), got a filter that cannot be read (expected a ) for this (, got the end)"
        ]
      ),
      (
        "version: 1\nquarantine:\n  - {case: T1, link: b, review: 24.12.2026}",
        [
          "q.yaml:3:5: error: quarantine[0].reason: expected a sentence that says why (this "
            + "key is required), got nothing",
          "q.yaml:3:33: error: quarantine[0].review: expected a day such as 2026-11-21, got "
            + "`24.12.2026`",
        ]
      ),
    ])
  func faults(text: String, messages: [String]) { #expect(faults(text) == messages) }

  @Test("a waiver names the case and the board")
  func waiverFaults() {
    #expect(
      faults("version: 1\nwaivers:\n  - {case: T1, reason: a, link: b, date: 2026-11-01}", .waiver)
        == [
          "q.yaml:3:5: error: waivers[0].board: expected the board that has the fault (this "
            + "key is required), got nothing"
        ])
  }

  @Test(
    "a day is one of the calendar",
    arguments: [
      ("2026-11-21", true), ("2024-02-29", true), ("2026-02-29", false), ("2026-13-01", false),
      ("2026-00-10", false), ("2026-1-01", false), ("+026-11-21", false), ("2026-11-21x", false),
      ("", false), ("2000-02-29", true), ("1900-02-29", false), ("2026-04-31", false),
    ])
  func days(text: String, isOne: Bool) { #expect((CalendarDay(text) != nil) == isOne) }
}
