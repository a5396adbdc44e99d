import FoundationEssentials
import Journal
import Reports
import RunStore
import Runner

/// What an earlier run left to be done: what ended in FAIL, ERROR or INCONCLUSIVE, and what never came
/// to run because the run, or a board, did not last.
package enum UnfinishedBusiness: Equatable {
  case these(Set<String>)
  /// All that are selected but these: the run was killed, and nothing says what it still had before
  /// it.
  case allBut(Set<String>)

  package func includes(_ instance: String) -> Bool {
    switch self {
    case .these(let names): names.contains(instance)
    case .allBut(let names): !names.contains(instance)
    }
  }

  /// What the latest run below a folder left.
  package static func latest(below parent: String = "out") throws -> UnfinishedBusiness {
    guard FileManager.default.fileExists(atPath: parent + "/latest/run.json") else {
      throw Failure(
        .usage, "--rerun latest: there is no run below \(parent)/; run without it first")
    }
    let entries = try Catalogues.read(parent).entries
    let start = entries.firstIndex(where: \.isLatest) ?? 0
    return try left(by: entries[start...])
  }

  /// What the first of the runs left; the others are those before it.
  private static func left(
    by runs: ArraySlice<RunCatalogue.Entry>
  ) throws -> UnfinishedBusiness {
    guard let run = runs.first else { return .allBut([]) }
    let report = try NamedRun(run.directory.path, below: "").report()
    // Of an instance that ran several times the later ones have a number.
    func names(_ instances: [Reports.Instance]) -> Set<String> {
      Set(instances.map { instanceName(case: $0.case, boards: $0.boards) })
    }
    var open = names(report.instances.filter(isOpen))
    // A rule of the frame watch is held where it was broken.
    open.formUnion(open.compactMap { report.firstBroken[$0] })
    // A case that hangs ends the run, and what was to come after it is not in its journal either.
    guard report.isInterrupted || report.status == 5 else { return .these(open) }
    let done = names(report.instances).subtracting(open)
    // A run that itself took up an earlier one had no more before it than that one had left.
    return try (run.directory.record.isRerun ? left(by: runs.dropFirst()) : .allBut([])).without(
      done, with: open)
  }

  private static func isOpen(_ instance: Reports.Instance) -> Bool {
    instance.verdict.isBad
      || instance.verdict == .skip && StopReason.explains(skip: instance.reason)
  }

  private func without(_ done: Set<String>, with open: Set<String>) -> UnfinishedBusiness {
    switch self {
    case .these(let names): .these(names.subtracting(done).union(open))
    case .allBut(let names): .allBut(names.union(done).subtracting(open))
    }
  }
}
