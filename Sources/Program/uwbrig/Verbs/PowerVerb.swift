import ArgumentParser
import LabRuntime

/// `power`: switches a board off and on, and says what is known of it.
struct PowerVerb: ParsableCommand {
  /// What is to be done.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case off, on, cycle, status, reset
  }

  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Cuts and restores the power of a board.",
    discussion: """
      How a board is powered stands in the rig file (power: hub:1-1.4:2, ykush:SERIAL:PORT, or \
      programs). Without a rig file, serial=… or path=… is an attached board, and the port of the hub \
      that it hangs on is switched; status tells what that hub says it can. What is off is not seen: \
      it comes back by path=….

      Off ends when the board has disappeared, on when it is back: a switch that says yes and does \
      nothing is an error, status 3. A port that also feeds something that was not named is refused, \
      and so is a board that another program is using; without a rig file also a port of the computer \
      itself.

      Reset needs no switch: the board's USB port is reset with its power on, or, where that cannot \
      be had, the kernel lets go of the board and takes it up again.
      """)

  @Argument(help: "A name of the rig file, or serial=… or path=… of an attached board.")
  var board: String

  @Argument(help: "off, on, cycle, status or reset.")
  var action: Action

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Option(
    help: ArgumentHelp("How long the power stays off in a cycle.", valueName: "duration"),
    transform: DurationArgument.parse)
  var off = Duration.seconds(1)

  @Flag(help: "Cut the power although other devices or programs lose theirs.")
  var force = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    throw try PowerSession(self).perform()
  }
}
