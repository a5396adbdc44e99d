import ArgumentParser
import Journal
import Terminal

/// The root of the grammar: every subcommand of the command line.
struct Uwbrig: ParsableCommand {
  /// The version that documents name.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "uwbrig",
    abstract: "A conformance test rig for UWB boards.",
    discussion: """
      Runs conformance cases on real and virtual boards. Without a rig file, `uwbrig run` uses \
      built-in virtual boards. Results go to standard output, progress and diagnostics \
      to standard error.

      Exit status: 0 done; 1 a FAIL, or the answer is no; 2 a wrong argument or rig file; 3 the \
      bench is at fault; 4 no case ran; 5 an internal error; 130 and 143 ended by a signal.
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Conformance",
        subcommands: [
          RunCommand.self, ListCommand.self, DecodeCommand.self, ReportCommand.self,
          ViewCommand.self,
        ]),
      CommandGroup(
        name: "Boards",
        subcommands: [
          BoardsCommand.self, ScanCommand.self, InspectCommand.self, FlashCommand.self,
          PowerCommand.self, RangeCommand.self, CalibrateCommand.self, ExplainCommand.self,
          ConsoleCommand.self, FleetCommand.self,
        ]),
      CommandGroup(
        name: "Set-up",
        subcommands: [
          VirtualCommand.self, RigCommand.self, UdevCommand.self, DoctorCommand.self,
          ExportCommand.self, MCPCommand.self,
          ConfigCommand.self, SchemaCommand.self,
        ]),
      CommandGroup(
        name: "Simulation",
        subcommands: [SoakCommand.self, MutateCommand.self, RecordCommand.self, ReplayCommand.self]),
    ])

  @Flag(name: .customShort("V"), help: "Show the version.")
  var showsVersion = false

  mutating func run() throws {
    if showsVersion { return Output.result(Self.version) }
    Output.diagnostic("Error: a subcommand is missing\n\n" + Self.helpMessage())
    throw ExitStatus.usage
  }
}
