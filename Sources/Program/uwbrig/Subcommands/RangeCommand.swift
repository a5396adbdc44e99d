import ArgumentParser
import LabRuntime

/// `range`: live ranging between boards of a rig.
struct RangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "range",
    abstract: "Ranges between a controller and controlees, live, with statistics and a plot.",
    discussion: """
      The first board is the controller, each further one a controlee, whatever roles the rig file \
      has. NAME=VALUE sets an application parameter by its name on all of them, such as \
      PREAMBLE_CODE_INDEX=11; SESSION_ID too. Without --rounds and --for it ends after \
      50 rounds in simulated time, and in real time when it is interrupted.

      Status 1 when no round gave a distance; it then prints the parameters in which the boards differ.
      """)

  @Argument(
    help: ArgumentHelp(
      "The controller, the controlees, and parameters.",
      valueName: "controller controlee… name=value…"), completion: Completions.boards)
  var words: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The rig file.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @Option(help: ArgumentHelp("End after n rounds.", valueName: "n"))
  var rounds: Int?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("End after this duration.", valueName: "d"),
    transform: DurationArgument.parse)
  var span: Duration?

  @Option(
    help: ArgumentHelp(
      "The time from round to round, such as 100ms. (default: 200ms)", valueName: "d"),
    transform: DurationArgument.parse)
  var interval: Duration?

  @Option(help: ArgumentHelp("The channel. (default: 9)", valueName: "n"))
  var channel: Int?

  @Option(
    name: .customLong("controller"),
    help: ArgumentHelp("A parameter of the controller only; repeatable.", valueName: "name=value"))
  var controllerParameters: [String] = []

  @Option(
    name: .customLong("controlee"),
    help: ArgumentHelp(
      "A parameter of the controlees only; repeatable.", valueName: "name=value"))
  var controleeParameters: [String] = []

  @Option(help: ArgumentHelp("The seed of all randomness of virtual boards.", valueName: "n"))
  var seed: UInt64 = 0

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    try ValidationError.check("--rounds", rounds)
  }

  mutating func run() throws {
    LabSignal.block()
    throw try perform()
  }
}
