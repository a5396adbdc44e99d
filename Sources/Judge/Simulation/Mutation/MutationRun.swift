import BootProtocols
public import Journal
import LabRuntime
import Links
public import RigFile
import Runner
import VirtualBoards
import WireFormat

/// Judges a suite: which changes of a board its cases find.
public struct MutationRun: Sendable {
  /// The suite.
  public let subject: MutationSubject
  /// The rig, with reference boards.
  public let file: RigFile
  /// Decides all chance.
  public var seed: UInt64 = 0
  /// The number of mutants that the seed draws; nil for all.
  public var sample: Int?
  /// Which mutants are judged, by their names.
  public var isWanted: @Sendable (String) -> Bool = { _ in true }
  /// Trials at a time: at least one, at most as many as worlds of a soak.
  public var threads = 1 {
    didSet { threads = min(max(1, threads), Soak.mostThreads) }
  }
  /// By mutant, the clause that allows it.
  public var clauses: [String: String] = [:]

  /// A run of all mutants.
  public init(_ subject: MutationSubject, on file: RigFile) {
    self.subject = subject
    self.file = file
  }

  /// The finding of the healthy run about an instance.
  private struct Judge: Sendable {
    let trial: MutationTrial
    let ending: MutationTrial.Ending
  }

  /// How one trial of a mutant ended.
  public struct Repetition: Sendable {
    /// The instance.
    public let instance: String
    /// Its verdict.
    public let verdict: Verdict
    /// Why.
    public let reason: String
    /// How often the board did something else than it should.
    public let applications: Int
    /// The journal, as bytes.
    public let journal: [UInt8]
  }

  /// The mutants that are judged, in the order of the rule.
  public var mutants: [Mutant] {
    let all = subject.mutants.filter { isWanted($0.id) }
    guard let sample, sample < all.count else { return all }
    var random = LabRandom(seed: seed, stream: "sample of the mutants")
    return all.indices.shuffled(using: &random).prefix(sample).sorted().map { all[$0] }
  }

