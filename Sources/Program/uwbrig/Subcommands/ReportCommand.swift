public import ArgumentParser
import Errors
import FoundationEssentials
import JSONDocuments
import Journal
import Links
import Printing
import Reports
public import RunStore
import Runs
import Terminal

/// `report`: documents from runs; lists and compares runs.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes documents from runs; lists and compares runs.",
    discussion: """
      `uwbrig report RUN…` makes documents of one run or of several: the parts of a partition, and \
      later runs of what had not passed. A RUN is a folder, a journal (events.ndjson), the \
      name of a run below out, or `latest`. A run that was killed is marked as interrupted. Takes \
      --out FOLDER, --junit, --ctrf, --tap and --html FILE: see `uwbrig report documents --help`.
      """,
    subcommands: [
      ReportDocumentsCommand.self, ReportListCommand.self, ReportShowCommand.self,
      ReportCompareCommand.self,
      ReportAccuracyCommand.self, ReportFlakesCommand.self, ReportPruneCommand.self,
    ], defaultSubcommand: ReportDocumentsCommand.self)

  @OptionGroup var common: CommonOptions

  static let subcommands = configuration.subcommands.dropFirst().compactMap {
    $0.configuration.commandName
  }
}

/// Where the runs are.
struct RunsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the runs.", valueName: "folder"), completion: .directory)
  var runs = RunDirectory.runs
}

/// `report RUN…`
struct ReportDocumentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "documents",
    abstract: "Makes documents from runs; what `report RUN` stands for.",
    discussion: """
      Without --out or a file, the documents of a single run are written into its folder.
      """)

  @Argument(help: ArgumentHelp("The runs.", valueName: "run"), completion: Completions.runs)
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write junit.xml, ctrf.json, results.tap and report.html into this folder.",
      valueName: "folder"), completion: .directory)
  var out: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    help: ArgumentHelp("An earlier run that the page compares with.", valueName: "run"),
    completion: Completions.runs)
  var baseline: String?

  @Flag(
    help: "Show the last runs on the rig for virtual boards, too. (for real boards: always)")
  var trend = false

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func run() throws { throw try perform() }
}

/// `report list`
struct ReportListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the runs of a folder, the latest first.")

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let catalogue = try Catalogues.read(folder.runs)
    if common.json { return RunListDocument(catalogue).print() }
    let lines = catalogue.lines(width: Terminal.width(.output))
    if lines.isEmpty {
      common.remark("Note: there is no run below \(folder.runs)")
    } else {
      Output.result(lines.joined(separator: "\n"))
    }
  }
}

/// `report show RUN`
struct ReportShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows how a run ended.",
    discussion: """
      With --case it shows one case of the run: requirement and source, expected and received, the frames \
      around the failure, measurements, and the command that runs it again.
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"), completion: Completions.runs)
  var word = "latest"

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("One case of the run, such as S08@lock, or its id.", valueName: "case"))
  var caseName: String?

  @Flag(help: "With --json: leave out the cases that passed and those that were skipped.")
  var problems = false

  @Option(
    help: ArgumentHelp(
      "With --json: at most n cases and n groups, of the cases those first that tell their groups best.",
      valueName: "n"))
  var most: Int?

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--most", most)
  }

  mutating func run() throws {
    let run = try NamedRun(word, below: folder.runs)
    let report = try run.report()
    if let caseName {
      let document = try CaseDocument(caseName, in: report, FrameWords.describer)
      return common.json ? document.print() : common.show(document)
    }
    if common.json {
      return RunResult(report, run: run.directory?.path, onlyProblems: problems, most: most).print()
    }
    let page = run.directory?.report
    let hasPage = page.map { FileManager.default.fileExists(atPath: $0) } ?? false
    common.show(report, page: hasPage ? page : nil)
  }
}

/// `report compare A B`
struct ReportCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares a run with an earlier one.",
    discussion: """
      Status 1 when something newly fails, 3 when something is newly undecided. Changes of numbers \
      have an interval at 95 % where there are enough values (four on each side).
      """)

  @Argument(
    help: ArgumentHelp("The earlier run.", valueName: "before"), completion: Completions.runs)
  var before: String

  @Argument(
    help: ArgumentHelp("The later run.", valueName: "after"), completion: Completions.runs)
  var after: String

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let earlier = try NamedRun(before, below: folder.runs)
    let later = try NamedRun(after, below: folder.runs)
    let comparison = RunComparison(try earlier.report(), try later.report())
    let names = (before: earlier.name, after: later.name)
    if common.json {
      ComparisonDocument(comparison, names: names).print()
    } else {
      let text = ComparisonText(comparison, names: names, showsAll: common.verbose)
      Output.result(text.lines().joined(separator: "\n"))
    }
    throw ExitStatus(comparison.status)
  }
}

/// `report flakes`
struct ReportFlakesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flakes",
    abstract: "Shows where the flakiness lives: by case, board, port and firmware.",
    discussion: """
      An outcome is unstable when it is FLAKY, or bad although the same case on the same board has \
      passed too. Rates have the interval of Wilson at 95 %.
      """)

  @Option(help: "Only by this property.")
  var by: FlakeTable.Dimension?

  @Option(help: ArgumentHelp("Only the latest n runs.", valueName: "n"))
  var last: Int?

  @Option(
    help: ArgumentHelp("The ledger. (default: ledger.sqlite among the runs)", valueName: "file"),
    completion: Completions.anyFile)
  var ledger: String?

  @OptionGroup var folder: RunsOption
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--last", last)
  }

  mutating func run() throws {
    let path = ledger ?? folder.runs + "/" + Ledger.name
    do throws(RigError) {
      let ledger = try Ledger(reading: path)
      let cells = try ledger.cells(ofLast: last)
      let dimensions = by.map { [$0] } ?? FlakeTable.Dimension.allCases
      let runs = min(try ledger.runs(), last ?? .max)
      let tables = dimensions.map { FlakeTable(cells, by: $0) }
      if common.json {
        return FlakesDocument(ledger: path, runs: runs, tables: tables).print()
      }
      let lines = FlakeList.lines(
        tables, ofLast: runs, in: path, showsAll: common.verbose, width: Terminal.width(.output))
      Output.result(lines.joined(separator: "\n"))
    } catch { throw Failure(.usage, "\(error)") }
  }
}

extension FlakeTable.Dimension: ExpressibleByArgument {}
