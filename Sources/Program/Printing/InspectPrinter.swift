package import AttachedBoards
package import Inspection
import Journal
import Notation
import Reports
package import Terminal

/// Says what was found: a page for a person, or a document.
package struct InspectPrinter {
  /// Parts that are shown of one thing without --verbose.
  private static let most = 48

  package let common: any Presentation

  package init(common: any Presentation) {
    self.common = common
  }

  /// The boards, one after the other; of two that were compared only what differs.
  package func show(_ boards: [InspectedBoard], _ comparison: BoardComparison?) {
    if common.json {
      return InspectDocument(boards, comparison).print()
    }
    if let comparison, boards.count == 2 {
      for line in lines(of: comparison, boards[0], boards[1]) { Output.result(line) }
    } else {
      for line in boards.flatMap(lines) { Output.result(line) }
    }
  }

  private func lines(of board: InspectedBoard) -> [String] {
    let title = board.title.map { "  \(Self.shown($0))" } ?? ""
    let profile = board.profile.map { " (\(Self.shown($0)))" } ?? ""
    var lines = [Self.shown(board.name) + title + profile]
    for report in board.channels {
      lines += ["", "\(report.channel.title)  \(Self.shown(report.place))"]
      lines += self.lines(of: report.items, indent: "  ")
      if let failure = report.failure {
        lines.append("  \(Self.sentence(failure.message))")
        if !failure.advice.isEmpty { lines.append("  \(Self.sentence(failure.advice))") }
      }
    }
    return lines
  }

  private func lines(of items: [InspectedItem], indent: String) -> [String] {
    let shown = common.verbose ? items : Array(items.prefix(Self.most))
    let names = shown.map { Self.shown($0.name) }
    let width = min(32, names.map(\.count).max() ?? 0)
    var lines: [String] = []
    for (item, name) in zip(shown, names) {
      let padding = String(repeating: " ", count: max(0, width - name.count))
      let text = Self.shown(item.text)
      lines.append(indent + (text.isEmpty ? name : "\(name)\(padding)  \(text)"))
      lines += self.lines(of: item.parts, indent: indent + "  ")
    }
    let rest = items.count - shown.count
    return lines + (rest > 0 ? ["\(indent)and \(rest) more; --verbose shows them"] : [])
  }

  private func lines(
    of comparison: BoardComparison, _ first: InspectedBoard, _ second: InspectedBoard
  ) -> [String] {
    var table = Table([
      .init("CHANNEL"), .init("WHAT", minimum: 12), .init(Self.shown(first.name), minimum: 8),
      .init(Self.shown(second.name), minimum: 8),
    ])
    for difference in comparison.differences {
      table.add([
        difference.channel.name, difference.name, difference.first ?? "–",
        difference.second ?? "–",
      ])
    }
    let count = comparison.differences.count
    let things = comparison.equal == 1 ? "1 thing is" : "\(comparison.equal) things are"
    guard count > 0 else { return ["No difference: \(things) the same."] }
    return table.lines(width: Terminal.width(.output))
      + ["", "\(count) \(count == 1 ? "difference" : "differences"); \(things) the same."]
  }

  private static func shown(_ text: String) -> String { PrintableText.escaped(text, limit: 200) }

  private static func sentence(_ text: String) -> String {
    PrintableText.escaped(text, limit: 600)
  }
}
