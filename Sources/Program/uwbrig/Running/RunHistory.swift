import Errors
import FoundationEssentials
import Links
import Notation
import RunStore
import Runner

/// The ledger of a run: what earlier runs are known of, and where this one is written down. Whatever
/// is wrong with it costs a remark and nothing else.
struct RunHistory: Sendable {
  /// The file; nil where nothing is remembered.
  let path: String?
  private let remark: @Sendable (String) -> Void

  init(_ command: RunCommand) {
    // Only the folder of the runs is known to be one.
    path = command.ledger ?? (command.out == nil ? "out/" + Ledger.name : nil)
    let common = command.common
    remark = { common.remark("Warning: \(PrintableText.escaped($0, limit: 600))") }
  }

  /// How long instances took lately, by name; nothing where nothing is known.
  func durations() -> [String: Int64] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [:] }
    do throws(RigError) { return try Ledger(reading: path).durations() } catch {
      remark("the order of the cases is not by history: \(error)")
      return [:]
    }
  }

  /// What earlier runs tell of the flakiness of cases, boards and ports; nothing where nothing is
  /// known.
  func flakes() -> [FlakeTable] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [] }
    do throws(RigError) { return try Self.flakes(in: path) } catch {
      remark("the page has no history: \(error)")
      return []
    }
  }

  /// The tables of a ledger that a page shows.
  static func flakes(in path: String) throws(RigError) -> [FlakeTable] {
    let cells = try Ledger(reading: path).cells()
    return [.case, .board, .port].map { FlakeTable(cells, by: $0) }
  }

  func record(_ directory: RunDirectory, _ outcomes: OutcomeCollector) {
    guard let path, !outcomes.outcomes.isEmpty else { return }
    do throws(RigError) {
      try Ledger(path: path).record(directory.record, outcomes, at: directory.path)
    } catch {
      remark("this run is not in the ledger: \(error)")
    }
  }
}
