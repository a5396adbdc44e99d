package import Errors
import FoundationEssentials
import Links
import Notation
package import Reports
package import RunStore
import Runner
package import Terminal

/// The ledger of a run: what earlier runs are known of, and where this one is written down. Whatever
/// is wrong with it costs a remark and nothing else.
package struct RunHistory: Sendable {
  /// The file; nil where nothing is remembered.
  package let path: String?
  private let remark: @Sendable (String) -> Void

  package init(_ files: RunFiles, _ common: any Presentation) {
    // Only the folder of the runs is known to be one.
    path = files.ledger ?? (files.out == nil ? "out/" + Ledger.name : nil)
    remark = { common.remark("Warning: \(PrintableText.escaped($0, limit: 600))") }
  }

  /// How long instances took lately, by name; nothing where nothing is known.
  package func durations() -> [String: Int64] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [:] }
    do throws(RigError) { return try Ledger(reading: path).durations() } catch {
      remark("the order of the cases is not by history: \(error)")
      return [:]
    }
  }

  /// What the page of a run on real boards tells beside it; nothing where nothing is known.
  package func background(of rig: String?) -> HTMLDocument.Background {
    guard let path, FileManager.default.fileExists(atPath: path) else { return .init() }
    do throws(RigError) { return try Self.background(in: path, of: rig) } catch {
      remark("the page has no history: \(error)")
      return .init()
    }
  }

  /// What a ledger knows; of virtual boards the last runs alone.
  package static func background(
    in path: String, of rig: String?, isVirtual: Bool = false
  ) throws(RigError) -> HTMLDocument.Background {
    HTMLDocument.Background(
      flakes: isVirtual ? [] : try flakes(in: path),
      trend: try rig.map { rig throws(RigError) in
        try Ledger(reading: path).trend(rig: rig, isVirtual: isVirtual, ofLast: trendRuns)
      } ?? [])
  }

  /// Runs that the trend shows.
  private static let trendRuns = 30

  /// The tables of a ledger that a page shows.
  private static func flakes(in path: String) throws(RigError) -> [FlakeTable] {
    let cells = try Ledger(reading: path).cells()
    return [.case, .board, .port].map { FlakeTable(cells, by: $0) }
  }

  package func record(_ directory: RunDirectory, _ outcomes: OutcomeCollector) {
    guard let path, !outcomes.outcomes.isEmpty else { return }
    do throws(RigError) {
      try Ledger(path: path).record(directory.record, outcomes, at: directory.path)
    } catch {
      remark("this run is not in the ledger: \(error)")
    }
  }
}
