import Journal
import Links
import Runner
import Watch

/// The invariants of the verdicts of a world that is over.
struct WorldVerdicts {
  /// How the reason of an ERROR may begin.
  private static let documented = [
    "board lost", "board not ready", "case hung", "the case asserts nothing",
    "nothing was asserted on what the device sent", "the case was cancelled",
  ]
  /// The same where faults strike links: a board that helps does not do its part then.
  private static let documentedOfHelpers = ["the phone's radio"]

  private let plan: Plan
  private let ending: World.Ending
  private let reasons: [String]

  init(_ plan: Plan, _ ending: World.Ending, faults: FaultPlan) {
    self.plan = plan
    self.ending = ending
    let linksSuffer = !faults.isTolerated && faults.faults.contains { !$0.kind.isOfTheRoom }
    reasons = Self.documented + (linksSuffer ? Self.documentedOfHelpers : [])
  }

  func violations() -> [Violation] {
    // A world that did not come to its end is told of by what ended it.
    guard !ending.violations.contains(where: { $0.invariant == .await || $0.invariant == .opened })
    else { return [] }
    return eachHasOne() + allAreDocumented() + followFromJournal()
  }

  private func eachHasOne() -> [Violation] {
    // Rules of the frame watch have a verdict where they are broken, and are not planned.
    let ended = ending.finished
      .filter { ended in !WatchRule.all.contains { $0.id == ended.case } }
      .map(\.instance).sorted()
    let planned = plan.instances.map(\.name).sorted()
    guard ended != planned else { return [] }
    let missing = planned.filter { !ended.contains($0) }
    let twice = zip(ended, ended.dropFirst()).filter { $0 == $1 }.map(\.0)
    let words = [("without a verdict", missing), ("with several verdicts", twice)]
      .filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }
    return [
      Violation(.verdict, words.isEmpty ? "of other instances" : words.joined(separator: "; "))
    ]
  }

  private func allAreDocumented() -> [Violation] {
    ending.finished.filter { ended in
      // A scenario says its file, line and step before it.
      ended.verdict == .error
        && !reasons.contains {
          ended.reason.hasPrefix($0) || ended.reason.contains(": \($0)")
        }
    }.map { Violation(.documented, "\($0.instance): ERROR \($0.reason)") }
  }

  /// A reader of the journal alone comes to the same verdicts, each for the same reason, and to the
  /// same numbers.
  private func followFromJournal() -> [Violation] {
    var tally = VerdictTally()
    var ends: [Event.CaseFinished] = []
    var reported: VerdictCounts?
    var reader = JournalReader(bytes: ending.journal)
    do {
      while let record = try reader.next() {
        switch record {
        case .damaged(let line, let reason):
          return [Violation(.journal, "line \(line): \(reason)")]
        case .entry(let entry):
          tally.take(entry.event)
          if case .caseFinished(let ended) = entry.event { ends.append(ended) }
          if case .runFinished(let finished) = entry.event { reported = finished.counts }
        }
      }
    } catch { return [Violation(.journal, "\(error)")] }
    guard tally.counts == ending.counts, reported == tally.counts else {
      return [Violation(.journal, "the verdicts of the journal are not those of the run")]
    }
    for (written, ended) in zip(ends, ending.finished) where written != ended {
      return [
        Violation(
          .journal,
          "\(ended.instance) ended as \(ended.verdict.rawValue) (\(ended.reason)), and the journal "
            + "says \(written.instance) \(written.verdict.rawValue) (\(written.reason))")
      ]
    }
    guard ends.count == ending.finished.count else {
      return [
        Violation(
          .journal, "\(ending.finished.count) cases ended, and the journal has \(ends.count)")
      ]
    }
    return []
  }
}
