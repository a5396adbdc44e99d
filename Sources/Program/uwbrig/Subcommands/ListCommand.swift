import ArgumentParser
import JSONDocuments
import Journal
import Runs
import Terminal

/// `list`: the cases, and with a rig whether they would run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the cases; with a rig whether each would run or skip, and why.",
    discussion: """
      Sorted by suite and id; --verbose adds what each case requires of the board and the rig, its tags and \
      its source. The id of a single case prints everything about that case.
      """)

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var project: ProjectOptions

  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if selection.board != nil, selection.rig == nil {
      throw ValidationError("--board names a board of a rig: add --rig.")
    }
  }

  mutating func run() throws {
    let selected = try Selection(selection, opens: false)
    for note in selected.notes { common.remark("Note: \(note)") }
    let list = CaseList(selected)
    if common.json { list.document.print() } else { list.print(isVerbose: common.verbose) }
  }

  /// Does what arguments in their plainest form ask for, filters and nothing else; false for every other
  /// form. The parser takes longer to put the grammar together than the list takes.
  static func performPlain(_ arguments: [String]) throws -> Bool {
    guard arguments.first == "list", !arguments.contains(where: { $0.hasPrefix("-") }) else {
      return false
    }
    let selected = try Selection(Array(arguments.dropFirst()), opens: false)
    for note in selected.notes { Output.diagnostic("Note: \(note)") }
    CaseList(selected).print(isVerbose: false)
    return true
  }
}
