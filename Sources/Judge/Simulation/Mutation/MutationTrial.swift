import Bench
import Errors
import Journal
import LabRuntime
import RigFile
import Runner
import Synchronization

/// One case on boards with one change, in a world of its own.
struct MutationTrial: Sendable {
  /// The rig; its other boards are left out.
  let file: RigFile
  let subject: MutationSubject
  let instance: Instance
  let seed: UInt64

  struct Ending: Sendable {
    var verdict: Verdict
    var reason: String
    /// The rules of the frame watch that were broken beside it.
    var broken: [Event.CaseFinished] = []
    /// The behaviour that the case met, where nothing was changed.
    var coverage = Coverage()
    var applications = 0
    /// Lines of the journal: what the trial costs, the same on every machine.
    var cost = 0
    /// The journal, where it was asked for.
    var journal: [UInt8] = []
  }

  func run(_ mutant: Mutant?, keepsJournal: Bool = false) -> Ending {
    let tap = MutationTap(
      subject.generator, boards: Set(instance.boards.map(\.name)), mutant: mutant)
    let lab = Lab.simulated(seed: seed)
    let memory = MemorySink()
    let journal = Journal(now: { lab.now }, sink: keepsJournal ? memory : NoRecord())
    let notes = TrialNotes()
    journal.observe { notes.take($0.event) }
    journal.emit(.runStarted(Event.RunStarted(version: "", seed: seed, rig: file.name)))
    var fault: String?
    do { try live(in: lab, journal, tap) } catch let error as RigError where error.code == .deadlock
    {
      fault = "nothing can go on; awaited: \(error.context)"
    } catch {
      fault = "\(error)"
    }
    let finished = notes.finished
    var ending = Ending(verdict: .error, reason: fault ?? "the case has no end")
    if fault == nil, let finished {
      ending.verdict = finished.verdict
      ending.reason = finished.reason
    }
    ending.broken = notes.broken
    ending.coverage = tap.coverage
    ending.applications = tap.applications
    ending.cost = notes.count
    ending.journal = memory.bytes
    return ending
  }

  private func live(in lab: Lab, _ journal: Journal, _ tap: MutationTap) throws {
    let plan = Plan(cases: [instance.case.tapped(by: tap)], file: file, filter: nil, seed: 0)
      .only { [name = instance.name] in $0 == name }
    try lab.run { [file] in
      try await Bench.withBench(file, lab: lab, journal: journal, tap: tap) { bench in
        _ = await Run(bench, plan: plan, options: Run.Options(), stop: StopSwitch(lab)).perform()
      }
    }
  }
}

extension Case {
  /// The same case, that tells a tap when its body begins and ends.
  fileprivate func tapped(by tap: MutationTap) -> Case {
    var tapped = self
    tapped.tags.removeAll { $0 == "slow" }
    tapped.body = { [body] context in
      tap.arm()
      defer { tap.disarm() }
      try await body(context)
    }
    return tapped
  }
}

/// The verdicts and the count of the events of a trial.
private final class TrialNotes: Sendable {
  private let state = Mutex<(count: Int, finished: [Event.CaseFinished])>((0, []))

  var count: Int { state.withLock { $0.count } }
  var finished: Event.CaseFinished? { state.withLock { $0.finished.first } }
  /// Rules of the frame watch that were broken come behind the case.
  var broken: [Event.CaseFinished] { state.withLock { Array($0.finished.dropFirst()) } }

  func take(_ event: Event) {
    state.withLock { state in
      state.count += 1
      if case .caseFinished(let finished) = event { state.finished.append(finished) }
    }
  }
}
