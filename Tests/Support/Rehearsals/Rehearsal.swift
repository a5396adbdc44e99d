public import Bench
public import Journal
import LabRuntime
public import RigFile
public import Runner

/// A run in simulated time with nothing written to disk, for tests.
public struct Rehearsal: Sendable {
  /// The journal, as bytes.
  public let journal: [UInt8]
  /// How the instances ended, in order.
  public let finished: [Event.CaseFinished]
  /// The assertions that did not hold.
  public let broken: [Event.Assertion]
  /// How the run ended.
  public let outcome: Run.Outcome
  /// Jobs that came from outside of the lab; anything but 0 is a fault of the program.
  public let foreignEnqueues: Int

  /// The verdict of an instance, by its name; nil when it is not part of the run.
  public func verdict(_ instance: String) -> Verdict? {
    finished.last { $0.instance == instance }?.verdict
  }

  /// Runs cases on a rig whose boards are all virtual.
  ///
  /// - Parameters:
  ///   - seed: of the lab; the order of the cases stays that of the declaration.
  ///   - intervene: called in the lab when the bench is open, beside the run; for tests of signals.
  /// - Throws: what opening the bench throws; ``RigError`` `deadlock`.
  public init(
    _ cases: [Case], on file: RigFile, board: String? = nil, filter: Filter? = nil,
    seed: UInt64 = 0, options: Run.Options = Run.Options(),
    intervene: (@Sendable (Bench, StopSwitch) async -> Void)? = nil
  ) throws {
    let lab = Lab.simulated(seed: seed)
    let sink = MemorySink()
    let journal = Journal(now: { lab.now }, sink: sink)
    let plan = Plan(cases: cases, file: file, filter: filter, board: board, seed: 0)
    outcome = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        let stop = StopSwitch(lab)
        return await withTaskGroup(of: Void.self) { group in
          if let intervene { group.addTask { await intervene(bench, stop) } }
          defer { group.cancelAll() }
          return await Run(bench, plan: plan, options: options, stop: stop).perform()
        }
      }
    }
    try journal.close()
    self.journal = sink.bytes
    foreignEnqueues = lab.foreignEnqueues
    var finished: [Event.CaseFinished] = []
    var broken: [Event.Assertion] = []
    var reader = JournalReader(bytes: sink.bytes)
    while let record = try reader.next() {
      guard case .entry(let entry) = record else { continue }
      switch entry.event {
      case .caseFinished(let ended): finished.append(ended)
      case .assertion(let assertion) where !assertion.ok: broken.append(assertion)
      default: break
      }
    }
    self.finished = finished
    self.broken = broken
  }
}
