import Journal
import Notation

/// The last thing that a run prints: what ran, what failed and why, and where the report is.
package struct SummaryRenderer: Sendable {
  /// Causes that are shown with their frames; the rest is in the report.
  package static let maximumProblems = 5
  /// Bytes of a frame that are shown beside its name.
  private static let maximumBytes = 8

  package let width: Int
  package let color: Bool
  private let describe: FrameDescriber

  /// A summary for a terminal of this width.
  ///
  /// - Parameter describe: a frame in one line.
  package init(
    width: Int, color: Bool, describe: @escaping FrameDescriber = { _, _, _, _ in nil }
  ) {
    self.width = max(40, width)
    self.color = color
    self.describe = describe
  }

  /// The summary, with a newline at its end.
  ///
  /// - Parameters:
  ///   - path: where the report for people is; `nil` where none was written.
  ///   - wall: how long the run took by the clock on the wall, in microseconds; told where the
  ///     run's own times are simulated.
  ///   - slowest: how many of the slowest cases are listed.
  package func render(
    _ report: RunReport, reportAt path: String? = nil, wall: Int64? = nil, slowest: Int = 0
  ) -> String {
    var lines: [String] = []
    let problems = report.problems
    for group in problems.prefix(Self.maximumProblems) {
      lines += problem(group, of: report)
      lines.append("")
    }
    if problems.count > Self.maximumProblems {
      let more = problems.dropFirst(Self.maximumProblems)
      for group in more.prefix(10) { lines += brief(group) }
      let rest = more.dropFirst(10).reduce(0) { $0 + $1.instances.count }
      if rest > 0 { lines.append("and \(rest) more") }
      lines.append("")
    }
    for part in [remarks(report), skips(report), recoveries(report), suppressions(report)]
    where !part.isEmpty {
      lines += part + [""]
    }
    lines += wrapped(subject(report, wall))
    lines += tally(report)
    lines += measurements(report)
    lines += durations(report, slowest)
    if !report.merged.isEmpty {
      lines += wrapped(
        "Merged from \(report.merged.count) runs: \(report.merged.joined(separator: ", "))")
    }
    if report.isInterrupted {
      lines += wrapped("The run was interrupted; this is what the journal holds.")
    }
    if report.damagedLines > 0 {
      lines.append("\(report.damagedLines) lines of the journal could not be read.")
    }
    if let path { lines.append("Report: \(Visible.text(path))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A group with as much of its reason as fits on the line; names stand whole.
  private func brief(_ group: FailureGroup) -> [String] {
    let instance = group.leading
    let marks = instance.isSuppressed ? " (\(instance.marks.joined(separator: ", ")))" : ""
    let name = group.name + marks
    let line = Visible.text("\(name): \(instance.reason)")
    guard !instance.reason.isEmpty, DisplayWidth.of(Visible.text(name)) + 20 <= width - 14 else {
      return labelled(label(instance.verdict), name)
    }
    return [label(instance.verdict) + DisplayWidth.cut(line, to: width - 14)]
  }

  private func problem(_ group: FailureGroup, of report: RunReport) -> [String] {
    let instance = group.leading
    var lines = labelled(label(instance.verdict), group.name)
    func add(_ name: String, _ value: String?, isCommand: Bool = false) {
      guard let value, !value.isEmpty else { return }
      let label = "  " + Figures.left(name, 12)
      if isCommand {
        // A command that is to be copied stays on one line.
        lines.append(label + Visible.text(value))
      } else {
        lines += labelled(label, value)
      }
    }
    for fact in group.facts() { add(fact.label, fact.value) }
    if instance.attempts.count > 1 {
      let ends = instance.attempts.map { $0.verdict?.rawValue ?? "interrupted" }
      add("attempts", "\(ends.count): \(ends.joined(separator: ", "))")
    }
    lines += frames(instance, of: report)
    add("again", instance.reproduce, isCommand: true)
    return lines
  }

  /// The frames around the failure with their times in microseconds, a line each.
  private func frames(_ instance: Instance, of report: RunReport) -> [String] {
    let shown = instance.evidence.map { report.excerpt($0, describe) } ?? []
    let ways = shown.map { DisplayWidth.of(Visible.text($0.way)) }.max() ?? 0
    let digits = shown.map(\.seconds.count).max() ?? 0
    return shown.enumerated().map { index, line in
      let way = DisplayWidth.fitted(Visible.text(line.way), to: min(ways, 16))
      let text = "\(Figures.right(line.seconds, digits))  \(way)  \(words(line))"
      return "  " + Figures.left(index == 0 ? "frames" : "", 12)
        + DisplayWidth.cut(text, to: width - 15)
    }
  }

  /// The start of a frame with what it says, or all of it where it cannot be decoded.
  private func words(_ line: EvidenceLine) -> String {
    guard line.kind == .frame, !line.decoded.isEmpty else { return Visible.text(line.text) }
    let bytes = line.text.split(separator: " ")
    let some = bytes.prefix(Self.maximumBytes).joined(separator: " ")
    return some + (bytes.count > Self.maximumBytes ? " …" : "") + "  " + Visible.text(line.decoded)
  }

  /// What passed on a retry and what was found, a line each.
  private func remarks(_ report: RunReport) -> [String] {
    let remarks =
      report.groups(report.instances(.flaky)) + report.groups(report.instances(.finding))
    return few(remarks) { group in
      let instance = group.leading
      let why = instance.evidence?.reason ?? instance.reason
      let text = why.isEmpty ? group.name : "\(group.name): \(why)"
      return labelled(label(instance.verdict), text)
    } rest: {
      "\($0.reduce(0) { $0 + $1.instances.count }) more in the report"
    }
  }

  private func skips(_ report: RunReport) -> [String] {
    let all = report.instances(.skip).grouped(by: \.reason)
    // The most first; equal ones keep their order.
    let groups = all.indices.sorted { (all[$0].count, $1) > (all[$1].count, $0) }.map { all[$0] }
    return few(groups) { group in
      labelled(label(.skip), "\(group.count) × \(group[0].reason)")
    } rest: {
      "\($0.reduce(0) { $0 + $1.count }) more for other reasons"
    }
  }

  /// What was done to get boards back, a line for each board.
  private func recoveries(_ report: RunReport) -> [String] {
    few(report.recoveries.grouped(by: \.board)) { group in
      labelled("recovery      ", "\(group[0].board): \(Self.words(group))")
    } rest: {
      "\($0.count) more in the report"
    }
  }

  /// `got back by power (2 ×); reopen and lines did not help`.
  private static func words(_ recoveries: [RunReport.Recovery]) -> String {
    func rungs(_ recoveries: [RunReport.Recovery]) -> String {
      recoveries.grouped(by: \.rung).map { $0[0].rung }.joined(separator: ", ")
    }
    let good = recoveries.filter { $0.ok == true }
    let bad = recoveries.filter { $0.ok != true }
    var parts: [String] = []
    if !good.isEmpty { parts.append("got back by \(rungs(good)) (\(good.count) ×)") }
    if !bad.isEmpty { parts.append("\(rungs(bad)) did not help (\(bad.count) ×)") }
    return parts.joined(separator: "; ")
  }

  /// The quarantine and the waivers; what is past its day first, and all of it.
  private func suppressions(_ report: RunReport) -> [String] {
    let rest = report.suppressions.filter { !report.expired.contains($0) }
    let others = rest.filter { $0.matches > 0 } + rest.filter { $0.matches == 0 }
    return report.expired.flatMap { labelled("EXPIRED       ", $0.overdue) }
      + few(others) {
        labelled(Figures.left($0.list.rawValue, 14), $0.description)
      } rest: {
        "\($0.count) more in the report"
      }
  }

  /// Lines for the first few of a list, and words for the rest of it.
  private func few<Item>(
    _ items: [Item], _ lines: (Item) -> [String], rest words: (ArraySlice<Item>) -> String
  ) -> [String] {
    let rest = items.dropFirst(Self.maximumProblems)
    return items.prefix(Self.maximumProblems).flatMap(lines)
      + (rest.isEmpty ? [] : ["and \(words(rest))"])
  }

  /// The slowest cases, a line each.
  private func durations(_ report: RunReport, _ count: Int) -> [String] {
    let slowest = report.instances.filter { $0.verdict != .skip && $0.microseconds > 0 }
      .sorted { ($1.microseconds, $0.ordinal) < ($0.microseconds, $1.ordinal) }.prefix(count)
    if slowest.isEmpty { return [] }
    let times = slowest.map { Visible.duration($0.microseconds) }
    let columns = times.map { DisplayWidth.of($0) }.max() ?? 0
    let clock = report.clock.map { ", in \($0) time" } ?? ""
    return ["", "The slowest cases\(clock):"]
      + zip(slowest, times).map { instance, time in
        let padding = String(repeating: " ", count: columns - DisplayWidth.of(time))
        return DisplayWidth.cut("  \(padding)\(time)  \(Visible.text(instance.name))", to: width)
      } + [""]
  }

  private func subject(_ report: RunReport, _ wall: Int64?) -> String {
    var parts: [String] = []
    if let run = report.run {
      parts += ["uwbrig \(run.version)", "rig \(run.rig)", "seed \(run.seed)"]
    }
    let names = report.boards.map { $0.name + ($0.isVirtual ? " (\($0.kind))" : "") }
    if !names.isEmpty { parts.append("boards " + names.joined(separator: ", ")) }
    let isSimulated = report.clock == "simulated"
    let byWall = isSimulated ? wall.map { ", \(Visible.duration($0)) of wall time" } ?? "" : ""
    parts.append(report.timeTaken + byWall)
    return parts.joined(separator: " · ")
  }

  private static let relayTime =
    "(relay time: from the phone's model having made its data to the first byte sent to the board)"

  /// What was measured of the rig itself.
  private func measurements(_ report: RunReport) -> [String] {
    guard report.hasMeasuredItself else { return [] }
    let words = report.measurements.map(Visible.measurement).joined(separator: ", ")
    let relays = report.measurements.contains { $0.name.hasPrefix("relay time") }
    return wrapped("Rig: \(words)", indent: 5)
      + (relays ? wrapped(Self.relayTime, first: "     ", indent: 5) : [])
  }

  /// `5 cases: 4 PASS, 1 FAIL`, broken between verdicts where the terminal is narrow.
  private func tally(_ report: RunReport) -> [String] {
    let (counts, suppressed) = (report.tally.counts, report.tally.suppressed)
    let total = counts.total == 1 ? "1 case" : "\(counts.total) cases"
    let verdicts = counts.verdicts
    guard !verdicts.isEmpty else { return ["No case ran."] }
    var lines = ["\(total):"]
    var columns = lines[0].count
    for verdict in verdicts {
      let note =
        (suppressed[verdict] > 0 ? " (\(suppressed[verdict]) excused)" : "")
        + (verdict == verdicts.last ? "" : ",")
      let count = "\(counts[verdict])"
      let taken = count.count + 1 + verdict.rawValue.count + note.count
      if columns + 1 + taken > width {
        lines.append(" ")
        columns = 1
      }
      lines[lines.count - 1] += " \(count) \(painted(verdict.rawValue, verdict))\(note)"
      columns += 1 + taken
    }
    return lines
  }

  private func label(_ verdict: Verdict) -> String {
    painted(verdict.rawValue, verdict)
      + String(repeating: " ", count: max(0, 14 - verdict.rawValue.count))
  }

  private func painted(_ text: String, _ verdict: Verdict) -> String {
    color ? "\u{1B}[\(verdict.colour)m\(text)\u{1B}[0m" : text
  }

  private func labelled(_ label: String, _ text: String) -> [String] {
    wrapped(text, first: label, indent: 14)
  }

  /// The text broken at spaces, and inside words that are longer than a line.
  private func wrapped(_ text: String, first: String = "", indent: Int = 0) -> [String] {
    Wrapping.lines(Visible.text(text), width: width, first: first, indent: indent)
  }
}
