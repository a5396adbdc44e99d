import JSONDocuments
import Journal
import Reports
import RunStore

struct RunDocuments: Sendable {
  enum Source {
    case journal
    /// What was seen of the run while it went on, and the captures where those were kept too.
    case memory(RunReport, CaptureWriter?)
  }

  private let directory: RunDirectory
  private let command: RunCommand
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
  init(
    _ directory: RunDirectory, _ command: RunCommand, isSimulated: Bool, printsResult: Bool,
    background: @escaping @Sendable (String?) -> HTMLDocument.Background
  ) {
    self.background = background
    self.printsResult = printsResult
    self.directory = directory
    self.isSimulated = isSimulated
    self.command = command
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
      background: report.isVirtual ? .init() : background(report.run?.rig),
      complain: Output.diagnostic)
    for (kind, _, path) in command.documents.files {
      let own = [.junit, .html].contains(kind) ? directory.file(kind.name) : nil
      writer.write(kind, to: [own, path].compactMap(\.self))
    }
    writer.attempt { try captures.finish() }
    if let events = command.events {
      writer.attempt { try directory.copy("events.ndjson", to: events) }
    }

    if !printsResult { return (report, writer.isWhole) }
    if command.common.json {
      RunResult(report).print()
    } else {
      let hasPage = writer.written.contains(directory.report)
      command.common.show(
        report, page: hasPage ? directory.report : nil,
        wall: Int64((ContinuousClock.now - began) / .microseconds(1)),
        slowest: command.durations ?? 0)
    }
    return (report, writer.isWhole)
  }
}
