import ArgumentParser
import Journal
import Links
import Notation

/// Recognises a misspelt verb before the parser takes it for a stray argument.
enum VerbCheck {
  /// Throws ``Failure`` when the first word is no verb.
  static func check(_ arguments: [String]) throws {
    try check(arguments[...], in: Uwbrig.self, path: "uwbrig")
  }

  private static func check(
    _ arguments: ArraySlice<String>, in command: any ParsableCommand.Type, path: String
  ) throws {
    let verbs = command.configuration.subcommands
    guard !verbs.isEmpty, let word = arguments.first, !word.hasPrefix("-") else { return }
    if let verb = verbs.first(where: { $0.configuration.commandName == word }) {
      return try check(arguments.dropFirst(), in: verb, path: "\(path) \(word)")
    }
    // Where no verb is needed, the word may be anything; the verb that takes it tells of a slip.
    if command.configuration.defaultSubcommand != nil { return }
    if word == "help", path == "uwbrig" { return }
    let names = verbs.compactMap { $0.configuration.commandName }
    let nearest = NearestName.nearest(to: word, among: names)
    let hint =
      nearest.map { "; did you mean \"\($0)\"?" } ?? ": the verbs are "
      + names.joined(separator: ", ")
    throw Failure(
      .usage,
      "there is no verb \(PrintableText.quoted(word, limit: 60)) of \(path)\(hint)\n"
        + "See '\(path) --help' for more information.")
  }
}
