/// How a subcommand was asked to show what it has to say.
///
/// ```swift
/// func show(_ boards: [String], _ common: any Presentation) {
///   if boards.isEmpty { common.remark("There is no board.") }
///   for board in boards { Output.result(board) }
/// }
/// ```
package protocol Presentation: Sendable {
  /// Whether JSON is printed instead of text.
  var json: Bool { get }
  var color: ColorChoice { get }
  /// No progress and no remarks.
  var quiet: Bool { get }
  /// More detail.
  var verbose: Bool { get }
}

extension Presentation {
  /// A remark for people; not part of the result.
  package func remark(_ text: String) {
    if !quiet { Output.diagnostic(text) }
  }

  /// A remark for people who want to know more.
  package func detail(_ text: String) {
    if verbose { Output.diagnostic(text) }
  }
}

/// When colour is used.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On terminals, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// How a run shows what it is doing.
package enum ProgressChoice: String, CaseIterable, Sendable {
  /// A bar on terminals, else lines.
  case auto
  case bar
  /// A line for each finished case.
  case plain
  case none
}
