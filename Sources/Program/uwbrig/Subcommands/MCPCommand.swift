import ArgumentParser
import Files
import FoundationEssentials
import ModelContext
import RunStore

/// `mcp`: the rig for programs that ask.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves the Model Context Protocol on standard input and output.",
    discussion: """
      For assistants and editors that speak the protocol: they can list and run cases on virtual rigs, \
      read runs, ask why a case failed, decode packets and inspect boards. Runs are kept below out in the \
      working directory.

      Without --allow only that folder is written to: rig files with real boards or with programs to run \
      are refused, and no tool flashes a board or switches its power. Texts from boards are marked as \
      untrusted data.
      """)

  @Option(
    help: ArgumentHelp(
      "What else the client may do, separated by commas: run (run on and inspect real boards), flash, power.",
      valueName: "permits"), transform: Self.permits)
  var allow: Set<Permit> = []

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    // A name for this program that holds in another process.
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var service = ToolService(
      program: program, version: Uwbrig.version, permits: allow,
      runFolder: {
        "out/\(RunRecord(version: Uwbrig.version, arguments: []).id)"
      },
      // What a client asks about without a name is the run that it has just made.
      didRun: { try? RunDirectory(open: $0).becomeLatest() })
    try service.perform()
  }

  private static func permits(_ text: String) throws -> Set<Permit> {
    try Set(
      text.split(separator: ",").map { word in
        guard let permit = Permit(rawValue: String(word)) else {
          let names = Permit.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("--allow: expected \(names), got \"\(word)\"")
        }
        return permit
      })
  }
}
