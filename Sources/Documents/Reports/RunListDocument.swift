package import JSONDocuments
import Journal
package import RunStore

package struct RunListDocument: Document, Described {
  package static let schema = "uwbrig.report-list/1"
  package static let about = "What report list --json prints."
  package static let notes: [String: Note] = [
    "folder": "The folder of the runs.", "runs": "The latest first.",
  ]

  struct Entry: Codable, Described {
    static let notes: [String: Note] = [
      "id": "The name of the run.", "folder": "Its folder.", "started": "When it started, UTC.",
      "version": "Version of the program.", "host": "The computer.", "rig": "The rig.",
      "seed": "The seed.",
      "status":
        "The exit status in the journal; null where the run was interrupted, or still runs.",
      "counts": "Instances by verdict; null where the run was interrupted.",
      "bytes": Note("What its files take.", least: 0),
    ]

    var id: String
    var folder: String
    var started: String
    var version: String
    var host: String
    var rig: String?
    var seed: String?
    var status: Int?
    var counts: VerdictCounts?
    var bytes: Int64

    init(_ entry: RunCatalogue.Entry) {
      let record = entry.directory.record
      id = record.id.description
      folder = entry.directory.path
      started = record.startText
      version = record.version
      host = record.host
      rig = entry.run?.rig
      seed = entry.run.map { "\($0.seed)" }
      status = entry.finished?.status
      counts = entry.finished?.counts
      bytes = entry.bytes
    }
  }

  var folder: String
  var runs: [Entry]

  package init(_ catalogue: RunCatalogue) {
    folder = catalogue.folder
    runs = catalogue.entries.map(Entry.init)
  }
}

package struct FlakesDocument: Document, Described {
  package static let schema = "uwbrig.report-flakes/1"
  package static let about = "What report flakes --json prints."
  package static let notes: [String: Note] = [
    "ledger": "The file.", "runs": Note("Runs that the ledger remembers.", least: 0),
    "by": "The flakiest first.",
  ]

  struct Row: Codable, Described {
    static let notes: [String: Note] = [
      "name": "The value of the property.", "counts": "Instances by verdict.",
      "total": Note("Outcomes.", least: 0),
      "unstable": Note("Outcomes that were not what is known of the case on the board.", least: 0),
      "rate": Note("The share of them.", least: 0),
      "interval": "The Wilson interval at 95 %, lowest and highest.",
    ]

    var name: String
    var counts: VerdictCounts
    var total: Int
    var unstable: Int
    var rate: Double
    var interval: ClosedRange<Double>

    init(_ row: FlakeTable.Row) {
      name = row.name
      counts = row.counts
      total = row.counts.total
      unstable = row.unstable
      rate = row.rate
      interval = row.interval
    }
  }

  struct Tables: Codable {
    @IfPresent var `case`: [Row]?
    @IfPresent var board: [Row]?
    @IfPresent var port: [Row]?
    @IfPresent var firmware: [Row]?
  }

  var ledger: String
  var runs: Int
  var by: Tables

  /// Where the flakiness lives, by the properties that were asked for.
  package init(ledger: String, runs: Int, tables: [FlakeTable]) {
    self.ledger = ledger
    self.runs = runs
    func rows(_ dimension: FlakeTable.Dimension) -> [Row]? {
      tables.first { $0.dimension == dimension }?.rows.map(Row.init)
    }
    by = Tables(
      case: rows(.case), board: rows(.board), port: rows(.port), firmware: rows(.firmware))
  }
}

package struct PruneDocument: Document, Described {
  package static let schema = "uwbrig.report-prune/1"
  package static let about = "What report prune --json prints."
  package static let notes: [String: Note] = [
    "folder": "The folder of the runs.", "dryRun": "Nothing was removed.",
    "kept": Note("Runs that stay.", least: 0), "bytes": Note("What was freed.", least: 0),
  ]

  package struct Removal: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "id": "The name of the run.", "folder": "Its folder.",
      "bytes": Note("What its files took.", least: 0), "why": "The limit that it is beyond.",
      "left": "Files in its folder that are not of this program, which stay.",
    ]

    var id: String
    var folder: String
    var bytes: Int64
    var why: String
    var left: [String]

    package init(_ entry: RunCatalogue.Entry, why: String, left: [String]) {
      id = entry.directory.record.id.description
      folder = entry.directory.path
      bytes = entry.bytes
      self.why = why
      self.left = left
    }
  }

  var folder: String
  var dryRun: Bool
  package var removed: [Removal] = []
  package var kept = 0
  package var bytes: Int64 = 0

  /// Nothing removed yet.
  package init(folder: String, dryRun: Bool) {
    self.folder = folder
    self.dryRun = dryRun
  }
}

package struct ReportDocument: Document, Described {
  package static let schema = "uwbrig.report/1"
  package static let about = "What report RUN… --json prints."
  package static let notes: [String: Note] = [
    "runs": "The runs, in the order in which they started.",
    "status": "The exit status that the verdicts stand for; null where a run was interrupted.",
    "interrupted": "Whether a journal ends before its run does.",
    "counts": "Instances by verdict.", "documents": "The files that were written.",
  ]

  var runs: [String]
  var status: Int?
  var interrupted: Bool
  var counts: VerdictCounts
  var documents: [String]

  /// What was made of runs, and the files that were written.
  package init(_ report: RunReport, of runs: [String], documents: [String]) {
    self.runs = runs
    status = report.exitStatus
    interrupted = report.isInterrupted
    counts = report.tally.counts
    self.documents = documents
  }
}
