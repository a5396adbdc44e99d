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
      Without --rig it runs on virtual boards inside the program, in simulated time. The folder \
      given by --out then holds run.json, events.ndjson, junit.xml and report.html. Values of options \
      may stand in uwbrig.yaml and in variables: see `uwbrig help config`.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the run. (default: out/<run id>)", valueName: "folder"))
  var out: String?

  @OptionGroup var documents: DocumentOptions

  @Option(help: ArgumentHelp("A further copy of events.ndjson.", valueName: "file"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Known failures that do not count for now. (default: quarantine.yaml beside "
        + "the rig file, or in Rigs)", valueName: "file"))
  var quarantine: String?

  @Option(
    help: ArgumentHelp(
      "Device faults that are accepted. (default: waivers.yaml beside the rig file, or in Rigs)",
      valueName: "file"))
  var waivers: String?

  @Option(
    help: ArgumentHelp(
      "The database of earlier outcomes. (default: out/ledger.sqlite; with --out nowhere)",
      valueName: "file"))
  var ledger: String?

  @Option(
    help: ArgumentHelp("Seed of the order of the cases and of all randomness.", valueName: "n"))
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

  @Option(help: "What it means when no case ran.")
  var noTests = PassOrFail.fail

  @Option(
    help: ArgumentHelp(
      "Run again whenever this file changes, until Ctrl-C: write it to its board, then run the cases on "
        + "that board, those that failed last first.", valueName: "image"))
  var watch: String?

  @Option(help: ArgumentHelp("List the n slowest cases at the end.", valueName: "n"))
  var durations: Int?

  @Flag(
    help: "Serve the live page of the run to browsers of this computer; its address is printed.")
  var view = false

  @OptionGroup var viewing: ViewOptions

  @Option(help: "How to show progress.")
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
