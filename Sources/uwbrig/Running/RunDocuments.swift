import Journal
import Reports
import RunStore

/// What is made from the journal when a run is over.
struct RunDocuments: Sendable {
  private let directory: RunDirectory
  private let junit: String?
  private let ctrf: String?
  private let tap: String?
  private let html: String?
  private let events: String?
  private let printsJSON: Bool
  private let width: Int
  private let isColoured: Bool
  private let isSimulated: Bool

  /// Documents in a run directory, and the further copies that the arguments name.
  ///
  /// - Parameter isSimulated: times in captures count from the start of the run, not from 1970.
  init(_ directory: RunDirectory, _ verb: RunVerb, isSimulated: Bool) {
    self.directory = directory
    self.isSimulated = isSimulated
    junit = verb.junit
    ctrf = verb.ctrf
    tap = verb.tap
    html = verb.html
    events = verb.events
    printsJSON = verb.common.json
    width = Terminal.width(.output) ?? 100
    isColoured = Terminal.isColoured(.output, verb.common.color)
  }

  /// Writes all of them, and prints the summary.
  ///
  /// - Parameter kept: what was seen of the run while it went on: it is what there is to print when
  ///   the journal could not be written to its end.
  /// - Returns: the report, and whether every document could be written; what could not is said.
  func write(kept: RunReport?) -> (report: RunReport?, isWhole: Bool) {
    var captures = CaptureWriter(directory, isSimulated: isSimulated)
    var report: RunReport
    do {
      report = try kept ?? RunReport.read(journal: directory.events) { captures.add($0) }
    } catch {
      Output.diagnostic("Error: failed to read the journal: \(error)")
      return (nil, false)
    }
    report.day = directory.record.day
    var writer = DocumentWriter(report, record: directory.record)
    func places(_ name: String?, _ file: String?) -> [String] {
      [name.map(directory.file), file].compactMap { $0 }
    }
    writer.write(.junit, to: places("junit.xml", junit))
    writer.write(.ctrf, to: places(nil, ctrf))
    writer.write(.tap, to: places(nil, tap))
    writer.write(.html, to: places("report.html", html))
    writer.attempt { try captures.finish() }
    if let events { writer.attempt { try directory.copy("events.ndjson", to: events) } }

    if printsJSON {
      Output.result(RunResult(report).json.indented)
    } else {
      let hasPage = writer.written.contains(directory.report)
      Output.result(
        SummaryRenderer(width: width, color: isColoured)
          .render(report, reportAt: hasPage ? directory.report : nil))
    }
    return (report, writer.isWhole)
  }
}
