import ArgumentParser
import JSONDocuments
import Journal

/// `list`: the cases, and with a rig whether they would run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the cases; with a rig whether each would run or skip, and why.")

  @OptionGroup var selection: SelectionOptions

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
    if common.json {
      list.document.print()
    } else {
      for line in list.lines(width: Terminal.width(.output)) { Output.result(line) }
    }
  }
}
