import Bench
import Flashing
import FoundationEssentials
import JSONDocuments
import Journal
import LabRuntime
import Links
import Notation
import RigFile
import RunStore
import Runner
import Runs
import Scenarios
import Simulation
import Synchronization
import Terminal

extension SoakCommand {
  private func soak(_ selection: Selection) throws -> Soak {
    guard var file = selection.file else { throw Failure(.internalError, "no rig") }
    guard file.time == .virtual else {
      throw Failure(
        .usage,
        "a soak runs in simulated time: the rig \(file.name) has time: \(file.time.rawValue)"
      )
    }
    if let faults { file.faults = faults }
    var soak = Soak(file) { [file] in selection.plan(on: file, seed: $0) }
    soak.first = firstSeed
    soak.seeds = seed == nil ? seeds ?? 100 : 1
    soak.size = world
    soak.threads = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    soak.until = until
    soak.planted = plant
    return soak
  }

  func perform() throws -> ExitStatus {
    let selected = try Selection(selection, opens: true)
    let soak = try soak(selected)
    try checkPlaces()
    try OutputPlaces.check(folder: out)
    if throughput { return try measureThroughput() }
    for note in selected.notes { common.remark("Note: \(note)") }
    let worlds = soak.places(of: soak.first).count
    guard worlds > 0 else {
      common.remark("Note: no case of this rig is selected")
      return .nothingRan
    }
    common.detail(
      "\(worlds) worlds a seed, \(soak.threads) at a time, faults \(soak.file.faults)")
    if let checkMemory { return try lookForLeaks(of: soak, checkMemory) }
    let notCounted = seed == nil ? [] : try writeJournals(of: soak)
    let signalled = Mutex<LabSignal?>(nil)
    LabSignal.listen { signal in
      if case .status = signal { return }
      signalled.withLock { $0 = signal }
    }
    let line = ProgressLine(progress, quiet: common.quiet)
    let total = soak.seeds * worlds
    let kept = Mutex<[WorldDigest]>([])
    let keep: @Sendable (WorldDigest) -> Void = { digest in
      kept.withLock { $0.append(digest) }
    }
    let summary = try soak.run(
      stop: { signalled.withLock { $0 } != nil }, digests: digests == nil ? nil : keep,
      progress: { summary in
        line.show(
          "\(summary.seeds) of \(Counted.amount(soak.seeds, "seed")), \(summary.worlds)/\(total) worlds, "
            + "\(summary.counts.total) case runs, "
            + "\(summary.failureCount) failures")
      })
    line.end()
    if let digests {
      let lines = kept.withLock { $0 }.sorted().map { "\($0)\n" }.joined()
      try OutputFile.write(Array(lines.utf8), to: digests)
    }
    let signal = signalled.withLock { $0 }
    let shrunk = try signal == nil ? shrink(summary, of: soak, selected.allCases) : []
    SoakPrinter(
      command: self, soak: soak, notCounted: notCounted, endedBySignal: signal != nil
    ).show(summary, shrunk)
    let ended = signal.map { ExitStatus($0.exitStatus) } ?? .done
    return .strongest([status(of: summary), ended])
  }

  private func status(of summary: Soak.Summary) -> ExitStatus {
    if let hung = summary.hung {
      Output.diagnostic(
        "Error: the world of seed \(hung.seed), part \(hung.part) of \(hung.parts), has been running "
          + "for more than \(Soak.patience): this is a fault of the program; please report it.")
      return .internalError
    }
    if summary.failures.contains(where: { $0.invariant != nil }) { return .internalError }
    return summary.failures.isEmpty ? .done : .no
  }

  /// How fast worlds go by.
  private func measureThroughput() throws -> ExitStatus {
    let finding = try Throughput(folder: FileManager.default.temporaryDirectory.path).measure()
    if common.json {
      finding.print()
    } else {
      Output.result(
        "eight accessories range: \(SoakPrinter.rounded(finding.timesRealTime)) times real time, "
          + "\(finding.journalBytesPerRangingSecond) bytes of journal a second; "
          + "\(SoakPrinter.rounded(finding.setUpsPerSecond)) session set-ups a second "
          + "(median of \(Throughput.rounds), one thread)")
    }
    return .done
  }

