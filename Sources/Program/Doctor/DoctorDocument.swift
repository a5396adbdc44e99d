package import JSONDocuments

/// The subcommand whose document tells of checks.
package protocol CheckingCommand {
  static var schema: String { get }
  static var about: String { get }
}

/// What `doctor` and `udev check` print with `--json`: the same checks, or some of them.
package struct ChecksDocument<Command: CheckingCommand>: Document, Described {
  package static var schema: String { Command.schema }
  package static var about: String { Command.about }
  package static var notes: [String: Note] { ["repairs": "what --fix has tried"] }

  var ok: Bool
  var faults: UInt
  var warnings: UInt
  var repairs: [RepairEntry]
  var checks: [CheckEntry]

  package init(_ report: DoctorReport) {
    ok = report.isHealthy
    faults = UInt(report.count(.fault))
    warnings = UInt(report.count(.warning))
    repairs = report.repairs.map(RepairEntry.init)
    checks = report.rows.map(CheckEntry.init)
  }
}

struct RepairEntry: Codable {
  var what: String
  var done: Bool
  var reason: String?

  init(_ result: RepairResult) {
    what = result.what
    done = result.failure == nil
    reason = result.failure
  }
}

struct CheckEntry: Codable {
  var name: String
  var title: String
  var status: DoctorReport.Row.Status
  var note: String?
  var findings: [FindingEntry]

  init(_ row: DoctorReport.Row) {
    name = row.check.name
    title = row.check.title
    status = row.status
    note = row.note
    findings = row.findings.map(FindingEntry.init)
  }
}

struct FindingEntry: Codable, Described {
  static let notes: [String: Note] = ["repairable": "--fix fixes it"]

  var level: Finding.Level
  var sentence: String
  var evidence: [String]
  var mend: [Finding.Mend]
  var repairable: Bool

  init(_ finding: Finding) {
    level = finding.level
    sentence = finding.sentence
    evidence = finding.evidence
    mend = finding.mend
    repairable = finding.repair != nil
  }
}
