import Journal
package import RunStore

/// The runs of a folder, as `report list` shows them.
package struct RunList: Sendable {
  private let catalogue: RunCatalogue

  package init(_ catalogue: RunCatalogue) { self.catalogue = catalogue }

  package func lines(width: Int?) -> [String] {
    guard !catalogue.entries.isEmpty else { return [] }
    var table = Table([
      .init("RUN"), .init("STARTED"), .init("RIG", minimum: 8), .init("SEED", minimum: 4),
      .init("STATUS"), .init("CASES", minimum: 12),
    ])
    for entry in catalogue.entries {
      table.add([
        name(entry), entry.directory.record.startText, entry.run?.rig ?? "?",
        entry.run.map { "\($0.seed)" } ?? "?",
        entry.finished.map { "\($0.status)" } ?? "interrupted",
        entry.finished.map { $0.counts.description } ?? "",
      ])
    }
    return table.lines(width: width)
  }

  /// The last part of its path, by which the other verbs find it.
  private func name(_ entry: RunCatalogue.Entry) -> String {
    entry.directory.path.split(separator: "/").last.map(String.init) ?? entry.directory.path
  }
}

/// Where the flakiness lives, as `report flakes` shows it.
package struct FlakeList: Sendable {
  /// Rows of a table; all are in the document.
  private static let maximumRows = 20

  private let ledger: String
  private let runs: Int
  private let tables: [FlakeTable]
  private let showsAll: Bool

  /// The flakes and durations of the latest runs in a ledger; with `showsAll` what was always the
  /// same too.
  package init(ledger: String, runs: Int, tables: [FlakeTable], showsAll: Bool) {
    self.ledger = ledger
    self.runs = runs
    self.tables = tables
    self.showsAll = showsAll
  }

  /// The tables, those rows first that were unstable most often; stable rows are counted only.
  package func lines(width: Int?) -> [String] {
    var lines = ["\(runs) \(runs == 1 ? "run" : "runs") in \(ledger)"]
    if tables.allSatisfy({ $0.rows.isEmpty }) { return lines + ["No outcome yet."] }
    for flakes in tables {
      let unstable = flakes.rows.filter { $0.unstable > 0 || showsAll }
      let shown = unstable.prefix(showsAll ? .max : Self.maximumRows)
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
        let interval = row.share.interval
        table.add([
          row.name, "\(row.unstable)/\(row.counts.total)", Self.percent(row.share.rate),
          "\(Self.percent(interval.lowerBound)) … \(Self.percent(interval.upperBound))",
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

  /// `12.5 %`.
  static func percent(_ part: Double) -> String {
    let tenths = Int((part * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
