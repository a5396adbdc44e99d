import ArgumentParser
import LabRuntime

/// `console`: talks to one board.
struct ConsoleVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Talks to a board: packets in hexadecimal or by name, answers raw and decoded.",
    discussion: """
      Reads commands from standard input, one a line, and prints everything that goes and comes, \
      what the board says by itself too. A line is a packet in hexadecimal, or a command by its \
      name with its fields, such as SESSION_INIT_CMD session_id=42; wait 500ms lets time pass (in \
      virtual time nothing else does), break 250ms holds a serial line low, help lists the names, \
      quit ends. Blank lines and lines that begin with # are passed over. Ends with the input, after \
      the answers that are outstanding.

      An attached board needs no rig file once it is known what it speaks: boards --probe asks that, \
      and remembers.

      Status 1 when a line was no command, or a command had no answer.
      """)

  @Argument(help: "A name of the rig file, or serial=… or path=… of an attached board.")
  var board: String

  @Option(help: ArgumentHelp("The rig file.", valueName: "file"))
  var rig: String?

  @Flag(help: "Print the bytes alone, nothing decoded.")
  var raw = false

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    LabSignal.block()
    throw try ConsoleSession(self).perform()
  }
}
