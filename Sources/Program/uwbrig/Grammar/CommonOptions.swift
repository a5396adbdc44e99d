import ArgumentParser

/// What every subcommand takes.
struct CommonOptions: ParsableArguments {
  enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    /// On terminals, unless `NO_COLOR` is set.
    case auto
    case always
    case never
  }

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(help: ArgumentHelp("When to use colour.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "No progress and no remarks.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "More detail.")
  var verbose = false

  mutating func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// A remark for people; not part of the result.
  func remark(_ text: String) {
    if !quiet { Output.diagnostic(text) }
  }

  /// A remark for people who want to know more.
  func detail(_ text: String) {
    if verbose { Output.diagnostic(text) }
  }
}
