import Foundation
import Journal
import Reports
import RunStore

/// What an earlier run left to be done.
enum UnfinishedBusiness {
  /// The names of the instances of the latest run that ended in FAIL, ERROR or INCONCLUSIVE, or not
  /// at all.
  static func latest(below parent: String = "out") throws -> Set<String> {
    let path = parent + "/latest"
    guard FileManager.default.fileExists(atPath: path + "/run.json") else {
      throw Failure(
        .usage, "--rerun latest: there is no run below \(parent)/; run without it first")
    }
    let report = try RunReport.read(journal: try RunDirectory(open: path).events)
    // Of an instance that ran several times the later ones have a number.
    return Set(
      report.instances(.fail, .error, .inconclusive).map {
        instanceName(case: $0.case, boards: $0.boards)
      })
  }
}
