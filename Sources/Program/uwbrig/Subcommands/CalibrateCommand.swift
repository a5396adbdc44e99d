import ArgumentParser
import Calibration
import LabRuntime

/// `calibrate`: antenna delays, measured, corrected and proved.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measures and corrects the antenna delays of boards, and proves the outcome.",
    discussion: """
      The boards stand where the rig file says, in line of sight, 2 to 3 m apart. The plan is shown \
      first; --dry-run ends there. Each pair ranges; what each board is off by follows from the sums: of \
      three boards in closed form, of more by least squares, of one against --reference. The delay is \
      written, read back, and everything is measured again, up to six times. The old values are kept in \
      the folder of the run before the first is changed, and put back on any fault; after a power cut of \
      this computer `uwbrig calibrate --undo RUN` does that. Nothing but the delay of the channel and \
      antenna is written, or with --angles the offset of phases, and nothing to a board that is not named.

      Status 1 when a board cannot be calibrated, 3 when the bench is at fault.
      """)

  @Argument(
    help: ArgumentHelp("The boards to calibrate.", valueName: "board"),
    completion: Completions.boards)
  var boards: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(
    help: ArgumentHelp(
      "A board that is trusted and not written to; repeatable.", valueName: "board"),
    completion: Completions.boards)
  var reference: [String] = []

  @Option(
    help: ArgumentHelp(
      "A pair that can be measured, such as a+b; repeatable. (default: all)", valueName: "a+b"))
  var pair: [String] = []

  @Option(help: ArgumentHelp("The channel.", valueName: "n"))
  var channel = 9

  @Option(
    help: ArgumentHelp(
      "The antenna, or with --angles the pair of antennas, counted from 0.", valueName: "n"))
  var antenna = 0

  @Flag(
    help: "Calibrate the offset of a board's angles instead, while it looks at --reference.")
  var angles = false

  @Option(help: ArgumentHelp("Ranges of each pair, each time.", valueName: "n"))
  var ranges = 100

  @Option(
    help: ArgumentHelp("The time from range to range. (default: 100ms)", valueName: "d"),
    transform: DurationArgument.parse)
  var interval: Duration?

  @Option(
    name: .customLong("warm-up"),
    help: ArgumentHelp(
      "How long the boards range before anything counts. (default: not at all)", valueName: "d"),
    transform: DurationArgument.parse)
  var warmUp: Duration?

  @Option(
    help: ArgumentHelp(
      "A rig file with the boards at other places, where the outcome is checked.", valueName: "file"
    ),
    completion: Completions.yaml)
  var check: String?

  @Option(
    help: ArgumentHelp(
      "The temperature of the bench in degrees Celsius, for the record.", valueName: "t"),
    transform: { text in
      guard let value = Double(text) else {
        throw ValidationError(
          expected: "degrees Celsius, such as 21.5", got: ValidationError.shown(text))
      }
      return value
    })
  var temperature: Double?

  @Flag(name: .customLong("keep-power"), help: "Do not cut the boards' power to prove the outcome.")
  var keepPower = false

  @Flag(name: .customLong("dry-run"), help: "Show the plan and do nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Restore the values from before a calibration.", valueName: "run"),
    completion: Completions.runs)
  var undo: String?

  @Option(
    help: ArgumentHelp(
      "Rehearse on the rig's virtual boards in n worlds with hidden errors, and show how well it went.",
      valueName: "n"))
  var worlds: Int?

  @Option(help: ArgumentHelp("The seed of all randomness of virtual boards.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the run. (default: out/<run id>)", valueName: "folder"),
    completion: .directory)
  var out: String?

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--ranges", ranges, in: 10...100_000)
    try ValidationError.check("--worlds", worlds, in: 1...1_000_000)
    try ValidationError.check("--antenna", antenna, in: 0...3)
    guard [5, 9].contains(channel) else {
      throw ValidationError("--channel", expected: "5 or 9", got: "\(channel)")
    }
    if let temperature, !(-100...200).contains(temperature) {
      throw ValidationError("--temperature", expected: "-100 to 200", got: "\(temperature)")
    }
    if undo == nil, boards.isEmpty { throw ValidationError("Name the boards to calibrate.") }
    if undo != nil, dryRun || worlds != nil {
      throw ValidationError("--undo puts old values back: it takes no --dry-run and no --worlds.")
    }
  }

  mutating func run() throws {
    LabSignal.block()
    if let undo { throw try perform(undoing: undo) }
    throw try worlds == nil ? perform() : rehearse()
  }
}
