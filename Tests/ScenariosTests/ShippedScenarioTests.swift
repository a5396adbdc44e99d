import Foundation
import Journal
import Rig
import Runner
import Testing

@testable import Scenarios

@Suite("The shipped scenarios")
struct ShippedScenarioTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let rig: String
    /// A misbehaviour of the first accessory with which the scenario fails.
    let misbehaviour: String
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "session-set-up", rig: "loopback", misbehaviour: "radio-goes-on-after-stop"),
    Row(name: "timeout-and-retry", rig: "loopback", misbehaviour: "radio-starts-once"),
    Row(name: "eight-accessories", rig: "eight", misbehaviour: "radio-stays-off"),
    Row(name: "walk-through-two-zones", rig: "loopback", misbehaviour: "radio-stays-off"),
    Row(name: "suspend-and-resume", rig: "loopback", misbehaviour: "radio-starts-once"),
    Row(name: "lost-and-found", rig: "loopback", misbehaviour: "never-starts"),
    Row(name: "power-cut", rig: "loopback", misbehaviour: "never-starts"),
  ]

  private func scenario(_ row: Row) throws -> Scenario {
    try Scenario.load(Self.root.appending(path: "Rigs/scenarios/\(row.name).yaml").path)
  }

  private func rig(_ row: Row, misbehaviour: String? = nil) throws -> RigFile {
    let path = Self.root.appending(path: "Rigs/\(row.rig).yaml")
    var text = try String(contentsOf: path, encoding: .utf8)
    if let misbehaviour {
      for (one, other) in [
        ("    personality: reference", "    misbehaviour: \(misbehaviour)"),
        ("{name: tag-1,", "{name: tag-1, misbehaviour: \(misbehaviour),"),
      ] {
        if let place = text.firstRange(of: one) { text.replaceSubrange(place, with: other) }
      }
    }
    return try RigFile.parse(text, file: "\(row.rig).yaml", directory: "")
  }

  @Test("every file is one of the table")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Rigs/scenarios").path)
    #expect(names.sorted() == Self.rows.map { "\($0.name).yaml" }.sorted())
  }

  @Test("a healthy bench passes", arguments: rows, [0, 7] as [UInt64])
  func passes(row: Row, seed: UInt64) throws {
    let run = try Rehearsal([scenario(row).asCase], on: rig(row), seed: seed)
    #expect(!run.finished.isEmpty)
    for finished in run.finished {
      #expect(finished.verdict == .pass, "\(finished.instance): \(finished.reason)")
    }
    #expect(run.foreignEnqueues == 0)
  }

  @Test("a board that misbehaves fails, and the failure names file and line", arguments: rows)
  func fails(row: Row) throws {
    let run = try Rehearsal(
      [scenario(row).asCase], on: rig(row, misbehaviour: row.misbehaviour), seed: 1)
    let failed = run.finished.filter { $0.verdict == .fail }
    #expect(!failed.isEmpty, "\(run.finished.map(\.reason))")
    for finished in failed {
      #expect(finished.reason.contains("\(row.name).yaml:"), "\(finished.reason)")
    }
  }

  @Test("the same seed gives the same journal")
  func repeatable() throws {
    let row = try #require(Self.rows.first { $0.rig == "eight" })
    let runs = try (0..<2).map { _ in
      try Rehearsal([scenario(row).asCase], on: rig(row), seed: 3).journal
    }
    #expect(runs[0] == runs[1])
  }

  @Test("a rig with too few accessories is a SKIP with their number")
  func tooFew() throws {
    let row = try #require(Self.rows.first { $0.rig == "eight" })
    let file = try #require(try ShippedRigs.rig(named: "loopback.yaml"))
    let run = try Rehearsal([scenario(row).asCase], on: file)
    #expect(run.finished.map(\.verdict) == [.skip])
    #expect(run.finished.first?.reason.contains("the rig has 2") == true)
  }
}
