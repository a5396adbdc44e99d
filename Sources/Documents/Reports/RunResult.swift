public import Journal

/// The document that `run --json` prints at its end.
public struct RunResult: Sendable {
  /// Names the shape of the document.
  public static let schema = "uwbrig.run-result/1"

  private let report: RunReport

  /// The result of a run.
  public init(_ report: RunReport) { self.report = report }

  /// The document.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .string(Self.schema)),
      .init("status", report.exitStatus.map { .integer(Int64($0)) } ?? .null),
      .init("interrupted", .bool(report.isInterrupted)),
      .init("counts", report.tally.counts.json),
      .init("cases", .array(report.instances.map(instance))),
    ]
    if !report.merged.isEmpty {
      members.append(.init("merged", .array(report.merged.map { .string($0) })))
    }
    if !report.excuses.isEmpty { members.append(.init("excuses", report.excusesJSON)) }
    if !report.recoveries.isEmpty {
      members.append(.init("recoveries", .array(report.recoveries.map(recovery))))
    }
    return .object(members)
  }

  private func recovery(_ recovery: RunReport.Recovery) -> JSONValue {
    .object([
      .init("board", .string(recovery.board)), .init("rung", .string(recovery.rung)),
      .init("fault", .string(recovery.fault)),
      .init("touches", .array(recovery.touches.map { .string($0) })),
      .init("ok", recovery.ok.map { .bool($0) } ?? .null),
      .init("reason", .string(recovery.reason)),
    ])
  }

  private func instance(_ instance: Instance) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("instance", .string(instance.name)), .init("case", .string(instance.case)),
      .init("boards", .array(instance.boards.map { .string($0) })),
      .init("suite", .string(instance.suite)),
      .init("verdict", .string(instance.verdict.rawValue)),
      .init("reason", .string(instance.reason)),
      .init("class", instance.caseClass.map { .string($0.rawValue) } ?? .null),
      .init("attempts", .integer(Int64(instance.attempts.last?.number ?? 0))),
      .init("duration_us", .integer(instance.microseconds)),
    ]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { members.append(.init(name, .string(value))) }
    }
    add("title", instance.title)
    add("requirement", instance.requirement)
    add("source", instance.source)
    add("reproduce", instance.reproduce)
    add("waived", instance.waived)
    add("quarantined", instance.quarantined)
    let failures = instance.evidence?.failures ?? []
    if !failures.isEmpty {
      let values = failures.map { failure in
        JSONValue.object([
          .init("requirement", .string(failure.requirement)),
          .init("expected", .string(failure.expected)), .init("got", .string(failure.got)),
        ])
      }
      members.append(.init("failures", .array(values)))
    }
    if !instance.measurements.isEmpty {
      let values = instance.measurements.map { measurement in
        JSONValue.object([
          .init("name", .string(measurement.name)),
          .init("value", measurement.value.isFinite ? .number(measurement.value) : .null),
          .init("unit", .string(measurement.unit)),
          .init("limits", measurement.limits?.json ?? .null),
        ])
      }
      members.append(.init("measurements", .array(values)))
    }
    return .object(members)
  }
}
