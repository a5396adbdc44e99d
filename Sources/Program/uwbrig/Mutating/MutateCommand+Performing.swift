import BootProtocols
import Conformance
import FoundationEssentials
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import Reports
import RigFile
import Runs
import Simulation
import Synchronization
import Terminal

extension MutateCommand {
  func perform() throws -> ExitStatus {
    let file = try RigSource.open(rig)
    let (runs, listed) = try self.runs(on: file)
    if list { return show(runs.flatMap(\.mutants)) }
    if let mutant { return try repeats(mutant, in: runs) }
    return try judge(runs, on: file, listed)
  }

  private func runs(on file: RigFile) throws -> ([MutationRun], EquivalentMutants) {
    guard file.time == .virtual else {
      throw Failure(
        .usage,
        "mutants run in simulated time: the rig \(file.name) has time: \(file.time.rawValue)")
    }
    let names = suite.map { [$0] } ?? MutationSubject.suites
    let subjects = try MutationSubject.suites.map { try Self.subject($0, file) }
    for name in names where !MutationSubject.suites.contains(name) {
      throw Failure(
        .usage, "the suite: " + NearestName.refusal(of: name, expected: MutationSubject.suites))
    }
    let known = subjects.flatMap { $0.mutants.map(\.id) }
    if let mutant, !known.contains(mutant) {
      throw Failure(
        .usage,
        "there is no mutant \(PrintableText.quoted(mutant, limit: 200))"
          + (NearestName.hint(for: mutant, among: known)
            ?? "; 'uwbrig mutate --list' names them all"))
    }
    let listed = try EquivalentMutants.load(equivalents, known: known)
    let runs = try subjects.filter { names.contains($0.suite) }.map { subject in
      // A suite that the standard rig has no boards for has one of its own.
      let other = rig == nil ? MutationSubject.rigs[subject.suite] : nil
      let own = try other.map { try RigSource.open("Rigs/\($0)") }
      var run = MutationRun(subject, on: own ?? file)
      run.seed = seed
      run.sample = sample
      run.threads = jobs ?? ProcessInfo.processInfo.activeProcessorCount
      run.clauses = listed.clauses
      if let only = only.map(Glob.init) { run.isWanted = { only.matches($0) } }
      return run
    }
    return (runs, listed)
  }

  private static func subject(_ suite: String, _ file: RigFile) throws -> MutationSubject {
    guard let subject = MutationSubject(suite, cases: Suites.all, limits: file.limits) else {
      throw Failure(.internalError, "the tables of the suite \(suite) cannot be read")
    }
    return subject
  }

  private func judge(
    _ runs: [MutationRun], on file: RigFile, _ listed: EquivalentMutants
  ) throws -> ExitStatus {
    try OutputPlaces.check(folder: out)
    let signalled = Mutex<LabSignal?>(nil)
    LabSignal.listen { signal in
      if case .status = signal { return }
      signalled.withLock { $0 = signal }
    }
    let line = ProgressLine(progress, quiet: common.quiet)
    var reports: [MutationReport] = []
    for run in runs where signalled.withLock({ $0 }) == nil {
      reports.append(
        try run.perform(stop: { signalled.withLock { $0 } != nil }) { what, done, total in
          line.show("\(run.subject.suite): \(done)/\(total) \(what)")
        })
    }
    line.end()
    let idle = zip(runs, reports).first { $1.judges == 0 && $1.hung == nil && !$1.isPartial }
    if let (run, report) = idle {
      throw Failure(
        .usage,
        "the rig \(run.file.name) has nothing to judge the suite \(report.suite) by: no case of it "
          + "runs and passes on a reference board of this rig; it needs a board with link: virtual and "
          + "firmware: \(run.subject.firmware.rawValue), such as those of the rig that is used without "
          + "--rig")
    }
    let printer = MutatePrinter(command: self, file: file, reports: reports)
    try OutputFile.write(
      Array(printer.document.json.indented.utf8), to: "\(out)/mutation.json")
    printer.show()
    var statuses = reports.map { status(of: $0, listed) }
    if let signal = signalled.withLock({ $0 }) { statuses.append(ExitStatus(signal.exitStatus)) }
    return .strongest(statuses)
  }

  private func status(
    of report: MutationReport, _ listed: EquivalentMutants
  ) -> ExitStatus {
    if let hung = report.hung {
      Output.diagnostic(
        "Error: \(PrintableText.escaped(hung)) has not returned: this is a fault of the program; "
          + "please report it.")
      return .internalError
    }
    guard report.strangers.isEmpty else {
      Output.diagnostic(
        "Error: the rule of the mutants of \(report.suite) is not complete; the board also has "
          + PrintableText.escaped(report.strangers.joined(separator: ", "), limit: 2000))
      return .internalError
    }
    var isGood = report.score >= MutationReport.leastScore
    for entry in report.entries where entry.isStale {
      isGood = false
      let line = listed.entries.first { $0.mutant == entry.mutant.id }?.line ?? 1
      Output.diagnostic(
        "\(PrintableText.escaped(listed.file)):\(line):1: error: \(entry.mutant.id) is "
          + (entry.fate == .equal
            ? "no mutant: the board says the same anyway"
            : "killed by \(entry.instance ?? "a case")") + ", so it is not equivalent")
    }
    if let share = report.equivalentShare, share > MutationReport.mostEquivalents {
      isGood = false
      Output.diagnostic(
        "Error: \(Counted.amount(report.equivalents, "mutant")) of \(report.suite) listed as "
          + "equivalent is more than \(Int(MutationReport.mostEquivalents)) %")
    }
    return isGood ? .done : .no
  }

  private func show(_ mutants: [Mutant]) -> ExitStatus {
    if common.json {
      MutantsDocument(mutants).print()
    } else {
      for mutant in mutants { Output.result(mutant.id) }
    }
    return .done
  }

  // MARK: One mutant

  private func repeats(_ id: String, in runs: [MutationRun]) throws -> ExitStatus {
    guard let subject = runs.first(where: { $0.subject.mutants.contains { $0.id == id } }),
      let mutant = subject.subject.mutants.first(where: { $0.id == id })
    else {
      throw Failure(.usage, "the mutant \(PrintableText.escaped(id)) is of another suite")
    }
    let repetitions = try subject.repetitions(of: mutant)
    let folder =
      "\(out)/" + id.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    var table = Table([
      .init("INSTANCE"), .init("VERDICT"), .init("CHANGED"), .init("REASON", minimum: 30),
    ])
    for (index, repetition) in repetitions.enumerated() {
      try OutputFile.write(repetition.journal, to: "\(folder)/\(index + 1)/events.ndjson")
      table.add([
        repetition.instance, repetition.verdict.rawValue, String(repetition.applications),
        repetition.reason,
      ])
    }
    if common.json {
      MutantDocument(mutant, repetitions, journals: folder).print()
    } else if repetitions.isEmpty {
      Output.result("No case comes to where \(id) differs.")
    } else {
      for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
    }
    if !repetitions.isEmpty { common.remark("Journals: \(PrintableText.escaped(folder))") }
    return repetitions.contains { $0.verdict == .fail } ? .done : .no
  }
}
