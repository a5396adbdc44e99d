import ArgumentParser

/// What Tab offers behind `uwbrig help`: that subcommand is the parser's own, and its scripts offer
/// nothing there. It can go when a script of the parser's own passes the tests of completions, which fail
/// where its scripts change, too.
enum HelpCompletion {
  /// A completion script with the names of the subcommands there; any other text as it is.
  static func added(to text: String) -> String {
    let names = Uwbrig.configuration.subcommands.compactMap { $0.configuration.commandName }
    let words = names.joined(separator: " ")
    let bash = "__uwbrig_offer_flags_options -1\n"
    let end = "}\n\ncomplete -o filenames"
    let completed =
      text
      .replacing(
        bash + end,
        with: bash + "    test \"${positional_number}\" != 1 || __uwbrig_add_completions -W "
          + "$'\(names.joined(separator: "\\n"))'\n" + end
      )
      .replacing(
        "'*:subcommands:'", with: "':subcommand:(\(words))'\n        '*:subcommands:'")
    guard text.hasPrefix("function __uwbrig_") else { return completed }
    return completed
      + "\ncomplete -c 'uwbrig' -n '__uwbrig_should_offer_completions_for_positional \"uwbrig help\" -eq 1' "
      + "-fka '\(words)'"
  }
}
