import Bench
import Conformance
import Journal
import Rehearsals
import RigFile
import Runner
import Testing

@Suite("Dialects")
struct DialectTests {
  static let both = [
    ("fira2-qorvo", "fira1", "FINDING", "expected fira1, which holds, received fira2+qorvo"),
    ("fira2-qorvo", "fira2+nxp", "FINDING", "expected fira2+nxp, which holds"),
    ("fira2-qorvo", "fira2+qorvo", "PASS", ""), ("nxp", "fira2+nxp", "PASS", ""),
    ("fira1", "fira1", "PASS", ""), ("fira1", "fira2", "FINDING", "received fira1"),
  ]

  @Test("a rig file that contradicts the board is a finding, and holds", arguments: both)
  func contradiction(
    _ personality: String, _ dialect: String, _ verdict: String, _ words: String
  ) throws {
    let file = try LoopbackBench.rig(changing: [
      "mobile": ["personality: \(personality)", "dialect: \(dialect)"]
    ])
    let result = try LoopbackBench.run(
      Suites.uci.filter { $0.id == "UC40" }, on: file, board: "mobile")
    let ended = try #require(result.finished.first)
    #expect(ended.verdict.rawValue == verdict, "\(ended.reason)")
    #expect(ended.reason.contains(words), "\(ended.reason)")
    #expect(try Self.dialects(result.journal, "mobile") == [dialect])
  }

  @Test("what the rig file does not say is asked, and stands in the journal")
  func asked() throws {
    let result = try LoopbackBench.run(
      Suites.uci.filter { $0.id == "UC40" }, on: try LoopbackBench.rig(), board: "mobile")
    #expect(try Self.dialects(result.journal, "mobile") == ["fira2+qorvo"])
  }

  /// What the journal says that a board speaks, without repetitions.
  static func dialects(_ journal: [UInt8], _ board: String) throws -> [String] {
    var found: [String] = []
    var reader = JournalReader(bytes: journal)
    while let record = try reader.next() {
      guard case .entry(let entry) = record else { continue }
      switch entry.event {
      case .boardOpened(let change), .boardIdentified(let change), .boardClosed(let change):
        guard change.board == board, let dialect = change.dialect, found.last != dialect else {
          continue
        }
        found.append(dialect)
      default: break
      }
    }
    return found
  }
}