  /// Looks for what worlds leave behind.
  private func lookForLeaks(of soak: Soak, _ worlds: Int) throws -> ExitStatus {
    let finding = try MemoryCheck(soak, worlds: worlds).run()
    if common.json {
      finding.print()
    } else {
      let (before, after) = (finding.before, finding.after)
      Output.result(
        "after \(finding.worlds) and \(finding.worldsLater) worlds: bytes in use \(before.bytes) and "
          + "\(after.bytes), descriptors \(before.descriptors) and \(after.descriptors), threads "
          + "\(before.threads) and \(after.threads), labs \(before.labs) and \(after.labs), links "
          + "\(before.links) and \(after.links), tasks \(before.tasks) and \(after.tasks)")
      for leak in finding.leaks { Output.result("not given back: \(leak)") }
      if finding.leaks.isEmpty { Output.result("Everything was given back.") }
    }
    return finding.leaks.isEmpty ? .done : .internalError
  }

  /// The worlds of the one seed, each with its journal; returns the bad verdicts that do not count.
  private func writeJournals(of soak: Soak) throws -> [Soak.Failure] {
    let folder = seedFolder
    var notCounted: [Soak.Failure] = []
    for place in soak.places(of: soak.first) {
      let ending = soak.world(place).run()
      if !soak.file.faults.isTolerated { notCounted += soak.verdicts(of: ending, at: place) }
      try OutputFile.write(ending.journal, to: "\(folder)/part-\(place.part)/events.ndjson")
    }
    common.remark("Journals: \(PrintableText.escaped(folder))")
    return notCounted
  }

  /// Throws ``Failure`` where a file of the soak would take the place of one that it reads.
  private func checkPlaces() throws {
    var inputs = InputFiles()
    if let rig = selection.rig, !rig.hasPrefix("replay:") {
      try inputs.add(rig, as: "the rig file")
    }
    for path in Selection.scenarioFiles(in: selection.filters) {
      try inputs.add(path, as: "a scenario")
    }
    try inputs.check(digests, for: "--digests")
    for number in 1...Soak.mostReduced {
      for name in ["minimal-\(number).yaml", "minimal-\(number).scenario.yaml"] {
        try inputs.check("\(folder)/\(name)", for: "--out", out)
      }
    }
  }

  // MARK: Making failures smaller

  private func shrink(
    _ summary: Soak.Summary, of soak: Soak, _ cases: [Case]
  ) throws -> [SoakPrinter.Shrunk] {
    guard !summary.failures.isEmpty, let text = try rigText() else { return [] }
    let reductions = try soak.reductions(
      of: summary.failures, rig: text, cases: cases)
    return try reductions.enumerated().map { try keep($1, number: $0 + 1) }
  }

  /// Where what was made smaller goes: that of one seed beside its journals, so that it takes the place
  /// of nothing else.
  private var folder: String { seed == nil ? out : seedFolder }
  private var seedFolder: String { "\(out)/seed-\(firstSeed)" }
  private var firstSeed: UInt64 { seed ?? first ?? 1 }

  private func keep(
    _ reduction: Soak.Reduction, number: Int
  ) throws -> SoakPrinter.Shrunk {
    let (smallest, story) = (reduction.smallest, reduction.story)
    let rig = "\(folder)/minimal-\(number).yaml"
    try OutputFile.write(Array(smallest.rigFile.utf8), to: rig)
    var words = ["uwbrig soak"]
    let filter = smallest.instances.map { instance in
      let parts = instance.split(separator: "@", maxSplits: 1)
      let boards = parts.count > 1 ? parts[1].split(separator: "+") : []
      return (["id(\(parts[0]))"] + boards.map { "board(\($0))" }).joined(separator: " & ")
    }.joined(separator: " | ")
    let path = "\(folder)/minimal-\(number).scenario.yaml"
    if let text = smallest.scenario, let story {
      try OutputFile.write(Array(text.utf8), to: path)
      let others = smallest.instances.contains { Soak.id(of: $0) != story.name }
      words.append(ToolCommand.quoted(others ? "\(path) | \(filter)" : path))
    } else {
      words.append(ToolCommand.quoted(filter))
    }
    words += ["--rig", ToolCommand.quoted(rig), "--seed", String(reduction.failure.place.seed)]
    if out != SoakCommand.standardOut { words += ["--out", ToolCommand.quoted(out)] }
    if let plant { words += ["--plant", plant.rawValue] }
    if smallest.instances.count > 8 { words += ["--world", String(smallest.instances.count)] }
    return SoakPrinter.Shrunk(
      reduction: reduction, rig: rig, scenario: story == nil ? nil : path,
      reproduce: words.joined(separator: " "))
  }

  private func rigText() throws -> String? {
    guard let path = selection.rig else {
      return ShippedRigs.text(named: RigSource.standard)
    }
    if let text = try? String(contentsOfFile: path, encoding: .utf8) { return text }
    return ShippedRigs.text(named: path)
  }
}
