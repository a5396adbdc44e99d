import Notation

/// Text in columns that fits a terminal.
package struct Table: Sendable {
  package struct Column: Sendable {
    var title: String
    /// Columns are shortened down to this width, those with the greatest room to give first.
    var minimum: Int

    /// A column that is not shortened unless it says down to which width.
    package init(_ title: String, minimum: Int? = nil) {
      self.title = title
      self.minimum = max(minimum ?? .max, DisplayWidth.of(title))
    }
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  /// A table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; what is missing is empty.
  package mutating func add(_ cells: [String]) {
    let cells = cells.prefix(columns.count).map { PrintableText.escaped($0, limit: 400) }
    rows.append(cells + Array(repeating: "", count: columns.count - cells.count))
  }

  /// The lines, title first, not longer than `width`; nil for no limit.
  package func lines(width: Int?) -> [String] {
    let widths = fitted(to: width)
    return ([columns.map(\.title)] + rows).map { row in
      let cells = zip(row, widths).map { cell, width in DisplayWidth.fitted(cell, to: width) }
      return Wrapping.withoutBlanksBehind(cells.joined(separator: "  "))
    }
  }

  /// The lines with every word of them: in columns where these fit, else the last cell of a row stands
  /// below the others.
  package func wholeLines(width: Int?) -> [String] {
    let columns = lines(width: nil)
    guard let width, columns.contains(where: { DisplayWidth.of($0) > width }) else {
      return columns
    }
    let widths = fitted(to: nil)
    func head(_ cells: [String]) -> String {
      let line = zip(cells, widths).dropLast().map { DisplayWidth.fitted($0, to: $1) }
        .joined(separator: "  ")
      return Wrapping.withoutBlanksBehind(line)
    }
    let titles = self.columns.map(\.title)
    return [head(titles) + "  " + (titles.last ?? "")]
      + rows.flatMap { row in
        [head(row)] + Wrapping.lines(row.last ?? "", width: width, first: "    ", indent: 4)
      }
  }

  private func fitted(to limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
    }
    guard let limit else { return widths }
    func used() -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }
    while used() > limit {
      let shrinkable = widths.indices.filter { widths[$0] > columns[$0].minimum }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }
}
