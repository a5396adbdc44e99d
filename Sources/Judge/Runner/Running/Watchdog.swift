public import LabRuntime
import Synchronization

/// The thread that looks after the lab from outside: a case that spins, or that does not end when it
/// is told to, cannot hang the run.
public final class Watchdog: Sendable {
  private struct Running {
    let place: Int
    let instance: Instance
    var mustEndBy: LabInstant?
  }

  private struct State {
    /// The running instances by name, each with its place in the order in which they began.
    var running: [String: Running] = [:]
    var begun = 0
    var isOver = false
  }

  private let lab: Lab
  /// How long a case may take to end by the wall's clock, or one piece of its code to compute.
  private let patience: Duration
  /// The wall's clock: a lab of its own, because the watched one may stand still.
  private let wall = Lab.live(seed: 0)
  private let onHung: @Sendable ([Instance], String) -> Void
  private let state = Mutex(State())

  /// A watchdog of a lab; `onHung` is called on its thread, once, and should not return.
  ///
  /// It is given the instance that hangs. Code that never pauses may belong to any that runs: then
  /// it is given all of them.
  public init(
    _ lab: Lab, patience: Duration = .seconds(5),
    onHung: @escaping @Sendable ([Instance], String) -> Void
  ) {
    self.lab = lab
    self.patience = patience
    self.onHung = onHung
  }

  /// Starts to watch.
  public func start() { WorkerThread.start("watchdog") { self.watch() } }

  /// Ceases to watch.
  public func end() { state.withLock { $0.isOver = true } }

  /// An instance begins.
  func begins(_ instance: Instance) {
    state.withLock { state in
      state.running[instance.name] = Running(place: state.begun, instance: instance)
      state.begun += 1
    }
  }

  /// The body was told to end.
  func expectEnd(of instance: Instance) {
    let deadline = wall.now.advanced(by: patience)
    setEnd(of: instance, deadline)
  }

  /// The body has ended.
  func hasEnded(_ instance: Instance) { setEnd(of: instance, nil) }

  /// The instance has its verdict.
  func hasFinished(_ instance: Instance) {
    state.withLock { $0.running[instance.name] = nil }
  }

  private func setEnd(of instance: Instance, _ deadline: LabInstant?) {
    state.withLock { $0.running[instance.name]?.mustEndBy = deadline }
  }

  private func watch() {
    // A lab of its own gives the thread something to sleep on.
    try? wall.run {
      var judge = StallJudge(patience: self.patience)
      while !self.state.withLock({ $0.isOver }) {
        try await self.wall.sleep(for: .milliseconds(200), label: "the watchdog")
        guard let (instances, why) = self.hungInstances(&judge) else { continue }
        self.onHung(instances, why)
        return
      }
    }
  }

  private func hungInstances(_ judge: inout StallJudge) -> ([Instance], String)? {
    let hangs = judge.hangs(busy: lab.currentJobDuration, processor: StallJudge.processorTime)
    let now = wall.now
    return state.withLock { state in
      guard !state.running.isEmpty else { return nil }
      let running = state.running.values.sorted { $0.place < $1.place }
      if hangs {
        let whose = running.count == 1 ? "its code" : "the code of one that runs"
        return (
          running.map(\.instance),
          "case hung: \(whose) has been running for more than \(patience) without a pause"
        )
      }
      let late = running.filter { $0.mustEndBy.map { now > $0 } ?? false }
      guard !late.isEmpty else { return nil }
      let awaited = lab.awaited.joined(separator: "; ")
      return (
        late.map(\.instance),
        "case hung: it was ended and has not returned within \(patience); awaited: \(awaited)"
      )
    }
  }
}
