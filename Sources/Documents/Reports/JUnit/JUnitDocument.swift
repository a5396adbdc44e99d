import Journal
package import RunStore

/// The results as JUnit XML in the dialect of Surefire, as Jenkins, GitLab and GitHub actions read
/// it: a suite for each suite and board, FAIL as `failure`, ERROR and INCONCLUSIVE as `error`, SKIP
/// as `skipped`, FLAKY as a pass with `flakyFailure`.
package struct JUnitDocument: Sendable {
  /// Longest text of one failure; some readers take no more for a whole report.
  private static let maximumText = 16_000
  /// Entries of quarantine and waivers that each suite names.
  private static let maximumSuppressions = 50

  private let report: RunReport
  private let record: RunRecord?
  private let describe: FrameDescriber

  /// The results of a run.
  ///
  /// - Parameter record: when and where it ran; used for runs with a real board only, since the
  ///   documents of equal virtual runs are equal.
  package init(
    _ report: RunReport, record: RunRecord? = nil, describe: @escaping FrameDescriber
  ) {
    self.report = report
    self.record = report.isVirtual ? nil : record
    self.describe = describe
  }

  package func render() -> String {
    var writer = XMLWriter()
    if report.instances.isEmpty, report.isInterrupted {
      interrupted(&writer)
    } else {
      writer.element("testsuites", [("name", "uwbrig")] + totals(report.instances)) { writer in
        for group in report.instances.grouped(by: { $0.suite + "\n" + $0.place }) {
          suite(group, &writer)
        }
      }
    }
    return writer.text
  }

  private func totals(_ instances: [Instance]) -> [(String, String)] {
    let time = instances.reduce(Int64(0)) { $0.clampedSum($1.microseconds) }
    return [
      ("tests", "\(instances.count)"),
      ("failures", "\(instances.count { $0.verdict == .fail })"),
      ("errors", "\(instances.count { $0.verdict == .error || $0.verdict == .inconclusive })"),
      ("skipped", "\(instances.count { $0.verdict == .skip })"),
      ("time", Visible.seconds(time)),
    ]
  }

  private func suite(_ instances: [Instance], _ writer: inout XMLWriter) {
    let name = "\(instances[0].suite) @ \(instances[0].place)"
    var attributes = [("name", name)] + totals(instances)
    if let record {
      attributes.append(("timestamp", record.startText))
      attributes.append(("hostname", record.host))
    }
    writer.element("testsuite", attributes) { writer in
      let boards = instances[0].boards.compactMap(report.board)
      writer.element("properties", []) { writer in
        property("rig", report.run?.rig, &writer)
        property("seed", report.run.map { "\($0.seed)" }, &writer)
        property("version", report.run?.version, &writer)
        property("time", report.clock, &writer)
        for board in boards {
          property("board", board.name, &writer)
          property("board.\(board.name).identity", board.identity, &writer)
          property("board.\(board.name).serial", board.serial, &writer)
          let firmware = [board.firmware, board.dialect].filter { !$0.isEmpty }
          property("board.\(board.name).firmware", firmware.joined(separator: " "), &writer)
          property("board.\(board.name).image", report.image(on: board.name), &writer)
          property("board.\(board.name).kind", board.kind, &writer)
        }
        for suppression in report.suppressions.prefix(Self.maximumSuppressions) {
          let isExpired = report.expired.contains(suppression)
          property(
            isExpired ? "expired" : suppression.list.rawValue,
            isExpired ? suppression.overdue : suppression.description,
            &writer)
        }
        if report.isInterrupted { property("interrupted", "true", &writer) }
      }
      for instance in instances { testcase(instance, &writer) }
    }
  }

  private func property(_ name: String, _ value: String?, _ writer: inout XMLWriter) {
    guard let value, !value.isEmpty else { return }
    writer.element("property", [("name", name), ("value", value)])
  }

  private func testcase(_ instance: Instance, _ writer: inout XMLWriter) {
    let attributes = [
      ("classname", instance.suite), ("name", instance.name),
      ("time", Visible.seconds(instance.microseconds)),
    ]
    writer.element("testcase", attributes) { writer in
      writer.element("properties", []) { writer in
        property("verdict", instance.verdict.rawValue, &writer)
        property("class", instance.caseClass?.rawValue, &writer)
        property("requirement", instance.requirement, &writer)
        property("source", instance.source, &writer)
        property("reproduce", instance.reproduce, &writer)
        property("waived", instance.waived, &writer)
        property("quarantined", instance.quarantined, &writer)
        for measurement in instance.measurements.prefix(50) {
          let unit = measurement.unit.isEmpty ? "" : " " + measurement.unit
          property(
            "measurement.\(measurement.name)", Visible.number(measurement.value) + unit, &writer)
        }
      }
      outcome(instance, &writer)
    }
  }

  private func outcome(_ instance: Instance, _ writer: inout XMLWriter) {
    switch instance.verdict {
    case .pass: break
    case .finding: writer.element("system-out", text: "FINDING: \(instance.reason)")
    case .skip: writer.element("skipped", [("message", instance.reason)])
    case .fail, .error, .inconclusive:
      let name = instance.verdict == .fail ? "failure" : "error"
      writer.element(
        name, [("message", headline(instance)), ("type", instance.verdict.rawValue)],
        text: body(instance, instance.attempts.last))
      for attempt in instance.attempts.dropLast() {
        rerun("rerunFailure", instance, attempt, &writer)
      }
    case .flaky:
      for attempt in instance.attempts.dropLast() {
        rerun("flakyFailure", instance, attempt, &writer)
      }
    }
  }

  private func rerun(
    _ name: String, _ instance: Instance, _ attempt: Attempt, _ writer: inout XMLWriter
  ) {
    let attributes = [
      ("message", "attempt \(attempt.number): \(attempt.reason)"),
      ("type", attempt.verdict?.rawValue ?? "interrupted"),
    ]
    writer.element(name, attributes) { writer in
      writer.element("stackTrace", text: body(instance, attempt))
    }
  }

  private func headline(_ instance: Instance) -> String {
    if let waived = instance.waived { return "waived (\(waived)): \(instance.reason)" }
    if let quarantined = instance.quarantined {
      return "quarantined (\(quarantined)): \(instance.reason)"
    }
    return instance.reason.isEmpty ? instance.verdict.rawValue : instance.reason
  }

  private func body(_ instance: Instance, _ attempt: Attempt?) -> String {
    var lines: [String] = []
    func add(_ label: String, _ value: String) {
      if !value.isEmpty { lines.append("\(label): \(value)") }
    }
    add("requirement", instance.requirement)
    add("source", instance.source + (instance.caseClass == .inferred ? " (inferred)" : ""))
    for failure in attempt?.failures ?? [] {
      add("assertion", failure.requirement)
      add("  expected", failure.expected)
      add("  got", failure.got)
    }
    add("reproduce", instance.reproduce)
    if let attempt, !attempt.moments.kept.isEmpty {
      lines.append("")
      for line in report.evidence(attempt, describe) {
        let mark = line.way.isEmpty ? "" : line.way + " "
        let decoded = line.decoded.isEmpty ? "" : "  " + line.decoded
        lines.append("\(line.seconds)  \(mark)\(line.text)\(decoded)")
      }
    }
    let text = lines.map { Visible.text($0) }.joined(separator: "\n")
    return text.count <= Self.maximumText ? text : text.prefix(Self.maximumText) + "\n…"
  }

  /// A run that ended before its first case still has to turn a job red.
  private func interrupted(_ writer: inout XMLWriter) {
    let totals = [("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0")]
    writer.element("testsuites", [("name", "uwbrig")] + totals) { writer in
      writer.element("testsuite", [("name", "run")] + totals) { writer in
        writer.element("testcase", [("classname", "run"), ("name", "run")]) { writer in
          let message = "the run was interrupted before its first case"
          writer.element("error", [("message", message), ("type", "ERROR")])
        }
      }
    }
  }
}
