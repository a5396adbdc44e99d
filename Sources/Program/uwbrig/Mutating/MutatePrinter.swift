import JSONDocuments
import Journal
import Links
import Notation
import Reports
import RigFile
import Simulation
import Terminal

/// What judging suites has shown, as text or JSON.
struct MutatePrinter {
  let command: MutateCommand
  let file: RigFile
  let reports: [MutationReport]

  var document: MutateDocument { MutateDocument(rig: file.name, reports) }

  func show() {
    if command.common.json {
      document.print()
    } else {
      for line in reports.flatMap(lines) { Output.result(line) }
    }
  }

  private func lines(_ report: MutationReport) -> [String] {
    var lines: [String] = []
    for unfit in report.unfit {
      command.common.remark(
        "Note: \(unfit.instance) judges nothing: a healthy board ends in \(unfit.verdict.rawValue): "
          + PrintableText.escaped(unfit.reason))
    }
    let alive = report.entries.filter { [.survived, .notReached, .errorOnly].contains($0.fate) }
    if !alive.isEmpty {
      var table = Table([.init("MUTANT", minimum: 30), .init("FATE"), .init("WHY", minimum: 20)])
      for entry in alive {
        table.add([
          entry.mutant.id, entry.isEquivalent ? "equivalent" : entry.fate.rawValue, why(entry),
        ])
      }
      lines += table.wholeLines(width: Terminal.width(.output))
      lines.append("")
    }
    let survivors = alive.filter { !$0.isEquivalent }
    if !survivors.isEmpty {
      lines.append("Survivors by message: " + bySubject(survivors))
    }
    if command.common.verbose {
      for entry in report.entries where entry.fate == .killed {
        lines.append("\(entry.mutant.id)  killed by \(entry.instance ?? "?")")
      }
    }
    lines.append(summary(report))
    return lines
  }

  private func why(_ entry: MutationReport.Entry) -> String {
    if let clause = entry.clause { return PrintableText.escaped(clause) }
    switch entry.fate {
    case .notReached: return "no case comes there"
    case .errorOnly:
      return PrintableText.escaped("\(entry.instance ?? "?"): \(entry.reason)")
    default: return "\(Counted.amount(entry.trials, "instance")) passed"
    }
  }

  private func bySubject(_ alive: [MutationReport.Entry]) -> String {
    let subjects = alive.map(\.mutant.subject).map {
      $0.hasPrefix("transition") ? "transitions" : $0
    }
    let places = Dictionary(grouping: subjects.indices) { subjects[$0] }
    // The most first, then as they came.
    let order = places.values.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    return order.map { "\(subjects[$0[0]]) \($0.count)" }.joined(separator: ", ")
  }

  private func summary(_ report: MutationReport) -> String {
    guard !report.entries.isEmpty || !report.isPartial else {
      return "\(report.suite): \(report.generated) mutants; ended before one of them was judged"
    }
    let drawn =
      report.entries.count < report.generated
      ? "\(report.entries.count) of \(report.generated) mutants (seed \(report.seed))"
      : "\(report.generated) mutants"
    let judges = Counted.amount(report.judges, "instance")
    return
      "\(report.suite): \(drawn), \(judges): \(report.count(.killed)) killed, "
      + "\(report.count(.errorOnly)) in ERROR only, "
      + "\(report.count(.survived) + report.count(.notReached)) survived "
      + "(\(report.count(.notReached)) not reached), \(report.equivalents) equivalent, "
      + "\(report.count(.equal)) equal to the board: \(Self.percent(report.score)) killed, "
      + "\(SoakPrinter.rounded(report.took / .seconds(1))) s"
      + (report.isPartial ? "; ended before its time, the other mutants are not judged" : "")
  }

  /// Cut, not rounded: 94.99 is not 95.
  private static func percent(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
