import Bench
import Errors
public import Journal
import LabRuntime
import Links
public import RigFile
import Room
public import Runner
import Synchronization

/// One world: some instances on a virtual rig, with a seed; the same world always goes the same way.
public struct World: Sendable {
  /// The rig, with its faults.
  public var file: RigFile
  /// The instances that run.
  public var plan: Plan
  /// Decides all chance.
  public var seed: UInt64
  /// The fault that is planted on purpose.
  public var planted: Planted?

  /// How a world ended.
  public struct Ending: Sendable {
    /// The journal, as bytes.
    public var journal: [UInt8]
    /// How the instances ended, in order.
    public var finished: [Event.CaseFinished] = []
    /// Invariants that did not hold.
    public var violations: [Violation] = []
    /// How long it took by its own clock.
    public var lasted: Duration = .zero
    /// Instances by verdict.
    public var counts = VerdictCounts()
    /// Jobs that came from outside; in a sound world none.
    public var foreignEnqueues = 0
  }

  /// Lives through the world, on the calling thread.
  public func run() -> Ending {
    weak var lab: Lab?
    let sink = MemorySink()
    var ending = perform(sink, &lab)
    if lab != nil {
      ending.violations.append(Violation(.givenBack, "the lab outlives its world"))
    }
    return ending
  }

  /// Planted leaks, which are never taken back.
  private static let leaks = Mutex<[MemoryLink]>([])
  private static let bytes = Mutex<[[UInt8]]>([])

  private func perform(_ sink: MemorySink, _ trace: inout Lab?) -> Ending {
    let lab = Lab.simulated(seed: seed)
    trace = lab
    let journal = Journal(now: { lab.now }, sink: sink)
    let watch = WorldWatch()
    journal.observe { watch.note($0) }
    var ending = Ending(journal: [])
    var radios = 0
    var status = ExitStatus.internalError
    let baseline = file.faults[.secondPhone] == nil ? 0 : 1
    journal.emit(.runStarted(Event.RunStarted(version: "", seed: seed, rig: file.name)))
    do {
      let (outcome, open) = try live(in: lab, journal)
      radios = open
      ending.counts = outcome.tally.counts
      status = outcome.status(noTestsPass: true)
    } catch let error as RigError where error.code == .deadlock {
      ending.violations.append(
        Violation(.await, "nothing can go on; awaited: \(error.context)"))
    } catch {
      ending.violations.append(Violation(.opened, "\(error)"))
    }
    ending.lasted = .nanoseconds(lab.now.nanoseconds)
    journal.emit(
      .runFinished(
        Event.RunFinished(
          counts: ending.counts, status: Int(status.code))))
    if planted == .leak {
      Self.leaks.withLock { $0.append(MemoryLink.pair(lab, name: "a planted leak").0) }
    }
    ending.finished = watch.finished
    ending.violations += watch.violations()
    if planted == .memory { Self.bytes.withLock { $0.append([UInt8](repeating: 1, count: 512)) } }
    ending.foreignEnqueues = lab.foreignEnqueues
    ending.violations += leftovers(lab, radios: radios - baseline)
    do { try journal.close() } catch {
      ending.violations.append(Violation(.journal, "\(error)"))
    }
    ending.journal = planted == .misquote ? Self.misquoted(sink.bytes) : sink.bytes
    ending.violations += WorldVerdicts(plan, ending, faults: file.faults).violations()
    return ending
  }

  /// Runs the instances, and counts the radios that are on when the bench is over.
  private func live(
    in lab: Lab, _ journal: Journal
  ) throws -> (outcome: Run.Outcome, radios: Int) {
    let (file, plan, planted) = (file, plan, planted)
    let (outcome, room) = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        let stop = StopSwitch(lab)
        let outcome = await Run(bench, plan: plan, options: Run.Options(), stop: stop).perform()
        switch planted {
        case .await: try? await LabGate(lab, label: "what never comes").wait()
        case .order:
          journal.emit(
            // uwbrig:allow word: a board that no rig has
            .frame(Event.Transfer(board: "nobody", direction: .in, bytes: [0])))
        case .verdict:
          if let instance = plan.instances.first {
            journal.emit(
              .caseFinished(instance.finished(Judgement(.pass), microseconds: nil)))
          }
        default: break
        }
        return (outcome, bench.room)
      }
    }
    return (outcome, room?.openSessions ?? 0)
  }

  /// The journal with a reason that no case gave.
  private static func misquoted(_ journal: [UInt8]) -> [UInt8] {
    let text = String(decoding: journal, as: UTF8.self)
    let end = "\"reason\":\"\",\"class\""
    return Array(text.replacing(end, with: "\"reason\":\"misquoted\",\"class\"").utf8)
  }

  private func leftovers(_ lab: Lab, radios: Int) -> [Violation] {
    var found: [Violation] = []
    let awaited = lab.awaited
    if !awaited.isEmpty {
      found.append(Violation(.await, "still awaited: \(awaited.joined(separator: "; "))"))
    }
    if radios > 0 { found.append(Violation(.givenBack, "\(radios) radios are still on")) }
    if lab.foreignEnqueues != 0 {
      found.append(Violation(.foreign, "\(lab.foreignEnqueues) jobs came from outside"))
    }
    return found
  }
}
