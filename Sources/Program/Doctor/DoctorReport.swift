import Boards
import Notation

/// What the doctor says.
package struct DoctorReport: Sendable {
  package struct Row: Sendable {
    var check: Check
    var outcome: Check.Outcome
  }

  var rows: [Row]
  /// What `--fix` has done, and what of it failed.
  package var repairs: [RepairResult] = []

  package init(_ examination: Examination, checks: [Check] = Check.all) {
    rows = checks.map { Row(check: $0, outcome: $0.examine(examination)) }
  }

  var findings: [Finding] { rows.flatMap(\.findings) }

  func count(_ level: Finding.Level) -> Int { findings.count { $0.level == level } }

  /// Whether nothing is in the way of a run.
  package var isHealthy: Bool { count(.fault) == 0 }

  /// What can be mended without a guess, each once, in order.
  package var possibleRepairs: [Repair] {
    findings.compactMap(\.repair).reduce(into: []) { repairs, repair in
      if !repairs.contains(repair) { repairs.append(repair) }
    }
  }

  /// What a person reads: faults first, then warnings, then what is well.
  ///
  /// - Parameters:
  ///   - isQuiet: leaves out what is well.
  ///   - isVerbose: says of each check that does not apply why, and not its name alone.
  package func lines(isQuiet: Bool = false, isVerbose: Bool = false) -> [String] {
    var lines = repairs.map(\.line)
    for level in [Finding.Level.fault, .warning] {
      for row in rows {
        lines += row.findings.filter { $0.level == level }.flatMap { $0.lines(row.check.name) }
      }
    }
    if !isQuiet {
      for row in rows where row.status == .ok { lines += row.lines }
      let others = rows.filter { $0.status == .notApplicable }
      if isVerbose {
        lines += others.flatMap(\.lines)
      } else if !others.isEmpty {
        lines.append(
          "-        not applicable here (--verbose says why): "
            + others.map(\.check.name).joined(separator: ", "))
      }
    }
    lines.append(summary)
    return lines
  }

  /// Columns that go on lines behind the first of a text: of a finding, and of what is below it.
  package static func indent(of line: String) -> Int {
    line.hasPrefix(String(repeating: " ", count: Finding.margin))
      ? Finding.margin + 6 : Finding.margin
  }

  /// `2 faults, 1 warning, 20 checks`.
  var summary: String {
    func words(_ number: Int, _ one: String) -> String {
      "\(number) \(one)\(number == 1 ? "" : "s")"
    }
    return [
      words(count(.fault), "fault"), words(count(.warning), "warning"), words(rows.count, "check"),
    ].joined(separator: ", ")
  }
}

extension DoctorReport.Row {
  var findings: [Finding] {
    if case .found(let findings) = outcome { findings } else { [] }
  }

  /// How a check ended.
  enum Status: String, Codable, CaseIterable {
    case ok
    case warning
    case fault
    case notApplicable = "not-applicable"
  }

  var status: Status {
    switch outcome {
    case .fine: .ok
    case .notApplicable: .notApplicable
    case .found(let findings):
      findings.contains { $0.level == .fault } ? .fault : .warning
    }
  }

  var lines: [String] {
    switch outcome {
    case .fine(let seen):
      ["ok       \(check.name): \(check.title): \(oneLine(seen))"]
    case .notApplicable(let why): ["-        \(check.name): \(check.title): \(why)"]
    case .found(let findings): findings.flatMap { $0.lines(check.name) }
    }
  }

  /// What was looked at where nothing is wrong, or why the question does not arise.
  var note: String? {
    switch outcome {
    case .fine(let seen): seen
    case .notApplicable(let why): why
    case .found: nil
    }
  }
}

/// Text in one line in which nothing moves the cursor; quotation marks stay, since it may be a command.
private func oneLine(_ text: String) -> String {
  PrintableText.lines(String(text.prefix(600)).replacing("\n", with: " "))
}

extension Finding {
  /// Columns of the word in front.
  static let margin = 9

  func lines(_ check: String) -> [String] {
    let word = level == .fault ? "FAULT    " : "warning  "
    let indent = String(repeating: " ", count: word.count)
    var lines = [word + check + ": " + oneLine(sentence)]
    lines += evidence.map { indent + "seen: " + oneLine($0) }
    for (number, step) in mend.enumerated() {
      if let text = step.text ?? (number == 0 ? "run" : nil) {
        lines.append(indent + "fix:  " + oneLine(text))
      }
      // A command is to be copied as it is; nothing from a board is in it unescaped.
      if let command = step.command { lines.append(indent + "    $ " + oneLine(command)) }
    }
    return lines
  }
}
