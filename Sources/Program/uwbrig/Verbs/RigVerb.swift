import ArgumentParser
import Journal
import RigFile

/// `rig`: rig files.
struct RigVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rig", abstract: "Checks rig files and prints their schema.",
    subcommands: [RigCheckVerb.self, RigSchemaVerb.self, RigInitVerb.self])

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    Output.diagnostic(
      "Error: a verb is missing\n\n" + Uwbrig.helpMessage(for: RigVerb.self))
    throw ExitStatus.usage
  }
}

/// `rig schema`: the JSON schema of rig files.
struct RigSchemaVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON schema of rig files.")

  @OptionGroup var common: CommonOptions

  mutating func run() { Output.result(ShippedRigs.schema) }
}
