import ArgumentParser
import LabRuntime

/// `run`: the main job.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs conformance cases on a rig.",
    discussion: """
      Without --rig it runs on virtual boards inside the program, in virtual time. The folder \
      given by --out holds run.json, events.ndjson, junit.xml and report.html afterwards.
      """)

  @OptionGroup var selection: SelectionOptions

  @Option(
    help: ArgumentHelp("The folder of the run. (default: out/<run id>)", valueName: "folder"))
  var out: String?

  @OptionGroup var documents: DocumentOptions

  @Option(help: ArgumentHelp("A further copy of events.ndjson.", valueName: "file"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Cases and boards whose bad verdicts do not count for now. (default: quarantine.yaml beside "
        + "the rig file, or in Rigs)", valueName: "file"))
  var quarantine: String?

  @Option(
    help: ArgumentHelp(
      "Faults of devices that are accepted. (default: waivers.yaml beside the rig file, or in Rigs)",
      valueName: "file"))
  var waivers: String?

  @Option(
    help: ArgumentHelp(
      "Where outcomes are remembered. (default: out/ledger.sqlite; with --out nowhere)",
      valueName: "file"))
  var ledger: String?

  @Option(help: ArgumentHelp("Decides the order of the cases and all chance.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("Stop after n FAIL or ERROR.", valueName: "n"))
  var maxFail: Int?

  @Option(
    help: ArgumentHelp(
      "Run n cases at a time. (default: as many as the boards allow)", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("The time limit of a case, such as 30s. (default: 60s)", valueName: "d"),
    transform: DurationArgument.parse)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp("The time limit of each suite.", valueName: "d"),
    transform: DurationArgument.parse)
  var suiteTimeout: Duration?

  @Option(
    help: ArgumentHelp("The time limit of the run.", valueName: "d"),
    transform: DurationArgument.parse)
  var runTimeout: Duration?

  @Option(help: "What it means when no case ran.")
  var noTests = PassOrFail.fail

  @Option(help: "How to show what is going on.")
  var progress = ProgressChoice.auto

  @OptionGroup var planning: PlanOptions

  @OptionGroup var fleet: FleetWaitOptions

  @OptionGroup var programs: ProgramOptions

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--max-fail", maxFail)
    try ValidationError.check("--jobs", jobs)
  }

  mutating func run() throws {
    // Before any thread: a thread takes over which signals are blocked.
    LabSignal.block()
    throw try perform().status
  }
}
