import ArgumentParser
import LabRuntime
import Settings
import Terminal

/// `run`: the main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs conformance cases on a rig.",
    discussion: """
      Without --rig it runs on built-in virtual boards, in simulated time. The folder given by --out \
      then holds run.json, events.ndjson, junit.xml, report.html and captures/. Values of options \
      can come from uwbrig.yaml and from environment variables: see `uwbrig help config`.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the run. (default: out/<run id>)", valueName: "folder"),
    completion: .directory)
  var out: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    help: ArgumentHelp("Another copy of events.ndjson.", valueName: "file"),
    completion: Completions.anyFile)
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Known failures that do not count for now. (default: quarantine.yaml beside "
        + "the rig file, or in Rigs)", valueName: "file"), completion: Completions.yaml)
  var quarantine: String?

  @Option(
    help: ArgumentHelp(
      "Device faults that are accepted. (default: waivers.yaml beside the rig file, or in Rigs)",
      valueName: "file"), completion: Completions.yaml)
  var waivers: String?

  @Option(
    help: ArgumentHelp(
      "The database of earlier outcomes. (default: out/ledger.sqlite; with --out, none)",
      valueName: "file"), completion: Completions.anyFile)
  var ledger: String?

  @Option(
    help: ArgumentHelp("The seed of the order of cases and of all randomness.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("Stop after n FAIL or ERROR.", valueName: "n"))
  var maxFail: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Run n cases at a time. (default: as many as the boards allow)", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("The timeout of a case, such as 30s. (default: 60s)", valueName: "d"),
    transform: DurationArgument.parse)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp("The timeout of each suite.", valueName: "d"),
    transform: DurationArgument.parse)
  var suiteTimeout: Duration?

  @Option(
    help: ArgumentHelp("The timeout of the run.", valueName: "d"),
    transform: DurationArgument.parse)
  var runTimeout: Duration?

  @Option(help: ArgumentHelp("The result when no case ran.", valueName: "pass|fail"))
  var noTests = PassOrFail.fail

  @Option(
    help: ArgumentHelp(
      "Run again whenever this file changes, until Ctrl-C: write it to its board, then run the cases on "
        + "that board, those that failed last first.", valueName: "image"),
    completion: Completions.anyFile)
  var watch: String?

  @Option(help: ArgumentHelp("List the n slowest cases at the end.", valueName: "n"))
  var durations: Int?

  @Flag(
    help: "Serve the live page of the run to browsers on this computer; prints its address.")
  var view = false

  @OptionGroup var viewing: ViewOptions

  @Option(help: ArgumentHelp("How to show progress.", valueName: "how"))
  var progress = ProgressChoice.auto

  @OptionGroup var planning: PlanOptions

  @OptionGroup var fleet: FleetWaitOptions

  @OptionGroup var programs: ProgramOptions

  @OptionGroup var project: ProjectOptions

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--max-fail", maxFail)
    try ValidationError.check("--jobs", jobs)
    try ValidationError.check("--durations", durations)
    if watch != nil || view || planning.partition != nil, !fleet.places.isEmpty {
      throw ValidationError(
        "--places makes the parts itself and runs without a page: leave --watch, --view and "
          + "--partition out.")
    }
    if watch != nil, !fleet.place.isEmpty {
      throw ValidationError(
        "--watch needs a rig file: name the place there, as link: labgrid:PLACE.")
    }
    if viewing.listen != nil, !view {
      throw ValidationError("--listen is where --view serves its page: give both.")
    }
  }

  mutating func run() throws {
    // Before any thread: a thread takes over which signals are blocked.
    LabSignal.block()
    if let watch { throw try perform(watching: watch) }
    if !fleet.places.isEmpty { throw try perform(overPlaces: fleet.places) }
    throw try perform(on: try fleet.place.isEmpty ? nil : rigOfPlaces()).status
  }
}
