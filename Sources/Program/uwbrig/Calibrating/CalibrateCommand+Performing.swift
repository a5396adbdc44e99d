import Bench
import Boards
import Calibration
import Errors
import Files
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import Printing
import RigFile
import RunStore
import Runs
import Terminal

extension CalibrateCommand {
  /// Shows the plan, calibrates and says what came out of it.
  func perform() throws -> ExitStatus {
    let plan = try CalibrationPlan(self)
    let printer = CalibrationPrinter(plan, common)
    if dryRun {
      common.json ? CalibrationDocument(plan).print() : printer.show(plan)
      return .done
    }
    try OutputPlaces.check(folder: out)
    if !common.json { printer.show(plan) }
    let lab = plan.file.time == .virtual ? Lab.simulated(seed: seed) : Lab.live(seed: seed)
    let folder = try CalibrationFolder(self, plan.file, lab)
    let end = EndOfService(lab)
    end.openAtSignal()
    let watcher = CalibrationView(
      folder: folder, printer: printer, asks: plan.file.time == .real && check != nil, lab: lab)
    let holder = LockHolder.ourselves(program: "uwbrig calibrate", run: folder.directory.path)
    let result = Result {
      try lab.run {
        try await Bench.withBench(
          plan.file, lab: lab, journal: folder.journal, holder: holder
        ) { bench in
          await CalibrationBench(bench, plan, watcher).perform(until: end.wait)
        }
      }
    }
    printer.finish()
    let outcome: CalibrationBench.Outcome
    do { outcome = try result.get() } catch { throw Failure(error) }
    let document = CalibrationDocument(
      plan, outcome, run: folder.directory.record.id.description,
      seconds: LabInstant.zero.duration(to: lab.now).inMilliseconds / 1000, temperature: temperature
    )
    let status = ExitStatus.strongest([end.status, Self.status(outcome)])
    do throws(RigError) {
      try folder.write(document, plan, outcome.state, status: status)
    } catch { throw Failure(.internalError, "\(error)") }
    common.json ? document.print() : printer.show(document, outcome)
    if !outcome.left.isEmpty || !outcome.unreached.isEmpty {
      Output.diagnostic(
        "Error: not every old value could be put back. When the boards answer again: uwbrig calibrate "
          + "--undo \(folder.directory.path)"
          + (rig.map { " --rig \(ToolCommand.quoted($0))" } ?? ""))
    }
    common.remark("The record is in \(folder.directory.path)")
    return status
  }

  private static func status(_ outcome: CalibrationBench.Outcome) -> ExitStatus {
    guard outcome.left.isEmpty, outcome.unreached.isEmpty else { return .bench }
    guard let fault = outcome.fault else { return .done }
    return fault.isOfBoard ? .no : fault.code == .interrupted ? .done : .bench
  }

  // MARK: Undoing

  /// Puts back the values that a calibration has written down.
  func perform(undoing word: String) throws -> ExitStatus {
    let run = try NamedRun(word, below: RunDirectory.runs)
    guard let directory = run.directory else {
      throw Failure(.usage, "\(PrintableText.escaped(word)) is no folder of a run")
    }
    let path = directory.file(CalibrationFolder.undoName)
    guard InputFile.obstacle(path) == nil,
      let bytes = try? SystemFile(reading: path).read(upTo: 1 << 20),
      let json = try? JSONParser.parse(bytes),
      let old = CalibrationUndoDocument(json: json)
    else {
      throw Failure(
        .usage, "\(PrintableText.escaped(path)) cannot be read: this run has changed no calibration"
      )
    }
    let file = try RigSource.open(rig ?? directory.file(RunDirectory.rigName))
    var plan = try CalibrationPlan(undoing: old, file)
    plan.settings.cutsPower = !keepPower
    let lab = file.time == .virtual ? Lab.simulated(seed: seed) : Lab.live(seed: seed)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let chosen = old.values.filter { boards.isEmpty || boards.contains($0.board) }
    let ready = plan
    let results = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        await CalibrationBench(bench, ready, SilentWatcher()).undo(chosen)
      }
    }
    var statuses: [ExitStatus] = []
    for result in results {
      if let left = result.left, left.isEmpty {
        Output.result(PrintableText.lines("\(result.board): the old values are back"))
      } else {
        let words = result.left?.map(\.words).joined(separator: ", ") ?? result.reason
        Output.diagnostic("Error: \(result.board): \(words)")
        statuses.append(.bench)
      }
    }
    return .strongest(statuses)
  }

  // MARK: Rehearsing

  /// Calibrates in many worlds, and says how far boards are off in truth.
  func rehearse() throws -> ExitStatus {
    let plan = try CalibrationPlan(self)
    guard !angles else {
      throw Failure(.usage, "--worlds rehearses delays: it takes no --angles")
    }
    guard plan.file.time == .virtual else {
      throw Failure(.usage, "--worlds: expected a rig with time: virtual, whose boards are virtual")
    }
    let line = ProgressLine(.auto, quiet: common.quiet)
    var tally = RehearsalTally()
    for world in 0..<UInt64(worlds ?? 1) {
      tally.add(try CalibrationRehearsal(plan).world(seed &+ world))
      line.show("\(world + 1) of \(worlds ?? 1) worlds")
    }
    line.end()
    common.json ? tally.document.print() : Output.result(tally.text)
    return tally.worst <= plan.settings.limit && tally.notRestored == 0 ? .done : .no
  }
}