  /// Judges the suite.
  ///
  /// - Parameters:
  ///   - stop: asked between two pieces of work.
  ///   - progress: called with the pieces done and their number, first of the healthy run.
  public func perform(
    stop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ what: String, _ done: Int, _ of: Int) -> Void = { _, _, _ in }
  ) throws -> MutationReport {
    let clock = Lab.live(seed: 0)
    let began = clock.now
    let (endings, hung) = try healthyRun(stop, progress)
    let judges = Self.inOrder(endings)
    var report = MutationReport(
      suite: subject.suite, seed: seed, generated: subject.mutants.count, entries: [],
      unfit: endings.filter { !$0.ending.isFit && $0.ending.verdict != .skip }.map {
        ($0.trial.instance.name, $0.ending.verdict, $0.ending.reason)
      },
      judges: judges.count, strangers: strangers(endings.map(\.ending.coverage)))
    report.hung = hung
    report.isPartial = stop()
    guard hung == nil, !report.isPartial else { return report }
    let mutants = mutants
    let outcome = try AllCores(threads: threads).map(
      mutants, stop: stop, progress: { progress("mutants", $0, mutants.count) }
    ) { mutant, beat in judge(mutant, judges, stop, beat) }
    report.entries = outcome.results.compactMap { $0 ?? nil }
    report.hung = outcome.hung.map { mutants[$0].id }
    report.isPartial = report.entries.count < mutants.count
    report.took = began.duration(to: clock.now)
    return report
  }

  /// Repeats the trials of one mutant, with journals; the first FAIL ends them.
  public func repetitions(of mutant: Mutant) throws -> [Repetition] {
    var repetitions: [Repetition] = []
    for judge in Self.inOrder(try healthyRun({ false }, { _, _, _ in }).endings)
    where mutant.meeting(judge.ending.coverage) == .different {
      let ending = judge.trial.run(mutant, keepsJournal: true)
      repetitions.append(
        Repetition(
          instance: judge.trial.instance.name, verdict: ending.verdict, reason: ending.reason,
          applications: ending.applications, journal: ending.journal))
      if ending.verdict == .fail { break }
    }
    return repetitions
  }

  // MARK: The healthy run

  /// How each instance ended on healthy boards, and the one that did not.
  private func healthyRun(
    _ stop: @escaping @Sendable () -> Bool,
    _ progress: @escaping @Sendable (String, Int, Int) -> Void
  ) throws -> (endings: [Judge], hung: String?) {
    let plan = Plan(cases: subject.cases, file: file, filter: nil, seed: 0)
    let helpers = file.boards.filter { $0.use == .helper }.map(\.name)
    // On two boards that are alike a case says the same.
    var seen: Set<String> = []
    let trials = plan.instances.filter { instance in
      instance.skip == nil
        && instance.boards.contains { $0.firmware == subject.firmware && $0.link == .virtual }
        && seen.insert(instance.kind).inserted
    }.map { instance in
      MutationTrial(
        file: file.keeping(only: instance.boards.map(\.name) + helpers), subject: subject,
        instance: instance, seed: seed)
    }
    let outcome = try AllCores(threads: threads).map(
      trials, stop: stop, progress: { progress("healthy cases", $0, trials.count) }
    ) { trial, _ in trial.run(nil) }
    let endings = zip(trials, outcome.results).compactMap { trial, ending in
      ending.map { Judge(trial: trial, ending: $0) }
    }
    return (endings, outcome.hung.map { trials[$0].instance.name })
  }

  /// Those that a healthy board passes, the cheapest first: most mutants are found by the first case that
  /// meets them. Cases that only observe come last.
  private static func inOrder(_ judges: [Judge]) -> [Judge] {
    judges.filter(\.ending.isFit).enumerated().sorted { left, right in
      func rank(_ judge: Judge) -> (Int, Int) {
        (judge.trial.instance.case.caseClass == .varies ? 1 : 0, judge.ending.cost)
      }
      let (first, second) = (rank(left.element), rank(right.element))
      return first != second ? first < second : left.offset < right.offset
    }.map(\.element)
  }

  private func strangers(_ coverages: [Coverage]) -> [String] {
    let known = Set(subject.generator.transitions)
    var found: Set<String> = []
    for coverage in coverages {
      found.formUnion(coverage.strangers)
      found.formUnion(coverage.transitions.subtracting(known).map(\.description))
    }
    return found.sorted()
  }

  // MARK: One mutant

  /// The end of a mutant; nil where the run ended before it was known.
  private func judge(
    _ mutant: Mutant, _ judges: [Judge], _ stop: @Sendable () -> Bool, _ beat: () -> Void
  ) -> MutationReport.Entry? {
    var broken: [Event.CaseFinished] = []
    func entry(
      _ fate: MutationReport.Fate, _ instance: String? = nil, _ reason: String = "", trials: Int = 0
    ) -> MutationReport.Entry {
      MutationReport.Entry(
        mutant: mutant, fate: fate, instance: instance, reason: reason, trials: trials,
        rules: Set(broken.map(\.case)).sorted(), clause: clauses[mutant.id])
    }
    let meetings = judges.map { mutant.meeting($0.ending.coverage) }
    guard meetings.contains(.different) else {
      return entry(meetings.contains(.equal) ? .equal : .notReached)
    }
    var trials = 0
    var changed = 0
    var error: (instance: String, reason: String)?
    for (judge, meeting) in zip(judges, meetings) where meeting == .different {
      if stop() { return nil }
      beat()
      trials += 1
      let ending = judge.trial.run(mutant)
      changed += ending.applications
      broken += ending.broken
      let name = judge.trial.instance.name
      // A rule of the frame watch fails the run, too.
      if mutant.change.isForTheWatch, ending.verdict != .fail,
        let rule = ending.broken.first(where: { $0.verdict == .fail })
      {
        let name = "\(rule.case)@\(rule.boards.joined(separator: "+"))"
        return entry(.killed, name, rule.reason, trials: trials)
      }
      switch ending.verdict {
      case .fail: return entry(.killed, name, ending.reason, trials: trials)
      case .error, .inconclusive:
        error = error ?? (name, "\(ending.verdict.rawValue): \(ending.reason)")
      default: break
      }
    }
    if let error { return entry(.errorOnly, error.instance, error.reason, trials: trials) }
    return entry(changed == 0 ? .equal : .survived, trials: trials)
  }
}

extension Instance {
  /// The case, and what its boards are beside their names, places and parts in a round.
  fileprivate var kind: String {
    let kinds = boards.map { board in
      let framing = board.framing?.rawValue ?? ""
      return
        "\(board.firmware.rawValue) \(board.part?.personality ?? "") \(framing) \(board.claims)"
    }
    return ([caseName] + kinds).joined(separator: ", ")
  }
}

extension MutationTrial.Ending {
  /// Whether a healthy board passes.
  fileprivate var isFit: Bool { verdict == .pass || verdict == .finding }
}
