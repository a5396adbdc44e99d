import Bench
import Journal
import LabRuntime
import Rehearsals
import RigFile
import Testing

@testable import Runner

/// Equipment that says what it is told to say and does nothing.
private struct Paper: RecoveryEquipment {
  var prospects: [RigBoard.RecoveryRung: RecoveryProspect] = [:]
  let climbed = LabRecorder()

  func prospect(
    of rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) -> RecoveryProspect { prospects[rung] ?? .impossible("not on paper") }

  func climb(
    _ rung: RigBoard.RecoveryRung, on board: BenchBoard, of bench: Bench
  ) async throws { climbed.add("\(rung.rawValue) \(board.name)") }
}

@Suite("Recovery after a fault of the rig")
struct RecoveryTests {
  /// Two accessories, of which the first dies of an unknown message and is back after a second; the
  /// rig does not wait that long.
  private func file(_ recovery: String) throws -> RigFile {
    try RigFile.parse(
      """
      version: 1
      time: virtual
      boards:
        - {name: lock, firmware: ni-accessory, link: virtual, misbehaviour: dies-on-unknown,
           recovery: \(recovery)}
        - {name: tag, firmware: ni-accessory, link: virtual}
      limits: {reopen: 100ms}
      """, file: "one.yaml", directory: "")
  }

  /// Kills the first accessory; the other one is busy for a while.
  private let killing = testCase { bench, accessory in
    _ = try await bench.initialize(accessory)
    if accessory.name == "tag" {
      _ = try await accessory.next(within: .seconds(30))
      return
    }
    try await accessory.send(bytes: [0x04, 0x01])
    try await bench.fence(accessory, "an unknown identifier is ignored")
  }
  private let plain = testCase("T2") { bench, accessory in
    _ = try await bench.initialize(accessory)
  }

  private func run(
    _ recovery: String, _ equipment: any RecoveryEquipment = BenchEquipment()
  ) throws -> (lines: [String], verdicts: [String]) {
    var options = Run.Options()
    options.equipment = equipment
    let run = try Rehearsal([killing, plain], on: file(recovery), options: options)
    var lines: [String] = []
    var reader = JournalReader(bytes: run.journal)
    while let record = try reader.next() {
      guard case .entry(let entry) = record else { continue }
      switch entry.event {
      case .recoveryStarted(let started):
        lines.append("\(started.rung) \(started.board) \(started.touches)")
      case .recoveryFinished(let finished):
        lines.append("\(finished.rung) \(finished.ok) \(finished.reason)")
      default: break
      }
    }
    let verdicts = run.finished.filter { $0.boards == ["lock"] }
      .map { "\($0.verdict.rawValue) \($0.reason.prefix(10))" }
    return (lines, verdicts)
  }

  @Test("a board that a rung gets back runs on; the case at hand stays an ERROR")
  func power() throws {
    let (lines, verdicts) = try run("[power]")
    #expect(
      lines == ["power lock [\"cuts the power of lock\"]", "power true "])
    #expect(verdicts == ["ERROR board lost", "PASS "])
  }

  @Test("only rungs that the rig file allows are climbed, and a board they do not get back is lost")
  func allowed() throws {
    let (lines, verdicts) = try run("[reopen]")
    #expect(lines.first == "reopen lock []")
    #expect(lines.last?.hasPrefix("reopen false ") == true)
    #expect(lines.count == 2)
    #expect(verdicts == ["ERROR board lost", "SKIP board lost"])
    let none = try run("[]")
    #expect(none.lines == [])
    #expect(none.verdicts == ["ERROR board lost", "SKIP board lost"])
  }

  @Test("rungs are climbed from the gentlest on, as far as needed, however they are listed")
  func order() throws {
    let (lines, verdicts) = try run("[power, protocol, lines, reopen]")
    #expect(
      lines.map { $0.prefix { $0 != " " } } == [
        "reopen", "reopen", "protocol", "protocol", "power", "power",
      ])
    #expect(verdicts.last == "PASS ")
  }

  @Test("a rung that touches a board in use is left out, and said so")
  func inUse() throws {
    var paper = Paper()
    paper.prospects[.lines] = .possible(effects: ["blinks"], boards: ["tag"])
    let (lines, _) = try run("[lines]", paper)
    #expect(lines.first == "lines lock [\"blinks\", \"touches tag\"]")
    #expect(lines.dropFirst().first == "lines false left out: tag is in use")
    #expect(paper.climbed.all.isEmpty)
  }

  @Test("a rung is proved: that it was climbed does not make the board ready")
  func proved() throws {
    var paper = Paper()
    paper.prospects[.lines] = .possible(effects: [], boards: [])
    let (lines, verdicts) = try run("[lines]", paper)
    #expect(paper.climbed.all == ["lines lock"])
    #expect(lines.last?.hasPrefix("lines false ") == true)
    #expect(verdicts.last == "SKIP board lost")
  }

  @Test("the journal of a seed is the same with recoveries in it")
  func seeded() throws {
    let file = try file("[reopen, protocol, power]")
    let first = try Rehearsal([killing, plain], on: file, seed: 5).journal
    #expect(try Rehearsal([killing, plain], on: file, seed: 5).journal == first)
    #expect(String(decoding: first, as: UTF8.self).contains("recovery-finished"))
  }
}
