import ArgumentParser
import Reports

struct DocumentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The results as JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("The results in the Common Test Report Format.", valueName: "file"))
  var ctrf: String?

  @Option(help: ArgumentHelp("The results in the Test Anything Protocol.", valueName: "file"))
  var tap: String?

  @Option(help: ArgumentHelp("The report as one HTML page.", valueName: "file"))
  var html: String?

  var files: [(kind: DocumentWriter.Kind, option: String, path: String?)] {
    [
      (.junit, "--junit", junit), (.ctrf, "--ctrf", ctrf), (.tap, "--tap", tap),
      (.html, "--html", html),
    ]
  }
}

extension CommonOptions {
  /// Prints the summary of a run for people, in the columns that the terminal has now.
  ///
  /// - Parameters:
  ///   - page: the page with more, where there is one.
  ///   - wall: how long the run took by the clock on the wall, in microseconds.
  ///   - slowest: how many of the slowest cases are listed.
  func show(_ report: RunReport, page: String?, wall: Int64? = nil, slowest: Int = 0) {
    Output.result(
      SummaryRenderer(
        width: Terminal.width(.output) ?? 100, color: Terminal.isColoured(.output, color),
        describe: FrameWords.describer
      ).render(report, reportAt: page, wall: wall, slowest: slowest))
  }

  func show(_ document: CaseDocument) {
    Output.result(
      document.lines(width: Terminal.width(.output) ?? 100).joined(separator: "\n"))
  }
}
