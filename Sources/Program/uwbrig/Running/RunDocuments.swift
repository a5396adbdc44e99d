import JSONDocuments
import Journal
import Reports
import RunStore

/// What is made from the journal when a run is over.
struct RunDocuments: Sendable {
  /// Where the run is read from.
  enum Source {
    case journal
    /// What was seen of the run while it went on, and the captures where those were kept too.
    case memory(RunReport, CaptureWriter?)
  }

  private let directory: RunDirectory
  private let junit: String?
  private let ctrf: String?
  private let tap: String?
  private let html: String?
  private let events: String?
  private let printsResult: Bool
  private let printsJSON: Bool
  private let isColoured: Bool
  private let isSimulated: Bool
  private let flakes: @Sendable () -> [FlakeTable]

  /// Documents in a run directory, and the further copies that the arguments name.
  ///
  /// - Parameters:
  ///   - isSimulated: times in captures count from the start of the run, not from 1970.
  ///   - printsResult: whether the result is printed, and not another subcommand's.
  ///   - flakes: what is known of flakiness; asked for the page of a run on real boards only.
  init(
    _ directory: RunDirectory, _ command: RunCommand, isSimulated: Bool, printsResult: Bool,
    flakes: @escaping @Sendable () -> [FlakeTable]
  ) {
    self.flakes = flakes
    self.printsResult = printsResult
    self.directory = directory
    self.isSimulated = isSimulated
    junit = command.junit
    ctrf = command.ctrf
    tap = command.tap
    html = command.html
    events = command.events
    printsJSON = command.common.json
    isColoured = Terminal.isColoured(.output, command.common.color)
  }

  /// Writes all of them, and prints the summary.
  ///
  /// - Returns: the report, and whether every document could be written; what could not is said.
  func write(_ source: Source) -> (report: RunReport?, isWhole: Bool) {
    var captures = CaptureWriter(directory, isSimulated: isSimulated)
    var report: RunReport
    switch source {
    case .memory(let kept, let written):
      report = kept
      captures = written ?? captures
    case .journal:
      do {
        report = try RunReport.read(journal: directory.events) { captures.add($0) }
      } catch {
        Output.diagnostic("Error: failed to read the journal: \(error)")
        return (nil, false)
      }
    }
    report.day = directory.record.day
    var writer = DocumentWriter(
      report, record: directory.record,
      background: HTMLDocument.Background(flakes: report.isVirtual ? [] : flakes()),
      complain: Output.diagnostic)
    func places(_ name: String?, _ file: String?) -> [String] {
      [name.map(directory.file), file].compactMap { $0 }
    }
    writer.write(.junit, to: places("junit.xml", junit))
    writer.write(.ctrf, to: places(nil, ctrf))
    writer.write(.tap, to: places(nil, tap))
    writer.write(.html, to: places("report.html", html))
    writer.attempt { try captures.finish() }
    if let events { writer.attempt { try directory.copy("events.ndjson", to: events) } }

    if !printsResult { return (report, writer.isWhole) }
    if printsJSON {
      RunResult(report).print()
    } else {
      let hasPage = writer.written.contains(directory.report)
      Output.result(
        // The terminal may have another width than when the run began.
        SummaryRenderer(
          width: Terminal.width(.output) ?? 100, color: isColoured,
          describe: FrameWords.describer
        ).render(report, reportAt: hasPage ? directory.report : nil))
    }
    return (report, writer.isWhole)
  }
}
