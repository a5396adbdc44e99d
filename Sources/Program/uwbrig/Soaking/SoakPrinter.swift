import JSONDocuments
import Journal
import Links
import Notation
import Reports
import RigFile
import Simulation
import Terminal

/// What a soak has found, as text or JSON.
struct SoakPrinter {
  /// Failures that are shown as text.
  private static let mostShown = 40

  struct Shrunk {
    var reduction: Soak.Reduction
    var rig: String
    /// The file of the scenario; nil where the failing case is none.
    var scenario: String?
    var reproduce: String

    var failure: Soak.Failure { reduction.failure }
  }

  let command: SoakCommand
  let soak: Soak
  /// Bad verdicts of the one seed that is repeated, where its faults do not let them count.
  let notCounted: [Soak.Failure]
  let endedBySignal: Bool

  func show(_ summary: Soak.Summary, _ shrunk: [Shrunk]) {
    if command.common.json {
      SoakDocument(
        soak, summary, notCounted: notCounted,
        shrunk: shrunk.map {
          .init($0.reduction, rig: $0.rig, scenario: $0.scenario, reproduce: $0.reproduce)
        }
      ).print()
    } else {
      for line in lines(summary, shrunk) { Output.result(line) }
    }
  }

  private func lines(_ summary: Soak.Summary, _ shrunk: [Shrunk]) -> [String] {
    var lines: [String] = []
    if !summary.failures.isEmpty {
      lines += table(of: summary.failures, counted: summary.failureCount)
    }
    if !notCounted.isEmpty {
      lines.append("Not counted, as a board need not pass under these faults:")
      lines += table(of: notCounted, counted: notCounted.count)
    }
    for shrunk in shrunk {
      lines.append(
        "Seed \(shrunk.failure.place.seed) made smaller in "
          + "\(Counted.amount(shrunk.reduction.worlds, "world")): "
          + PrintableText.escaped(
            shrunk.reduction.smallest.instances.joined(separator: ", "), limit: 400)
          + ", faults \(shrunk.reduction.smallest.faults)")
      let ways = summary.failures.count {
        $0.place == shrunk.failure.place && $0.invariant != nil
      }
      let beside =
        shrunk.failure.invariant == nil || ways < 2
        ? "" : " (one of \(ways) ways in which this world is broken)"
      lines.append(
        "  fails  \(PrintableText.escaped(Self.words(shrunk.failure), limit: 400))\(beside)")
      let files = [shrunk.rig, shrunk.scenario].compactMap { $0 }.joined(separator: ", ")
      lines.append("  files  \(PrintableText.escaped(files, limit: 400))")
      lines.append("  again  \(PrintableText.escaped(shrunk.reproduce, limit: 2000))")
    }
    if !shrunk.isEmpty {
      lines.append(
        "Each of these lines leaves a journal below \(PrintableText.escaped(command.out))/seed-N; "
          + "`uwbrig report JOURNAL --html FILE` makes a page of it.")
      lines.append("")
    }
    lines.append(
      "\(Counted.amount(summary.seeds, "seed")) from \(soak.first), faults \(soak.file.faults): "
        + "\(Counted.amount(summary.worlds, "world")), "
        + "\(Counted.amount(summary.counts.total, "case run")): \(summary.counts)")
    lines.append(
      "\(Self.rounded(summary.worldsPerSecond)) worlds/s, "
        + "\(Self.rounded(summary.speed)) times real time, \(Self.rounded(summary.took / .seconds(1))) s, "
        + "\(summary.foreignEnqueues) foreign enqueues")
    if summary.isPartial { lines.append(whatIsLeft(summary)) }
    lines.append(conclusion(summary))
    return lines
  }

  private func table(of failures: [Soak.Failure], counted: Int) -> [String] {
    var table = Table([
      .init("SEED"), .init("INSTANCE"), .init("VERDICT"), .init("REASON", minimum: 30),
    ])
    for failure in failures.prefix(Self.mostShown) {
      table.add([
        String(failure.place.seed), failure.instance ?? "(world \(failure.place.part))",
        failure.verdict?.rawValue ?? "BROKEN", Self.words(failure),
      ])
    }
    let more = counted - min(failures.count, Self.mostShown)
    return table.wholeLines(width: Terminal.width(.output))
      + (more > 0 ? ["and \(more) more"] : []) + [""]
  }

  private static func words(_ failure: Soak.Failure) -> String {
    (failure.invariant.map { $0.rawValue + ": " } ?? "") + failure.reason
  }

  private func whatIsLeft(_ summary: Soak.Summary) -> String {
    let limit = soak.until.map { "--until \(DurationText.format($0))" } ?? "--until"
    let cause = endedBySignal ? "a signal" : summary.hung == nil ? limit : "a world that hangs"
    return "Stopped by \(cause) after \(summary.seeds) of \(Counted.amount(soak.seeds, "seed"))"
      + (summary.seeds < soak.seeds ? "." : ", the last of them in part.")
  }

  private func conclusion(_ summary: Soak.Summary) -> String {
    if summary.failureCount > 0 {
      let seeds = Set(summary.failures.map(\.place.seed)).count
      return "\(Counted.amount(summary.failureCount, "failure")) in "
        + "\(Counted.amount(seeds, "seed"))."
    }
    if soak.file.faults.isTolerated { return "Nothing failed." }
    return "Every wait ended and everything was given back. A board need not pass under these "
      + "faults: its verdicts do not count."
  }

  /// Whole where there is much of it, else with one digit.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    return value >= 100
      ? String(Int(value.rounded())) : String((value * 10).rounded() / 10)
  }
}
