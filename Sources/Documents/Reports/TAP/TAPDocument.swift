import Journal

/// The results in the Test Anything Protocol, version 14: a test point for each instance. SKIP has
/// its directive, FINDING and FLAKY are `ok`; what did not simply pass has a YAML block.
package struct TAPDocument: Sendable {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  package func render() -> String {
    var lines = ["TAP version 14", "1..\(report.instances.count)"]
    for (index, instance) in report.instances.enumerated() {
      lines.append(point(index + 1, instance))
      lines += diagnostics(instance).map { "  " + $0 }
    }
    for suppression in report.suppressions {
      let what =
        report.expired.contains(suppression) ? suppression.overdue : suppression.description
      lines.append("# \(suppression.list.rawValue): \(Visible.text(what))")
    }
    if report.isInterrupted { lines.append("Bail out! the run was interrupted") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func point(_ number: Int, _ instance: Instance) -> String {
    let word = instance.verdict.isBad ? "not ok" : "ok"
    var line = "\(word) \(number) - \(Self.escaped(instance.name))"
    if instance.verdict == .skip { line += " # SKIP \(Self.escaped(instance.reason))" }
    // A fault that does not count is one that is known and to be mended.
    if let suppression = instance.waived ?? instance.quarantined {
      // uwbrig:allow unfinished: the directive for faults that are known.
      line += " # TODO \(Self.escaped(suppression))"
    }
    return line
  }

  private func diagnostics(_ instance: Instance) -> [String] {
    guard instance.isRemarkable else { return [] }
    var lines = ["---", "verdict: \(instance.verdict.rawValue)"]
    func add(_ name: String, _ value: String) {
      if !value.isEmpty { lines.append("\(name): \(Self.quoted(value))") }
    }
    add("message", instance.reason)
    add("requirement", instance.requirement)
    add("source", instance.source)
    if let failure = instance.evidence?.failures.first {
      add("assertion", failure.requirement)
      add("expected", failure.expected)
      add("got", failure.got)
    }
    add("reproduce", instance.reproduce)
    lines.append("duration_us: \(instance.microseconds)")
    if instance.attempts.count > 1 { lines.append("attempts: \(instance.attempts.count)") }
    return lines + ["..."]
  }

  /// A description: one line, in which nothing looks like a directive.
  private static func escaped(_ text: String) -> String {
    Visible.text(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  /// A double-quoted YAML scalar; JSON strings are such.
  private static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.string(Visible.text(text)).encoded, as: UTF8.self)
  }
}
