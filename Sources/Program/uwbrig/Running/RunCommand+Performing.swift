import Bench
import Boards
import Errors
import Flashing
import FoundationEssentials
import Glibc
import Journal
import LabRuntime
import Links
import LivePage
import Notation
import Reports
import RigFile
import RunStore
import Runner
import Runs
import Settings
import Terminal

extension RunCommand {
  /// Bytes of captures that a simulated run holds back: on a disk that is nearly full its journal
  /// shall be the first to find room.
  private static let heldCaptures = 32 << 20

  /// Runs, and says in which folder the run is.
  ///
  /// - Parameters:
  ///   - rig: the bench, where another subcommand has it already.
  ///   - focus: the boards to run on and what failed on them last, where an image is watched.
  ///   - printsResult: false where another subcommand has the last word.
  func perform(
    on rig: RigFile? = nil, focus: RunFocus? = nil, printsResult: Bool = true
  ) throws -> (status: ExitStatus, directory: RunDirectory) {
    let selected = try Selection(selection, on: rig)
    for note in selected.notes { common.remark("Note: \(note)") }
    guard let file = selected.file else { throw Failure(.internalError, "no rig") }
    try programs.check(file)
    try InputFiles(files, selected).check(files)
    try OutputPlaces.check(files)
    let history = RunHistory(files, common)
    let whole = try plan(selected, file, history)
    let plan = focus.map { whole.on($0.boards, first: $0.failed) } ?? whole
    let images = try RunImages(file, common)
    let (options, suppressions) = try self.options(selected, file)
    if plan.instances.isEmpty {
      common.remark("Note: \(selected.remarkOnNothing(isRerun: planning.rerun != nil))")
    }

    let lab =
      file.time == .virtual ? Lab.simulated(seed: seed) : Lab.live(seed: seed)
    let (directory, journal, claim) = try begin(file, lab)
    defer { withExtendedLifetime(claim) {} }
    common.detail(
      "\(plan.instances.count) instances on \(file.boards.count) boards of \(file.name), time "
        + "\(file.time.rawValue), seed \(seed), into \(directory.path)")
    let memory = RunMemory(
      captures: lab.isSimulated
        ? CaptureWriter(
          directory, isSimulated: true, block: Self.heldCaptures) : nil)
    journal.observe { memory.note($0) }
    let view = ProgressView(
      progress, plan: plan.instances.map(\.name),
      // A virtual run may not look at what happened on this machine before.
      history: lab.isSimulated ? [:] : history.durations(), lab: lab, options: common)
    journal.observe { view.show($0) }
    view.start()

    let stop = StopSwitch(lab)
    let ending = RunEnding(
      journal: journal, stop: stop, progress: view,
      documents: RunDocuments(
        directory, files, common, slowest: durations ?? 0, isSimulated: lab.isSimulated,
        printsResult: printsResult,
        background: history.background), memory: memory,
      suppressions: suppressions
    ) { [common] report, outcomes in
      CIHost.current?.publish(report, annotate: Output.coloured, remark: common.remark)
      history.record(directory, outcomes)
    }
    SignalHandler(lab).listen(tell: view.tell) { signal in
      common.remark("Note: \(signal.name) ends the run; a second signal ends it at once")
      journal.emit(.signal(Event.Signal(name: signal.name)))
      stop.stop(.signal(signal))
    }
    let page =
      self.view
      ? try viewing.start(
        directory.events, endingWith: directory.path,
        fleet: FleetWatch.source(fleet.coordinators.coordinator)
      ) { if lab.isSimulated { journal.sync() } } : nil
    if let page { Output.diagnostic("Live page: \(page.url)") }
    let watchdog = Watchdog(lab) { instances, why in ending.hung(instances, why) }
    watchdog.start()
    if !lab.isSimulated { JournalSync.start(journal) }

    journal.emit(
      .runStarted(
        Event.RunStarted(
          version: Uwbrig.version, seed: seed, rig: file.name,
          time: lab.isSimulated ? Event.RunStarted.simulatedTime : Event.RunStarted.wallTime,
          planned: Int64(plan.instances.count))))
    RoomLines.emit(file, journal)
    let holder = LockHolder.ourselves(program: "uwbrig run", run: directory.path)
    let result = Result {
      try lab.run {
        try await Bench.withBench(
          file, lab: lab, journal: journal, holder: holder, fleet: fleet.options,
          bluetoothCapture: directory.captures + "/bluetooth.pcapng"
        ) { bench in
          if let room = bench.room { RoomLines.follow(room, file, journal) }
          try await images.perform(on: bench, lab, journal)
          return await Run(bench, plan: plan, options: options, stop: stop, watchdog: watchdog)
            .perform()
        }
      }
    }
    watchdog.end()
    let status = ending.finish(status(of: result, lab, journal))
    page?.finish()
    return (status, directory)
  }

