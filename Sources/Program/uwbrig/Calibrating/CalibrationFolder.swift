import Calibration
import Errors
import Glibc
import JSONDocuments
import Journal
import LabRuntime
import Reports
import RigFile
import RunStore

/// The folder that a calibration leaves: its record, its frames, all ranges, and the old values.
struct CalibrationFolder: Sendable {
  static let undoName = "calibration-undo.json"

  let directory: RunDirectory
  let journal: Journal

  /// Throws ``Failure``.
  init(_ command: CalibrateCommand, _ file: RigFile, _ lab: Lab) throws {
    let record = RunRecord(
      version: Uwbrig.version, arguments: Array(CommandLine.arguments.dropFirst()))
    do throws(RigError) {
      directory = try RunDirectory(out: command.out, record)
      journal = try directory.begin(file, lab)
    } catch { throw Failure(.internalError, "\(error)") }
    journal.emit(
      .runStarted(Event.RunStarted(version: Uwbrig.version, seed: command.seed, rig: file.name)))
  }

  /// The old values, on the disk when it returns.
  func keep(_ old: CalibrationUndoDocument) throws(RigError) {
    try directory.write(Array(old.json.indented.utf8) + [0x0A], named: Self.undoName)
    sync()
  }

  /// The result, with the files for other tools.
  func write(
    _ document: CalibrationDocument, _ plan: CalibrationPlan, _ state: CalibrationState,
    status: ExitStatus
  ) throws(RigError) {
    try directory.write(Array(document.json.indented.utf8) + [0x0A], named: "calibration.json")
    try directory.write(Array(RangesTable.text(plan, state).utf8), named: "ranges.csv")
    try directory.write(Array(AccuracyPage(plan, state).html.utf8), named: "calibration.html")
    for file in document.vendorFiles {
      try directory.write(Array(file.content.indented.utf8) + [0x0A], named: file.name)
    }
    journal.emit(
      .runFinished(Event.RunFinished(counts: VerdictCounts(), status: Int(status.code))))
    try journal.close()
  }
}

extension AccuracyPage {
  /// The first and the last ranges of a calibration, and those at the second place.
  init(_ plan: CalibrationPlan, _ state: CalibrationState) {
    let names = plan.boards.map(\.name)
    let interval = plan.settings.interval / .seconds(1)
    let passes = state.passes
    func pair(_ pair: CalibrationPlan.Pair, _ truth: Double, _ before: [Double], _ after: [Double])
      -> AccuracyPage.Pair
    {
      AccuracyPage.Pair(
        "\(names[pair.pair.one]) – \(names[pair.pair.other])", truth: truth, before: before,
        after: after, interval: interval)
    }
    let pairs = plan.pairs.enumerated().map { place, planned in
      let (first, last) = (
        passes.first?.samples[place], passes.count > 1 ? passes.last?.samples[place] : nil
      )
      var shown = pair(planned, planned.distance, first?.distances ?? [], last?.distances ?? [])
      shown.bearing = planned.bearing
      shown.directions = (first?.directions ?? [], last?.directions ?? [])
      return shown
    }
    let checks = zip(plan.pairs.filter { $0.checkDistance != nil }, state.check).map {
      pair($0, $1.truth, [], $1.distances)
    }
    self.init("Calibration of \(names.joined(separator: ", "))", pairs + checks)
  }
}
