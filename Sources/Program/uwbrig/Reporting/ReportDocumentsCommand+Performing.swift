import Errors
import FoundationEssentials
import JSONDocuments
import Journal
import Links
import Notation
import Printing
import Reports
import RunStore
import Runs
import Terminal

extension ReportDocumentsCommand {
  func perform() throws -> ExitStatus {
    guard !words.isEmpty else {
      throw Failure(
        .usage,
        "name a run: a folder, a journal, a name below \(folder.runs), or `latest`; see "
          + "`uwbrig report list`")
    }
    let runs = try NamedRun.read(
      words, below: folder.runs, besides: ReportCommand.subcommands)
    try checkPlaces(runs)
    try OutputPlaces.check(documents.files, folder: out)
    var reports: [(name: String, report: RunReport)] = []
    var captures: CaptureWriter?
    // Captures are made where the run was killed before it could: not with --out, which is a folder
    // of documents.
    if let directory = runs.first?.directory, runs.count == 1, isIntoOwnFolder,
      !Self.hasCaptures(directory)
    {
      captures = CaptureWriter(directory, isSimulated: try Self.isVirtual(runs[0]))
    }
    for run in runs {
      reports.append((run.name, try run.report { captures?.add($0) }))
    }
    let report = RunReport.merged(
      reports, takenUp: NamedRun.takenUp(runs) { !reports[$0].report.isCutOff })
    // When and where it ran can be said of one run only.
    let record = runs.count == 1 ? runs[0].directory?.record : nil
    var writer = DocumentWriter(
      report, record: record, background: try background(of: report),
      complain: Output.diagnostic)
    try write(&writer, runs, &captures)
    tell(report, runs, writer)
    CIHost.current?.publish(report, annotate: Output.coloured, remark: common.remark)
    return writer.isWhole ? .done : .internalError
  }

  /// What the page tells beside the runs: the baseline that was asked for, and, for real boards or
  /// where that was asked for, what the ledger knows.
  private func background(of report: RunReport) throws -> HTMLDocument.Background {
    var background = HTMLDocument.Background()
    let ledger = folder.runs + "/" + Ledger.name
    if trend || !report.isVirtual, FileManager.default.fileExists(atPath: ledger) {
      do throws(RigError) {
        background = try RunHistory.background(
          in: ledger, of: report.run?.rig, isVirtual: report.isVirtual)
      } catch {
        common.remark(
          "Warning: the page has no history: \(PrintableText.escaped("\(error)", limit: 600))")
      }
    }
    if let word = baseline {
      let run = try NamedRun(word, below: folder.runs)
      background.baseline = (run.name, try run.report())
    }
    return background
  }

  /// Throws ``Failure`` where a document would take the place of what it is made from.
  private func checkPlaces(_ runs: [NamedRun]) throws {
    let baseline = try baseline.map { try NamedRun($0, below: folder.runs) }
    var inputs = InputFiles()
    for run in runs + [baseline].compactMap({ $0 }) {
      try inputs.add(run.journal, as: "the journal of the run")
      guard let directory = run.directory else { continue }
      try inputs.add(directory.run, as: "the record of the run")
      try inputs.add(directory.file(RunDirectory.rigName), as: "the rig file of the run")
    }
    try inputs.add(folder.runs + "/" + Ledger.name, as: "the ledger")
    for place in documents.files { try inputs.check(place.path, for: place.option) }
    guard let out else { return }
    for kind in DocumentWriter.Kind.allCases {
      try inputs.check(out + "/" + kind.rawValue, for: "--out", out)
    }
  }

  private func write(
    _ writer: inout DocumentWriter, _ runs: [NamedRun], _ captures: inout CaptureWriter?
  ) throws {
    if let out {
      guard writer.attempt({ try RunDirectory.makeFolder(out) }) else { return }
      for kind in DocumentWriter.Kind.allCases {
        writer.write(kind, to: [out + "/" + kind.rawValue])
      }
    } else if isIntoOwnFolder, runs.count == 1, let own = runs[0].directory {
      for kind in [DocumentWriter.Kind.junit, .html] {
        writer.write(kind, to: [own.file(kind.rawValue)])
      }
      writer.attempt {
        try RunDirectory.makeFolder(own.captures)
        try captures?.finish()
      }
    }
    for place in documents.files {
      writer.write(place.kind, to: place.path.map { [$0] } ?? [])
    }
  }

  /// Whether no place was named for any document.
  private var isIntoOwnFolder: Bool {
    out == nil && documents.files.allSatisfy { $0.path == nil }
  }

  private func tell(_ report: RunReport, _ runs: [NamedRun], _ writer: DocumentWriter) {
    if common.json {
      ReportDocument(report, of: runs.map(\.name), documents: writer.written).print()
      return
    }
    common.show(report, page: writer.written.first { $0.hasSuffix(".html") })
    if writer.written.isEmpty, writer.isWhole {
      common.remark("Note: no document was written; name a folder with --out, or a file")
    } else {
      for path in writer.written { common.detail("wrote \(path)") }
    }
  }

  private static func hasCaptures(_ directory: RunDirectory) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.captures)) ?? []
    return names.contains { $0.hasSuffix(".pcapng") && !$0.hasPrefix(".") }
  }

  /// Whether the boards that a journal opens all live in the virtual lab: then nothing of a wall's
  /// clock may be in a document.
  private static func isVirtual(_ run: NamedRun) throws -> Bool {
    var collector = OutcomeCollector()
    _ = try run.report { collector.add($0) }
    return collector.isVirtual
  }
}
