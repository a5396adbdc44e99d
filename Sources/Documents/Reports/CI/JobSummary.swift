import Journal

/// The run on the page of a job, in the Markdown of GitHub. The whole summary is refused where it is
/// too large, so every section has a budget.
package struct JobSummary: Sendable {
  /// GitHub takes 1 MiB of a step; others may have written before.
  package static let maximumBytes = 900_000
  private static let maximumProblems = 50
  private static let maximumRows = 200

  private let report: RunReport
  private let describe: FrameDescriber

  package init(_ report: RunReport, describe: @escaping FrameDescriber) {
    self.report = report
    self.describe = describe
  }

  /// The text; at most `limit` bytes.
  package func render(limit: Int = maximumBytes) -> String {
    var text = head
    var left: [String] = []
    for (name, sections) in [
      ("cases", problems), ("lists", [suppressions, recoveries].filter { !$0.isEmpty }),
    ] {
      var omitted = 0
      for section in sections {
        if text.utf8.count + section.utf8.count + 500 <= limit {
          text += section
        } else {
          omitted += 1
        }
      }
      if omitted > 0 { left.append("\(omitted) \(name)") }
    }
    if !left.isEmpty { text += "\nLeft out for want of room: \(left.joined(separator: ", ")).\n" }
    return text.utf8.count <= limit ? text : ""
  }

  private var head: String {
    let tally = report.tally
    var text = "## uwbrig: \(Self.escaped(report.run?.rig ?? "run"))\n\n"
    if report.isInterrupted { text += "**The run was interrupted.**\n\n" }
    for suppression in report.expired.prefix(10) {
      text += "**Expired:** \(Self.escaped(suppression.overdue))\n\n"
    }
    let used = tally.counts.verdicts
    guard !used.isEmpty else { return text + "No case ran.\n" }
    text += "|" + used.map { " \($0.rawValue) |" }.joined() + "\n"
    text += "|" + used.map { _ in "---:|" }.joined() + "\n"
    text += "|" + used.map { " \(Self.cell($0, tally)) |" }.joined() + "\n\n"
    let subject = report.run.map { "uwbrig \($0.version), seed \($0.seed), " } ?? ""
    return text + Self.escaped(subject) + Visible.duration(report.microseconds) + "\n"
  }

  private static func cell(_ verdict: Verdict, _ tally: VerdictTally) -> String {
    let suppressed = tally.suppressed[verdict]
    return "\(tally.counts[verdict])" + (suppressed > 0 ? " (\(suppressed) excused)" : "")
  }

  private var problems: [String] {
    let all = report.problems + report.groups(report.instances(.flaky))
    var sections = all.prefix(Self.maximumProblems).map(problem)
    let more = all.dropFirst(Self.maximumProblems)
    if !more.isEmpty {
      let rows = more.prefix(Self.maximumRows).map {
        "- \($0.leading.verdict.rawValue) `\(Self.code($0.name))`\n"
      }
      let rest = more.dropFirst(Self.maximumRows).reduce(0) { $0 + $1.instances.count }
      sections.append("\n" + rows.joined() + (rest > 0 ? "- and \(rest) more\n" : ""))
    }
    return sections
  }

  private func problem(_ group: FailureGroup) -> String {
    let instance = group.leading
    var text =
      "\n<details><summary><b>\(instance.verdict.rawValue)</b> "
      + "<code>\(HTMLContent.escaped(group.name))</code></summary>\n\n"
    for fact in group.facts() where fact.label != "cases" {
      text += "- \(fact.label): \(Self.escaped(fact.value))\n"
    }
    if !instance.reproduce.isEmpty { text += "- again: `\(Self.code(instance.reproduce))`\n" }
    let lines = instance.evidence.map { report.excerpt($0, describe, before: 20, after: 5) } ?? []
    if !lines.isEmpty {
      text += "\n```text\n"
      for line in lines {
        let words = [line.seconds, line.way, line.text, line.decoded].filter { !$0.isEmpty }
        text += Self.code(words.joined(separator: "  ")) + "\n"
      }
      text += "```\n"
    }
    return text + members(of: group) + "\n</details>\n"
  }

  private func members(of group: FailureGroup) -> String {
    guard group.instances.count > 1 else { return "" }
    let rows = group.instances.prefix(Self.maximumRows).map { "- `\(Self.code($0.name))`\n" }
    let rest = group.instances.count - rows.count
    return "\n<details><summary>All \(group.instances.count) cases</summary>\n\n" + rows.joined()
      + (rest > 0 ? "- and \(rest) more\n" : "") + "\n</details>\n"
  }

  private var suppressions: String {
    guard !report.suppressions.isEmpty else { return "" }
    let rows = report.suppressions.prefix(Self.maximumRows).map {
      "- \($0.list.rawValue): \(Self.escaped($0.description))\n"
    }
    return "\n### Quarantine and waivers\n\n" + rows.joined()
  }

  private var recoveries: String {
    guard !report.recoveries.isEmpty else { return "" }
    let rows = report.recoveries.prefix(Self.maximumRows).map {
      "- \(Self.escaped($0.board)) by \($0.rung): \(Self.escaped($0.result))\n"
    }
    return "\n### Boards that the rig got back, or not\n\n" + rows.joined()
  }

  /// Text on one line that Markdown takes for nothing but text.
  private static func escaped(_ text: String) -> String {
    var result = ""
    // By scalars: a mark that joins a bracket must not hide it.
    for scalar in Visible.text(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "!", "|", "~", "@":
        result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text on one line between back quotes.
  private static func code(_ text: String) -> String {
    Visible.text(text).replacing("`", with: "'")
  }
}
