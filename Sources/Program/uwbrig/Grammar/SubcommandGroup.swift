import ArgumentParser
import Journal
import Terminal

/// A subcommand that does nothing but hold others.
protocol SubcommandGroup: ParsableCommand {}

extension SubcommandGroup {
  mutating func run() throws {
    Output.diagnostic("Error: a subcommand is missing\n\n" + Uwbrig.helpMessage(for: Self.self))
    throw ExitStatus.usage
  }
}
