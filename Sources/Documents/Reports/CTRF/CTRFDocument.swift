import FoundationEssentials
package import Journal
package import RunStore

/// The results in the Common Test Report Format: PASS, FINDING and FLAKY as `passed`, FAIL as
/// `failed`, SKIP as `skipped`, and what is no fault of the device, ERROR and INCONCLUSIVE, as
/// `other`; the verdict itself stands in `rawStatus`.
package struct CTRFDocument: Sendable {
  private let report: RunReport
  private let record: RunRecord?

  /// The results of a run.
  ///
  /// - Parameter record: when it ran; used for runs with a real board only, since the documents of
  ///   equal virtual runs are equal: their times count from the start of the run.
  package init(_ report: RunReport, record: RunRecord? = nil) {
    self.report = report
    self.record = report.isVirtual ? nil : record
  }

  package var json: JSONValue {
    let tool: [JSONValue.Member] = [
      .init("name", .string("uwbrig")), .init("version", .string(report.run?.version ?? "")),
    ]
    let results: [JSONValue.Member] = [
      .init("tool", .object(tool)), .init("summary", summary),
      .init("tests", .array(report.instances.map(test))),
    ]
    let around = report.run.map { [JSONValue.Member("environment", environment(of: $0))] }
    return .object([
      .init("reportFormat", .string("CTRF")), .init("specVersion", .string("0.0.0")),
      .init("generatedBy", .string("uwbrig")),
      .init("results", .object(results + (around ?? []))),
    ])
  }

  private func environment(of run: Event.RunStarted) -> JSONValue {
    let extra: [JSONValue.Member] = [
      .init("seed", .string("\(run.seed)")), .init("kind", .string(report.kind)),
      .init("interrupted", .bool(report.isInterrupted)),
    ]
    return .object([
      .init("testEnvironment", .string(Visible.text(run.rig))),
      .init("extra", .object(extra + suppressions)),
    ])
  }

  private var suppressions: [JSONValue.Member] {
    let entries = report.suppressions.map { suppression in
      JSONValue.string(
        Visible.text(
          "\(suppression.list.rawValue): "
            + (report.expired.contains(suppression) ? suppression.overdue : suppression.description)
        ))
    }
    return entries.isEmpty ? [] : [.init("excuses", .array(entries))]
  }

  private var summary: JSONValue {
    let statuses = report.instances.map { Self.status($0.verdict) }
    func count(_ status: String) -> JSONValue { .integer(Int64(statuses.count { $0 == status })) }
    let flaky = report.instances.count { $0.verdict == .flaky }
    return .object([
      .init("tests", .integer(Int64(statuses.count))), .init("passed", count("passed")),
      .init("failed", count("failed")), .init("pending", count("pending")),
      .init("skipped", count("skipped")), .init("other", count("other")),
      .init("flaky", .integer(Int64(flaky))), .init("start", .integer(time(0))),
      .init("stop", .integer(time(report.microseconds))),
    ])
  }

  private static func status(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass, .finding, .flaky: "passed"
    case .fail: "failed"
    case .skip: "skipped"
    case .error, .inconclusive: "other"
    }
  }

  private func test(_ instance: Instance) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(Visible.text(instance.name))),
      .init("status", .string(Self.status(instance.verdict))),
      .init("rawStatus", .string(instance.verdict.rawValue)),
      .init("duration", .integer(instance.microseconds / 1000)),
      .init("start", .integer(time(instance.start))),
      .init("suite", .array([.string(Visible.text(instance.suite))])),
      .init("tags", .array(instance.tags.map { .string(Visible.text($0)) })),
    ]
    if !instance.boards.isEmpty {
      members.append(.init("device", .string(Visible.text(instance.place))))
    }
    if !instance.reason.isEmpty {
      members.append(.init("message", .string(Visible.text(instance.reason))))
    }
    let trace = self.trace(instance)
    if !trace.isEmpty { members.append(.init("trace", .string(trace))) }
    if instance.verdict == .flaky { members.append(.init("flaky", .bool(true))) }
    if instance.attempts.count > 1 {
      members.append(.init("retries", .integer(Int64(instance.attempts.count - 1))))
      members.append(.init("retryAttempts", .array(instance.attempts.map(attempt))))
    }
    let extra: [(String, String?)] = [
      ("class", instance.caseClass?.rawValue), ("requirement", instance.requirement),
      ("source", instance.source), ("reproduce", instance.reproduce),
      ("waived", instance.waived), ("quarantined", instance.quarantined),
    ]
    let known = extra.compactMap { name, value -> JSONValue.Member? in
      guard let value, !value.isEmpty else { return nil }
      return .init(name, .string(Visible.text(value)))
    }
    if !known.isEmpty { members.append(.init("extra", .object(known))) }
    return .object(members)
  }

  private func attempt(_ attempt: Attempt) -> JSONValue {
    .object([
      .init("attempt", .integer(Int64(attempt.number))),
      .init("status", .string(attempt.verdict.map(Self.status) ?? "other")),
      .init("message", .string(Visible.text(attempt.reason))),
    ])
  }

  private func trace(_ instance: Instance) -> String {
    guard instance.verdict != .pass else { return "" }
    return (instance.evidence?.failures ?? []).map { failure in
      Visible.text(
        "\(failure.requirement): expected \(failure.expected), received \(failure.got)")
    }.joined(separator: "\n")
  }

  /// Milliseconds since 1970; of a virtual run, since its start.
  private func time(_ microseconds: Int64) -> Int64 {
    let start = record.map { Int64($0.started.timeIntervalSince1970 * 1000) } ?? 0
    return start &+ microseconds / 1000
  }
}
