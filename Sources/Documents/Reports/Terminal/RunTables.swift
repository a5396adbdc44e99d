import Journal
package import RunStore

extension RunCatalogue {
  /// The runs of the folder, as `report list` shows them.
  package func lines(width: Int?) -> [String] {
    guard !entries.isEmpty else { return [] }
    var table = Table([
      .init("RUN"), .init("STARTED"), .init("RIG", minimum: 8), .init("SEED", minimum: 4),
      .init("STATUS"), .init("CASES", minimum: 12),
    ])
    for entry in entries {
      let path = entry.directory.path
      table.add([
        // The last part of its path, by which the other verbs find it.
        path.split(separator: "/").last.map(String.init) ?? path, entry.directory.record.startText,
        entry.run?.rig ?? "?", entry.run.map { "\($0.seed)" } ?? "?",
        entry.finished.map { "\($0.status)" } ?? "interrupted",
        entry.finished.map { $0.counts.description } ?? "",
      ])
    }
    return table.lines(width: width)
  }
}

/// Where the flakiness lives, as `report flakes` shows it.
package enum FlakeList {
  /// Rows of a table; all are in the document.
  private static let maximumRows = 20

  /// The tables, those rows first that were unstable most often; stable rows are counted only, unless
  /// `showsAll` wants what was always the same too.
  package static func lines(
    _ tables: [FlakeTable], ofLast runs: Int, in ledger: String, showsAll: Bool, width: Int?
  ) -> [String] {
    var lines = ["\(runs) \(runs == 1 ? "run" : "runs") in \(ledger)"]
    if tables.allSatisfy({ $0.rows.isEmpty }) { return lines + ["No outcome yet."] }
    for flakes in tables {
      let unstable = flakes.rows.filter { $0.unstable > 0 || showsAll }
      let shown = unstable.prefix(showsAll ? .max : maximumRows)
      lines.append("")
      if shown.isEmpty {
        let count = flakes.rows.count
        lines.append(
          "By \(flakes.dimension.rawValue): "
            + (count == 1 ? "the only one is stable" : "all \(count) are stable"))
        continue
      }
      var table = Table([
        .init(flakes.dimension.rawValue.uppercased(), minimum: 12), .init("UNSTABLE"),
        .init("RATE"), .init("95 %"), .init("OUTCOMES", minimum: 12),
      ])
      for row in shown {
        let interval = row.interval
        table.add([
          row.name, "\(row.unstable)/\(row.counts.total)", Visible.percent(row.rate),
          "\(Visible.percent(interval.lowerBound)) … \(Visible.percent(interval.upperBound))",
          row.counts.description,
        ])
      }
      lines += table.lines(width: width)
      let stable = flakes.rows.count { $0.unstable == 0 }
      let rest = unstable.count - shown.count
      if rest > 0 { lines.append("and \(rest) more that \(rest == 1 ? "was" : "were") unstable") }
      if stable > 0, !showsAll {
        lines.append("and \(stable) that \(stable == 1 ? "was" : "were") always the same")
      }
    }
    return lines
  }
}
