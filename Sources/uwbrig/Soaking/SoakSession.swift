import Foundation
import Journal
import LabRuntime
import Links
import Rig
import Runner
import Scenarios
import Simulation
import Synchronization

/// One soak from its arguments to its exit status.
struct SoakSession {
  /// Failures of different kinds that are made smaller.
  private static let mostShrunk = 3

  private let verb: SoakVerb
  private let selection: Selection
  private let soak: Soak

  init(_ verb: SoakVerb) throws {
    self.verb = verb
    let selection = try Selection(verb.selection, opens: true)
    self.selection = selection
    guard var file = selection.file else { throw Failure(.internalError, "no rig") }
    guard file.time == .virtual else {
      throw Failure(
        .usage, "a soak runs in virtual time: the rig \(file.name) says time: \(file.time.rawValue)"
      )
    }
    if let faults = verb.faults { file.faults = faults }
    var soak = Soak(file) { [file] in selection.plan(on: file, seed: $0) }
    soak.first = verb.seed ?? verb.first
    soak.seeds = verb.seed == nil ? verb.seeds : 1
    soak.size = verb.world
    soak.threads = verb.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    soak.until = verb.until
    soak.planted = verb.plant
    self.soak = soak
  }

  func perform() throws -> ExitStatus {
    for note in selection.notes { verb.common.remark("Note: \(note)") }
    let worlds = soak.places(of: soak.first).count
    guard worlds > 0 else {
      verb.common.remark("Note: no case of this rig is selected")
      return .nothingRan
    }
    verb.common.detail(
      "\(worlds) worlds a seed, \(soak.threads) at a time, faults \(soak.file.faults)")
    if verb.seed != nil { try writeJournals() }
    let signalled = Mutex<LabSignal?>(nil)
    LabSignal.listen { signal in
      if case .status = signal { return }
      signalled.withLock { $0 = signal }
    }
    let progress = SoakProgress(verb, total: soak.seeds * worlds)
    let summary = try soak.run(stop: { signalled.withLock { $0 } != nil }) { progress.show($0) }
    progress.end()
    let shrunk = try signalled.withLock { $0 } == nil ? shrink(summary) : []
    SoakPrinter(verb, soak).show(summary, shrunk)
    var statuses: [ExitStatus] = [status(of: summary)]
    if let signal = signalled.withLock({ $0 }) { statuses.append(ExitStatus(signal.exitStatus)) }
    return .strongest(statuses)
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

  /// The worlds of the one seed, each with its journal.
  private func writeJournals() throws {
    let folder = "\(verb.out)/seed-\(soak.first)"
    for place in soak.places(of: soak.first) {
      let ending = soak.world(place).run()
      try write(ending.journal, to: "\(folder)/part-\(place.part)/events.ndjson")
    }
    verb.common.remark("Journals: \(PrintableText.escaped(folder))")
  }

  // MARK: Making failures smaller

  private func shrink(_ summary: Soak.Summary) throws -> [SoakPrinter.Shrunk] {
    var kinds: [Soak.Failure] = []
    for failure in summary.failures where kinds.count < Self.mostShrunk {
      // A failure that an earlier world brought about the same way tells nothing new.
      if !kinds.contains(where: { $0.isLike(failure) }) { kinds.append(failure) }
    }
    guard let text = try rigText() else { return [] }
    return try kinds.enumerated().map { index, failure in
      let scenario = scenario(of: failure)
      let world = soak.world(failure.place)
      let shrinker = Shrinker(failure, planted: verb.plant) { [selection] text in
        guard let text, let scenario else { return selection.allCases }
        guard let changed = try? Scenario.parse(text, file: scenario.file) else { return nil }
        return selection.allCases.map { $0.id == changed.name ? changed.asCase : $0 }
      }
      let (smallest, worlds) = shrinker.shrink(
        Shrinker.Candidate(rig: text, world: world, scenario: scenario?.text))
      return try keep(smallest, failure, worlds: worlds, number: index + 1)
    }
  }

  private func keep(
    _ smallest: Shrinker.Candidate, _ failure: Soak.Failure, worlds: Int, number: Int
  ) throws -> SoakPrinter.Shrunk {
    let rig = "\(verb.out)/minimal-\(number).yaml"
    try write(Array(smallest.rigFile.utf8), to: rig)
    var words = ["uwbrig soak"]
    let filter = smallest.instances.map { instance in
      let parts = instance.split(separator: "@", maxSplits: 1)
      let boards = parts.count > 1 ? parts[1].split(separator: "+") : []
      return (["id(\(parts[0]))"] + boards.map { "board(\($0))" }).joined(separator: " & ")
    }.joined(separator: " | ")
    if let text = smallest.scenario {
      let path = "\(verb.out)/minimal-\(number).scenario.yaml"
      try write(Array(text.utf8), to: path)
      words.append(ShellText.quoted(path))
    } else {
      words.append(ShellText.quoted(filter))
    }
    words += ["--rig", ShellText.quoted(rig), "--seed", String(failure.place.seed)]
    if smallest.instances.count > 8 { words += ["--world", String(smallest.instances.count)] }
    return SoakPrinter.Shrunk(
      failure: failure, rig: rig, instances: smallest.instances, faults: smallest.faults,
      worlds: worlds, reproduce: words.joined(separator: " "))
  }

  /// The scenario that a failing case is, with its text.
  private func scenario(of failure: Soak.Failure) -> (file: String, text: String)? {
    guard let instance = failure.instance else { return nil }
    let id = instance.prefix { $0 != "@" && $0 != "[" }
    guard let file = selection.allCases.first(where: { $0.id == id })?.origin,
      let text = try? String(contentsOfFile: file, encoding: .utf8)
    else { return nil }
    return (file, text)
  }

  private func rigText() throws -> String? {
    guard let path = verb.selection.rig else { return ShippedRigs.text(named: RigSource.standard) }
    if let text = try? String(contentsOfFile: path, encoding: .utf8) { return text }
    return ShippedRigs.text(named: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    } catch {
      throw Failure(
        .internalError,
        "\(PrintableText.escaped(path)): it cannot be written: \(error.localizedDescription)")
    }
  }
}
