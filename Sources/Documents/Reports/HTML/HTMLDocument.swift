import Journal
package import RunStore

/// The report for people: one file with nothing from outside it. Its one script finds and filters;
/// everything can be read without it.
package struct HTMLDocument: Sendable {
  let report: RunReport
  let record: RunRecord?
  let describe: FrameDescriber
  let round: RoundReader
  let background: Background
  /// Whether it is of a run that goes on, and what happened in each case is fetched when it is opened.
  var isLive = false
  /// How the run is seen again; nil where the page is a file.
  var again: Again?

  enum Again: Sendable {
    /// By a page beside this one.
    case link(String)
    /// By a command.
    case command(String)

    fileprivate var values: [String: Any] {
      switch self {
      case .link(let place): ["to": place]
      case .command(let command): ["command": command]
      }
    }
  }

  /// The report of a run.
  ///
  /// - Parameters:
  ///   - record: when and where it ran; used for runs with a real board only, since the documents
  ///     of equal virtual runs are equal.
  ///   - background: an earlier run to compare with, and what is known of flakiness.
  ///   - round: what a frame that reports a round has measured.
  package init(
    _ report: RunReport, record: RunRecord? = nil, background: Background = Background(),
    describe: @escaping FrameDescriber, round: @escaping RoundReader = { _, _, _ in nil }
  ) {
    self.background = background
    self.round = round
    self.report = report
    self.record = report.isVirtual ? nil : record
    self.describe = describe
  }

  package func render() throws -> String {
    try HTMLContent.page().render(page)
  }

  /// Everything that the template shows. Each level has names of its own, since a name that is not
  /// found is looked up in the level above.
  var page: [String: Any] {
    let plots = Plot.all(of: report, round: round).map(\.page)
    return [
      "title": "\(headline) – uwbrig", "headline": headline, "lead": lead, "banners": banners,
      "tally": tally, "run": run, "timelines": Timeline(report).map { [$0.page] } ?? [],
      "heat": HeatMap(report).map { [$0.page] } ?? [],
      "rooms": RoomMap(report, round: round).map { [$0.page] } ?? [],
      "comparisons": comparisons, "flakiness": flakiness, "trends": trends,
      "style": Embedded.pageStyle, "script": PageScript.page.text, "policy": PageScript.page.source,
      "again": again.map { [$0.values] } ?? [],
      "plots": plots.isEmpty ? [] : [["count": plots.count, "all": plots]],
      "problems": problems, "skipped": skipped, "total": report.instances.count,
      "measured": measured,
      "places": places, "timeWord": report.clock.map { ", \($0)" } ?? "", "excuses": suppressions,
      "recoveries": recoveries, "remarks": remarks,
      "footer": report.run.map { "uwbrig \($0.version)" } ?? "uwbrig",
    ]
  }

  private var headline: String {
    let tally = report.tally
    let counts = tally.counts
    let rig = report.run.map { " on \($0.rig)" } ?? ""
    let prefix = report.isInterrupted ? "Interrupted: " : ""
    if counts.ran == 0 {
      return (report.isInterrupted ? "Interrupted: no" : "No") + " case ran" + rig
    }
    let suppressed = tally.suppressed[.fail]
    let others = tally.suppressed[.error] + tally.suppressed[.inconclusive]
    let parts = [
      (tally.held(.fail), "failed"), (suppressed, "failed and excused"),
      (tally.held(.error), "ended in an error"),
      (tally.held(.inconclusive), "could not be decided"),
      (others, "not decided and excused"),
    ].filter { $0.0 > 0 }
    let cases = Self.plural(counts.ran, "case")
    let result =
      if !parts.isEmpty {
        parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + " of \(cases)"
      } else if counts[.pass] + counts[.flaky] == counts.ran {
        "\(cases) passed"
      } else {
        "\(cases), none failed"
      }
    return prefix + result + rig
  }

  private var lead: String {
    let cases = Self.plural(report.instances.count, "case")
    let boards = Self.plural(report.boards.count, "board")
    let skipped = report.tally.counts[.skip]
    let rest = skipped > 0 ? " (\(skipped) skipped)" : ""
    return "\(cases)\(rest) on \(boards) in \(report.timeTaken)"
  }

  static func plural(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  private var banners: [String] {
    var banners: [String] = []
    if report.isInterrupted {
      banners.append(
        "This run was interrupted: the report shows what the journal holds up to then.")
    }
    banners += report.expired.prefix(10).map { "Expired: \($0.overdue)." }
    if !report.signals.isEmpty {
      banners.append("Asked to end by \(report.signals.joined(separator: ", ")).")
    }
    if report.damagedLines > 0 {
      banners.append(
        "\(Self.plural(report.damagedLines, "line")) of the journal could not be read; see the end."
      )
    }
    return banners
  }

  private var tally: [[String: Any]] {
    let counts = report.tally.counts
    return counts.verdicts.map {
      [
        "count": counts[$0], "verdict": $0.rawValue, "tone": $0.tone, "section": $0.section,
      ]
    }
  }

  private var run: [[String: Any]] {
    var facts: [[String: Any]] = []
    if let run = report.run {
      facts.append(Self.fact("Rig", run.rig))
      facts.append(Self.fact("Seed", "\(run.seed)"))
    }
    if let clock = report.clock {
      facts.append(
        Self.fact(
          "Times",
          clock == "simulated"
            ? "simulated: of the virtual lab, not of a clock on the wall"
            : "wall: of the clock on the wall"))
    }
    facts.append(Self.fact("Exit status", report.exitStatus.map { "\($0)" } ?? "none: interrupted"))
    if let record {
      facts.append(Self.fact("Run", record.id.description))
      facts.append(Self.fact("Started", record.startText))
      facts.append(Self.fact("Host", record.host))
    }
    if !report.merged.isEmpty {
      facts.append(Self.fact("Merged from", report.merged.joined(separator: "\n")))
    }
    if report.hasMeasuredItself {
      facts.append(
        Self.fact(
          "Rig itself", report.measurements.map(Visible.measurement).joined(separator: "\n")))
    }
    for board in report.boards {
      let image = report.image(on: board.name).map { "\n\($0)" } ?? ""
      facts.append(Self.fact("Board \(board.name)", Self.about(board) + image))
    }
    return facts
  }

  static func about(_ board: RunReport.Board) -> String {
    let kind = board.kind
    let identity = board.identity == kind ? "" : board.identity
    let parts = [identity, board.firmware, board.dialect, kind]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  static func fact(_ label: String, _ value: String, isCode: Bool = false) -> [String: Any] {
    ["label": label, "value": value, "isCode": isCode]
  }
}

extension Verdict {
  /// The part of the page that tells of instances with this verdict first.
  fileprivate var section: String {
    switch self {
    case .pass: "_cases"
    case .skip: "_skipped"
    default: "_\(rawValue.lowercased())"
    }
  }
}
