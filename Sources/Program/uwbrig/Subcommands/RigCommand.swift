import ArgumentParser
import Journal
import RigFile
import Terminal

/// `rig`: rig files.
struct RigCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "rig", abstract: "Writes and checks rig files, and prints their schema.",
    subcommands: [
      RigCheckCommand.self, RigSchemaCommand.self, RigInitCommand.self,
      RigTwisterCommand.self,
    ])

  @OptionGroup var common: CommonOptions
}

/// `rig schema`: the JSON schema of rig files.
struct RigSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON schema of rig files.")

  @OptionGroup var common: CommonOptions

  mutating func run() { Output.result(ShippedRigs.schema) }
}
