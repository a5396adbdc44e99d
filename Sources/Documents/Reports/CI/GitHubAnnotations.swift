import Journal

/// The ten most useful lines for the page of a GitHub job, as workflow commands: it shows no more of
/// a step, so the worst come first, each cause once.
package struct GitHubAnnotations: Sendable {
  /// Annotations of each kind that GitHub shows of a step.
  package static let maximum = 10
  /// Longest message.
  private static let maximumText = 1_500

  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  /// The commands, a line each; empty where there is nothing to tell.
  package var lines: [String] {
    var all = report.expired.map { line("error", "Quarantine expired", $0.overdue) }
    all += annotations("error", report.counted(.fail))
    all += annotations("error", report.counted(.error, .inconclusive))
    all += annotations("warning", report.instances.filter { $0.verdict == .flaky })
    guard all.count > Self.maximum else { return all }
    let shown = all.prefix(Self.maximum - 1)
    return shown + [
      line("notice", "uwbrig", "\(all.count - shown.count) more are in the job summary")
    ]
  }

  private func annotations(_ level: String, _ instances: [Instance]) -> [String] {
    report.groups(instances).map { group in
      let first = group.leading
      let more = group.instances.count - 1
      let facts = group.facts().filter {
        ["requirement", "assertion", "reason"].contains($0.label)
      }
      var parts = facts.map(\.value)
      if let failure = group.failure {
        parts.append("expected \(failure.expected), got \(failure.got)")
      }
      if !first.reproduce.isEmpty { parts.append(first.reproduce) }
      return line(
        level,
        "\(first.verdict.rawValue) \(first.name)" + (more > 0 ? " and \(more) more like it" : ""),
        parts.map { Visible.text($0) }.joined(separator: "\n"))
    }
  }

  private func line(_ level: String, _ title: String, _ message: String) -> String {
    let message = String(message.prefix(Self.maximumText))
    return "::\(level) title=\(Self.property(String(title.prefix(200))))::\(Self.data(message))"
  }

  /// What would end the message or begin another command is encoded.
  private static func data(_ text: String) -> String {
    Visible.text(text, lines: true).replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(Visible.text(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
