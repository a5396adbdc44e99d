package import Reports
package import Terminal

extension Presentation {
  /// Prints the summary of a run for people, in the columns that the terminal has now.
  ///
  /// - Parameters:
  ///   - page: the page with more, where there is one.
  ///   - wall: how long the run took by the clock on the wall, in microseconds.
  ///   - slowest: how many of the slowest cases are listed.
  package func show(_ report: RunReport, page: String?, wall: Int64? = nil, slowest: Int = 0) {
    Output.result(
      SummaryRenderer(
        width: Terminal.width(.output) ?? 100, color: Terminal.isColoured(.output, color),
        describe: FrameWords.describer
      ).render(report, reportAt: page, wall: wall, slowest: slowest))
  }

  package func show(_ document: CaseDocument) {
    Output.result(
      document.lines(width: Terminal.width(.output) ?? 100).joined(separator: "\n"))
  }
}
