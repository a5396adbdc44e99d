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

  /// Writes all of them; false when one could not be written, after saying so.
  func write() -> Bool {
    let report: RunReport
    var captures = CaptureWriter(directory, isSimulated: isSimulated)
    do {
      report = try RunReport.read(journal: directory.events) { captures.add($0) }
    } catch {
      Output.diagnostic("Error: failed to read the journal: \(error)")
      return false
    }
    let describe = FrameWords.describer
    var isWhole = true
    func attempt(_ body: () throws -> Void) -> Bool {
      do {
        try body()
        return true
      } catch {
        Output.diagnostic("Error: \(error)")
        isWhole = false
        return false
      }
    }
    let xml = Array(
      JUnitDocument(report, record: directory.record, describe: describe).render().utf8)
    _ = attempt { try directory.write(xml, named: "junit.xml") }
    if let junit { _ = attempt { try RunDirectory.write(xml, to: junit) } }

    if let ctrf {
      let document = CTRFDocument(report, record: directory.record).json.indented
      _ = attempt { try RunDirectory.write(Array(document.utf8), to: ctrf) }
    }
    if let tap {
      _ = attempt { try RunDirectory.write(Array(TAPDocument(report).render().utf8), to: tap) }
    }

    var page: [UInt8]?
    _ = attempt {
      let document = HTMLDocument(report, record: directory.record, describe: describe)
      page = Array(try document.render().utf8)
    }
    var hasPage = false
    if let page {
      hasPage = attempt { try directory.write(page, named: "report.html") }
      if let html { _ = attempt { try RunDirectory.write(page, to: html) } }
    }
    _ = attempt { try captures.finish() }
    if let events { _ = attempt { try directory.copy("events.ndjson", to: events) } }

    if printsJSON {
      Output.result(RunResult(report).json.indented)
    } else {
      Output.result(
        SummaryRenderer(width: width, color: isColoured)
          .render(report, reportAt: hasPage ? directory.report : nil))
    }
    return isWhole
  }
}
