public import Journal
import LabRuntime

extension Instance {
  func started(_ arguments: String) -> Event.CaseStarted {
    // A case from a file is known to a filter that names the file.
    let origin = self.case.origin.map { "\($0) & " } ?? ""
    let boards = boardNames.map { " & board(\($0))" }.joined()
    let tail = arguments.isEmpty ? "" : " \(arguments)"
    return Event.CaseStarted(
      case: caseName, boards: boardNames, suite: self.case.suite, title: self.case.title,
      requirement: self.case.requirement, source: self.case.source, tags: self.case.tags,
      reproduce: "uwbrig run '\(origin)id(\(caseName))\(boards)'\(tail)",
      declaredMicroseconds: self.case.declared.microseconds)
  }

  /// The line that ends an instance in the journal.
  public func finished(
    _ judgement: Judgement, microseconds: Int64?, suppressions: Suppressions = .none
  ) -> Event.CaseFinished {
    Event.CaseFinished(
      case: caseName, boards: boardNames, verdict: judgement.verdict, reason: judgement.reason,
      class: self.case.caseClass, durationMicroseconds: microseconds,
      waived: judgement.verdict == .fail ? suppressions.waiver(of: self) : nil,
      quarantined: judgement.verdict == .skip ? nil : suppressions.quarantine(of: self),
      wasHeldUp: judgement.wasHeldUp)
  }
}
