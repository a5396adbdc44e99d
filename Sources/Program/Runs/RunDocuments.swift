import JSONDocuments
import Journal
import Printing
package import Reports
package import RunStore
package import Terminal

package struct RunDocuments: Sendable {
  package enum Source {
    case journal
    /// What was seen of the run while it went on, and the captures where those were kept too.
    case memory(RunReport, CaptureWriter?)
  }

  private let directory: RunDirectory
  private let files: RunFiles
  private let common: any Presentation
  /// How many of the slowest cases the summary lists.
  private let slowest: Int
  private let printsResult: Bool
  private let isSimulated: Bool
  private let began = ContinuousClock.now
  private let background: @Sendable (String?) -> HTMLDocument.Background

  /// Documents in a run directory, and the further copies that the arguments name.
  ///
  /// - Parameters:
  ///   - isSimulated: times in captures count from the start of the run, not from 1970.
  ///   - printsResult: whether the result is printed, and not another subcommand's.
  ///   - background: what is known of earlier runs on the rig; asked for the page of a run on real
  ///     boards only.
  package init(
    _ directory: RunDirectory, _ files: RunFiles, _ common: any Presentation, slowest: Int,
    isSimulated: Bool, printsResult: Bool,
    background: @escaping @Sendable (String?) -> HTMLDocument.Background
  ) {
    self.background = background
    self.printsResult = printsResult
    self.directory = directory
    self.isSimulated = isSimulated
    self.files = files
    self.common = common
    self.slowest = slowest
  }

  /// Writes all of them, and prints the summary.
  ///
  /// - Returns: the report, and whether every document could be written; what could not is said.
  package func write(_ source: Source) -> (report: RunReport?, isWhole: Bool) {
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
      background: report.isVirtual ? .init() : background(report.run?.rig),
      complain: Output.diagnostic)
    for place in files.documents {
      let own = [.junit, .html].contains(place.kind) ? directory.file(place.kind.rawValue) : nil
      writer.write(place.kind, to: [own, place.path].compactMap(\.self))
    }
    writer.attempt { try captures.finish() }
    if let events = files.events {
      writer.attempt { try directory.copy("events.ndjson", to: events) }
    }

    if !printsResult { return (report, writer.isWhole) }
    if common.json {
      RunResult(report).print()
    } else {
      let hasPage = writer.written.contains(directory.report)
      common.show(
        report, page: hasPage ? directory.report : nil,
        wall: Int64((ContinuousClock.now - began) / .microseconds(1)),
        slowest: slowest)
    }
    return (report, writer.isWhole)
  }
}
