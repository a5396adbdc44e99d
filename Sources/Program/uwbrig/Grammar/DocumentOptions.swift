import ArgumentParser
import Reports
import Runs

struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The results as JUnit XML.", valueName: "file"),
    completion: Completions.anyFile)
  var junit: String?

  @Option(
    help: ArgumentHelp("The results in the Common Test Report Format.", valueName: "file"),
    completion: Completions.anyFile)
  var ctrf: String?

  @Option(
    help: ArgumentHelp("The results in the Test Anything Protocol.", valueName: "file"),
    completion: Completions.anyFile)
  var tap: String?

  @Option(
    help: ArgumentHelp("The report as one HTML page.", valueName: "file"),
    completion: Completions.anyFile)
  var html: String?

  var files: [RunFiles.Place] {
    [
      .init(kind: .junit, option: "--junit", path: junit),
      .init(kind: .ctrf, option: "--ctrf", path: ctrf),
      .init(kind: .tap, option: "--tap", path: tap),
      .init(kind: .html, option: "--html", path: html),
    ]
  }
}
