import Digests
import FoundationEssentials
import Journal
package import RunStore

extension HTMLDocument {
  /// What a page may tell beside the run itself.
  package struct Background: Sendable {
    /// An earlier run that this one is compared with.
    package var baseline: (name: String, report: RunReport)?
    /// What the ledger knows of the flakiness of cases, boards and ports.
    package var flakes: [FlakeTable]
    /// How the last runs on the same rig ended, the earliest first.
    package var trend: [RunOutcome]

    /// Nothing, or what is known.
    package init(
      baseline: (name: String, report: RunReport)? = nil, flakes: [FlakeTable] = [],
      trend: [RunOutcome] = []
    ) {
      self.baseline = baseline
      self.flakes = flakes
      self.trend = trend
    }
  }

  private static let maximumChanges = 200
  private static let maximumFlakes = 20
  private static let maximumRuns = 40

  // MARK: The comparison

  var comparisons: [[String: Any]] {
    guard let baseline = background.baseline else { return [] }
    let comparison = RunComparison(baseline.report, report)
    let groups: [(String, String, [RunComparison.Change])] = [
      ("Newly failing", "bad", comparison.newlyFailing),
      ("Newly undecided", "warn", comparison.newlyUndecided),
      ("Newly skipped", "none", comparison.newlySkipped),
      ("Newly passing", "good", comparison.newlyPassing),
    ]
    let rows = groups.flatMap { word, tone, changes in
      changes.prefix(Self.maximumChanges).map { change in
        [
          "word": word, "tone": tone, "about": change.instance,
          "why": change.words + (change.reason.isEmpty ? "" : ": \(change.reason)"),
        ] as [String: Any]
      }
    }
    let shifts =
      comparison.slower.prefix(Self.maximumChanges).map { ("Slower", $0) }
      + comparison.measurements.filter(\.significant).prefix(Self.maximumChanges).map {
        ("Changed", $0)
      }
    let numbers = shifts.map { word, shift in
      ["word": word, "tone": "warn", "about": shift.instance, "why": Self.words(shift)]
        as [String: Any]
    }
    let all = rows + numbers
    var rest: [String] = []
    if all.isEmpty { rest.append("No verdict and no number differs beyond chance.") }
    if !comparison.gone.isEmpty { rest.append("\(comparison.gone.count) cases ran there only.") }
    if !comparison.added.isEmpty { rest.append("\(comparison.added.count) cases ran here only.") }
    return [["with": baseline.name, "tables": all.isEmpty ? [] : [["changes": all]], "rest": rest]]
  }

  private static func words(_ shift: RunComparison.Shift) -> String {
    let isTime = shift.quantity == "duration" && shift.unit == "us"
    func number(_ value: Double) -> String {
      if isTime { return Visible.duration(Int64(exactly: value.rounded()) ?? 0) }
      return Plot.short(value) + (shift.unit.isEmpty ? "" : " \(shift.unit)")
    }
    let name = isTime ? "" : "\(shift.quantity): "
    let part = shift.part.flatMap { part -> String? in
      guard abs(part) < 1e6 else { return nil }
      let percent = Int((abs(part) * 100).rounded())
      return " (\(part < 0 ? "−" : "+")\(percent) %)"
    }
    return
      "\(name)median \(number(shift.before.median)) → \(number(shift.after.median)), p95 "
      + "\(number(shift.before.p95)) → \(number(shift.after.p95))\(part ?? "")"
  }

  // MARK: The history

  var flakiness: [[String: Any]] {
    let rows = background.flakes.flatMap { table in
      table.rows.filter { $0.unstable > 0 }.prefix(Self.maximumFlakes).map { row in
        let interval = row.interval
        return [
          "about": row.name, "kind": table.dimension.rawValue,
          "share": "\(row.unstable) of \(row.counts.total)",
          "rate": "\(Visible.percent(row.rate)) (\(Visible.percent(interval.lowerBound)) … "
            + "\(Visible.percent(interval.upperBound)))",
          // In the picture the rate is a bar and the interval a line, both in per cent.
          "bar": Timeline.percent(row.rate * 100),
          "low": Timeline.percent(interval.lowerBound * 100),
          "high": Timeline.percent(interval.upperBound * 100),
        ] as [String: Any]
      }
    }
    return rows.isEmpty ? [] : [["count": rows.count, "rows": rows]]
  }

  // MARK: The trend

  /// The last runs as bars, each with its verdicts one above the other.
  var trends: [[String: Any]] {
    let runs = background.trend.suffix(Self.maximumRuns)
    guard runs.count > 1, let most = runs.map(\.counts.total).max(), most > 0 else { return [] }
    let height = 90.0
    let share = 100 / Double(runs.count)
    let bars = runs.enumerated().map { index, run -> [String: Any] in
      var top = height
      let order: [Verdict] = [.pass, .flaky, .finding, .skip, .inconclusive, .error, .fail]
      let parts = order.filter { run.counts[$0] > 0 }.map { verdict -> [String: Any] in
        let part = max(1.5, height * Double(run.counts[verdict]) / Double(most))
        top = max(0, top - part)
        return [
          "tone": verdict.tone, "y": Timeline.number(top), "height": Timeline.number(part),
        ]
      }
      return [
        "x": Timeline.percent(share * Double(index) + share * 0.1),
        "width": Timeline.percent(share * 0.8), "parts": parts,
        "text": "\(run.id), \(run.started): \(run.counts)",
      ]
    }
    return [
      [
        "count": runs.count, "high": Timeline.number(height), "runs": bars,
        "first": runs.first?.started ?? "", "last": runs.last?.started ?? "",
        "rows": runs.reversed().map { run in
          ["id": run.id, "started": run.started, "words": "\(run.counts)"]
        },
      ]
    ]
  }
}

/// A script of the page. The page allows exactly this text to run, by its digest.
struct PageScript: Sendable {
  let text: String
  /// How the content security policy names it.
  let source: String

  init(_ text: String) {
    self.text = text
    source = "sha256-" + Data(MessageDigest.sha256(text.utf8)).base64EncodedString()
  }

  /// Finds and filters; everything can be read without it.
  static let page = PageScript(Embedded.pageScript)
  /// Follows a run that goes on.
  static let live = PageScript(Embedded.liveScript)
}