  private var files: RunFiles {
    RunFiles(
      rig: selection.rig, filters: selection.filters, out: out, documents: documents.files,
      events: events, quarantine: quarantine, waivers: waivers, ledger: ledger)
  }

  private func status(
    of result: Result<Run.Outcome, any Error>, _ lab: Lab, _ journal: Journal
  ) -> ExitStatus {
    var statuses: [ExitStatus] = []
    switch result {
    case .success(let outcome):
      statuses.append(
        outcome.status(
          noTestsPass: noTests == .pass, flakyFails: planning.flakyResult == .fail))
    case .failure(let error):
      let failure = Failure(error)
      journal.emit(.note(Event.Remark(failure.message)))
      Output.diagnostic("Error: \(failure.message)")
      statuses.append(failure.status)
    }
    if lab.isSimulated, lab.foreignEnqueues != 0 {
      Output.diagnostic(
        "Error: \(lab.foreignEnqueues) jobs came into the simulated lab from outside: this run "
          + "cannot be repeated from its seed. This is a fault of the program; please report it.")
      statuses.append(.internalError)
    }
    return .strongest(statuses)
  }

  /// Makes the folder of the run and its journal. The claim tells those who look at the run that it goes
  /// on.
  private func begin(
    _ file: RigFile, _ lab: Lab
  ) throws -> (directory: RunDirectory, journal: Journal, claim: FolderClaim) {
    do throws(RigError) {
      // What another run has is not touched; a folder below `out` has a name of its own.
      let asked: FolderClaim? = if let out { try FolderClaim(out) } else { nil }
      var record = RunRecord(version: Uwbrig.version, arguments: ProjectSettings.arguments)
      // A folder that is named like a run is one.
      if let out, let named = RunIdentifier(ofFolder: out) { record.id = named }
      let directory = try RunDirectory(out: out, record)
      let claim = if let asked { asked } else { try FolderClaim(directory.path) }
      return (directory, try directory.begin(file, lab), claim)
    } catch { throw Failure(.internalError, "\(error)") }
  }

  private func plan(
    _ selection: Selection, _ file: RigFile, _ history: RunHistory
  ) throws -> Plan {
    let options = planning
    var plan = selection.plan(on: file, seed: seed, shuffles: options.shuffle)
    if let names = try RecordedRun.names(self.selection.rig) {
      plan = plan.only { names.contains($0) }
    }
    if options.rerun != nil {
      let unfinished = try UnfinishedBusiness.latest()
      plan = plan.only(unfinished.includes)
    }
    // The machines of a partition cut the same plan, and each knows another history.
    if let partition = options.partition { plan = plan.part(partition) }
    // The order of a virtual run may not depend on what happened on this machine before.
    if file.time == .real, seed == 0, !options.shuffle {
      plan = plan.longestFirst(history.durations())
    }
    return options.repeat.map(plan.repeated) ?? plan
  }

  /// What the run is asked for, and whose bad verdicts do not count.
  private func options(
    _ selection: Selection, _ file: RigFile
  ) throws -> (options: Run.Options, suppressions: Suppressions) {
    let suppressions = try SuppressionFiles.read(files, file: file, known: selection.known)
    let rules = try RetryRules.read(file, known: selection.known)
    let everything = Plan(
      cases: selection.allCases + Case.watchRules, file: file, filter: nil, seed: 0)
    for remark in rules.remarks + suppressions.remarks(about: everything) {
      common.remark(remark)
    }
    var options = Run.Options(
      maximumFailures: maxFail, runTimeout: runTimeout, jobs: jobs,
      retries: planning.retries,
      reproduceArguments: reproduceArguments)
    if let timeout { options.caseTimeout = timeout }
    options.suiteTimeout = suiteTimeout
    options.retryRules = rules.rules
    options.suppressions = suppressions
    return (options, suppressions)
  }

  /// What a line for repeating one instance ends with.
  private var reproduceArguments: String {
    var words: [String] = []
    for place in fleet.place { words += ["--place", ToolCommand.quoted(place)] }
    if fleet.place.isEmpty, let rig = selection.rig {
      words += ["--rig", ToolCommand.quoted(rig)]
    }
    if seed != 0 { words += ["--seed", String(seed)] }
    if let timeout { words += ["--timeout", DurationText.format(timeout)] }
    return words.joined(separator: " ")
  }
}

extension LabSignal {
  var name: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .status: "SIGUSR1"
    }
  }
}
