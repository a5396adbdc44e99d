import ArgumentParser
import Terminal

/// What every subcommand takes.
struct CommonOptions: ParsableArguments, Presentation {
  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(help: ArgumentHelp("When to use colour.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "No progress and no notes.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "More detail.")
  var verbose = false

  mutating func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}

extension ColorChoice: ExpressibleByArgument {}
