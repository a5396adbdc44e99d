import Journal

/// The verdicts as a table of cases against boards: one look shows whether a board or a case is at
/// fault. Cases that passed wherever they ran are folded away.
struct HeatMap {
  private static let maximumRows = 400
  /// Cells of cases that did not fail.
  private static let maximumCells = 1_000
  private static let maximumPlaces = 40

  private let places: [String]
  private let rows: [(name: String, cells: [Instance?])]

  /// The map of a run; nil where there is one board or one case.
  init?(_ report: RunReport) {
    var places: [String] = []
    var columns: [String: Int] = [:]
    for instance in report.instances where columns[instance.place] == nil {
      columns[instance.place] = places.count
      places.append(instance.place)
    }
    guard places.count > 1, places.count <= Self.maximumPlaces else { return nil }
    let cases = report.instances.grouped(by: \.case)
    guard cases.count > 1 else { return nil }
    self.places = places
    rows = cases.map { instances in
      var cells = [Instance?](repeating: nil, count: places.count)
      for instance in instances {
        guard let column = columns[instance.place] else { continue }
        // Of repetitions the worst is seen.
        if cells[column].map({ instance.verdict.weight > $0.verdict.weight }) ?? true {
          cells[column] = instance
        }
      }
      return (instances[0].case, cells)
    }
  }

  var page: [String: Any] {
    let isGood: ([Instance?]) -> Bool = { cells in
      cells.allSatisfy { $0?.isRemarkable != true }
    }
    let bad = rows.filter { !isGood($0.cells) }
    let good = rows.filter { isGood($0.cells) }
    let room = min(max(0, Self.maximumRows - bad.count), Self.maximumCells / places.count)
    var parts: [[String: Any]] = []
    if !bad.isEmpty { parts.append(["table": table(bad.prefix(Self.maximumRows))]) }
    var folded: [[String: Any]] = []
    if !good.isEmpty {
      let left = good.count > room ? ", \(good.count - room) of them in the table below only" : ""
      folded.append([
        "word":
          "\(HTMLDocument.plural(good.count, "case")) that did not fail on any board\(left)",
        "table": table(good.prefix(room)),
      ])
    }
    return ["shown": parts, "folded": folded]
  }

  private func table(_ rows: ArraySlice<(name: String, cells: [Instance?])>) -> String {
    guard !rows.isEmpty else { return "" }
    // A board that none of these ran on has no column.
    let used = places.indices.filter { column in rows.contains { $0.cells[column] != nil } }
    var html =
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Cases against boards\">"
    html += "<table class=\"heat\"><thead><tr><th>Case</th>"
    for column in used {
      html += "<th><span>\(HTMLContent.escaped(places[column]))</span></th>"
    }
    html += "</tr></thead><tbody>\n"
    for row in rows {
      html += "<tr><th>\(HTMLContent.escaped(row.name))</th>"
      for column in used {
        guard let cell = row.cells[column] else {
          html += "<td></td>"
          continue
        }
        html +=
          "<td><a class=\"\(cell.verdict.tone)\" href=\"#\(HTMLContent.fragment(cell.name))\""
        html += ">\(cell.verdict.letter)</a></td>"
      }
      html += "</tr>\n"
    }
    return html + "</tbody></table></div>\n"
  }
}

extension Verdict {
  /// How much it should be seen.
  fileprivate var weight: Int { Self.weights.firstIndex(of: self) ?? 0 }

  private static let weights: [Verdict] = [
    .skip, .pass, .finding, .flaky, .inconclusive, .error, .fail,
  ]
}
