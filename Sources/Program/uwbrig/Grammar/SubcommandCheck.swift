import ArgumentParser
import Journal
import Links
import Notation

/// Recognises a misspelt subcommand before the parser takes it for a stray argument.
enum SubcommandCheck {
  /// Throws ``Failure`` when the first word is no subcommand.
  static func check(_ arguments: [String]) throws {
    try check(arguments[...], in: Uwbrig.self, path: "uwbrig")
  }

  private static func check(
    _ arguments: ArraySlice<String>, in command: any ParsableCommand.Type, path: String
  ) throws {
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else { return }
    if let command = subcommands.first(where: { $0.configuration.commandName == word }) {
      return try check(arguments.dropFirst(), in: command, path: "\(path) \(word)")
    }
    // Where no subcommand is needed, the word may be anything; the subcommand that takes it tells of a slip.
    if command.configuration.defaultSubcommand != nil { return }
    if word == "help", path == "uwbrig" { return }
    let names = subcommands.compactMap { $0.configuration.commandName }
    let hint =
      NearestName.hint(for: word, among: names)
      ?? ": the subcommands are " + names.joined(separator: ", ")
    throw Failure(
      .usage,
      "there is no subcommand \(PrintableText.quoted(word, limit: 60)) of \(path)\(hint)\n"
        + "See '\(path) --help' for more information.")
  }
}
