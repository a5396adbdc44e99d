import CRigShims
public import Errors
import Synchronization

/// Clock, executor and chance of one run.
///
/// A live lab has the monotonic clock and sleeps when nothing can run. In a simulated lab one thread
/// runs every task in an order drawn from the seed, and time jumps to the next deadline when nothing
/// can run, so that the same seed gives the same history to the byte.
public final class Lab: Sendable {
  /// The seed of every random stream.
  public let seed: UInt64
  /// True when time is virtual.
  public let isSimulated: Bool

  /// The lab's thread while nothing can run; nil when it sleeps.
  public let idling: (any LabIdling)?

  private let queue: JobQueue
  /// Stand for what the heartbeat of this process notices.
  private let givenStalls: MachineStalls?
  private let start: Int64
  private let virtualNow = Atomic<Int64>(0)
  /// Wall time at which the job at hand was begun; 0 between two jobs.
  private let jobBegan = Atomic<Int64>(0)
  private let timers = Mutex(TimerHeap())
  private let reader = Mutex<(any LabReading)?>(nil)
  private let waits = Mutex(WaitList())

  /// Labs that exist in this process: what a search for leaks counts.
  public static var living: Int { census.load(ordering: .relaxed) }
  private static let census = Atomic<Int>(0)

  /// Tasks of this process that wait for something in a lab: what a search for leaks counts.
  public static var waiting: Int { waitCensus.load(ordering: .relaxed) }
  private static let waitCensus = Atomic<Int>(0)

  private init(
    seed: UInt64, isSimulated: Bool, idling: (any LabIdling)? = nil,
    givenStalls: MachineStalls? = nil
  ) {
    self.seed = seed
    self.givenStalls = givenStalls
    self.isSimulated = isSimulated
    self.idling = idling
    queue = JobQueue(countsForeign: isSimulated, idling: idling ?? Sleeping())
    start = rig_monotonic_ns()
    Self.census.add(1, ordering: .relaxed)
  }

  deinit { Self.census.subtract(1, ordering: .relaxed) }

  /// A lab in virtual time.
  public static func simulated(seed: UInt64) -> Lab { Lab(seed: seed, isSimulated: true) }

  /// A lab in real time.
  ///
  /// - Parameters:
  ///   - idling: what its thread does while nothing can run; nil: it sleeps.
  ///   - stalls: when the machine stood still; nil: it is looked for.
  public static func live(
    seed: UInt64, idling: (any LabIdling)? = nil, stalls: MachineStalls? = nil
  ) -> Lab {
    Lab(seed: seed, isSimulated: false, idling: idling, givenStalls: stalls)
  }

  /// From now on the stalls of the machine are noted: for what judges times, since the thread that
  /// notices them wakes all the time.
  public func noteStalls() {
    if !isSimulated, givenStalls == nil { Heartbeat.shared.begin() }
  }

  /// How much earlier than `instant` something may have come whose time was taken then, since the
  /// machine did not let this process run; zero in simulated time.
  ///
  /// - Parameter players: other processes of this machine that it may have come from. They were late by as
  ///   long as one of them was seen to wait for a processor or a disk. What stands between them and the link
  ///   is not seen, nor are they where they run as another user: so they may also have been late by as much as
  ///   the machine was short of processors, at most a few slices of the scheduler for each that runs: 20 ms, and
  ///   60 ms where five share a processor.
  public func lateness(at instant: LabInstant, of players: [Player] = []) -> Duration {
    guard let (own, _, offset) = stalls else { return .zero }
    let at = instant.nanoseconds + offset
    let disk = players.map { $0.diskWaits.lateness(at: at) }.max() ?? 0
    let processor = players.map { $0.processorWaits.lateness(at: at) }.max() ?? 0
    return .nanoseconds(own.lateness(at: at) + disk)
      + max(.nanoseconds(processor), shortage(at: instant, of: players))
  }

  /// How much of that it may have been late since the machine was short of processors.
  private func shortage(at instant: LabInstant, of players: [Player]) -> Duration {
    guard !players.isEmpty, let (_, others, offset) = stalls, let others else { return .zero }
    let limit = Heartbeat.shared.shareLimit
    return .nanoseconds(others.lateness(at: instant.nanoseconds + offset, limit: limit))
  }

  /// How much of the time between two instants the machine did not let this process run, or kept
  /// players waiting for a disk; zero in simulated time.
  public func lostTime(
    from start: LabInstant, to end: LabInstant, of players: [Player] = []
  ) -> Duration {
    guard let (own, _, offset) = stalls else { return .zero }
    let all = [own] + players.map(\.diskWaits)
    return .nanoseconds(
      MachineStalls.lost(
        from: start.nanoseconds + offset, to: end.nanoseconds + offset, of: all))
  }

  /// How much sooner than at `end` players may have answered what came at `start`.
  ///
  /// They may have waited for a processor before they took it up and before they answered. When they waited in
  /// between is not counted: a process sleeps most of the time, and what its other threads waited for, or what
  /// it did meanwhile, makes its answer no later.
  public func lostTime(
    from start: LabInstant, to end: LabInstant, ofAnswersOf players: [Player]
  ) -> Duration {
    guard let (_, _, offset) = stalls else { return .zero }
    let processor = players.map { player in
      player.processorWaits.delay(at: start.nanoseconds + offset)
        + player.processorWaits.lateness(at: end.nanoseconds + offset)
    }
    return lostTime(from: start, to: end, of: players)
      + max(.nanoseconds(processor.max() ?? 0), shortage(at: end, of: players))
  }

  /// The stalls of this lab, those of other processes, and what its instants are behind their clock.
  private var stalls: (own: MachineStalls, others: MachineStalls?, offset: Int64)? {
    if isSimulated { return nil }
    if let givenStalls { return (givenStalls, nil, 0) }
    Heartbeat.shared.notice()
    return (Heartbeat.shared.own, Heartbeat.shared.others, start)
  }

  /// The time since the lab was made.
  public var now: LabInstant {
    LabInstant(
      nanoseconds: isSimulated
        ? virtualNow.load(ordering: .relaxed) : rig_monotonic_ns() - start)
  }

  /// Jobs that another thread gave to a simulated lab; anything but 0 breaks the promise of equal
  /// histories and fails the run.
  public var foreignEnqueues: Int { queue.foreignEnqueues }

  /// A random stream of this lab; the same name gives the same numbers.
  public func random(_ stream: String) -> LabRandom { LabRandom(seed: seed, stream: stream) }

  /// Hands `work` to the thread that pumps the lab; the one way in from other threads.
  public func post(_ work: @escaping @Sendable () -> Void) { queue.post(work) }

  /// Says what reads for this lab: a live lab's time limits let it come first.
  public func hasReader(_ reading: any LabReading) { reader.withLock { $0 = reading } }

  /// How long the job at hand has been running by the wall's clock, for the watchdog; nil between
  /// two jobs.
  public var currentJobDuration: Duration? {
    let began = jobBegan.load(ordering: .relaxed)
    return began == 0 ? nil : .nanoseconds(rig_monotonic_ns() - began)
  }

  /// The awaited objects at this moment, by label, for a message or the watchdog.
  public var awaited: [String] { awaitedThings.map(\.words) }

  /// The awaited objects at this moment, by label, with the moment since when.
  public var awaitedThings: [AwaitedThing] { waits.withLock { $0.things() } }

  /// Suspends the task until `instant`.
  ///
  /// - Throws: ``RigError`` `cancelled`.
  public func sleep(until instant: LabInstant, label: String) async throws(RigError) {
    let waiter = Waiter(label: label)
    if case .cancelled = await wait(waiter, until: instant) { throw RigError(.cancelled, label) }
  }

  /// Suspends the task for `duration` of lab time.
  ///
  /// - Throws: ``RigError`` `cancelled`.
  public func sleep(for duration: Duration, label: String) async throws(RigError) {
    try await sleep(until: now.advanced(by: duration), label: label)
  }

  /// Runs `body` and everything that it starts, on the calling thread, to its end.
  ///
  /// - Throws: what `body` throws; ``RigError`` `deadlock`, with what was awaited, when
  ///   nothing in a simulated lab can ever run again.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    queue.adoptCurrentThread()
    let thread = rig_thread_id()
    let isWatched = !isSimulated && givenStalls == nil
    if isWatched { Heartbeat.shared.watches(thread) }
    defer { if isWatched { Heartbeat.shared.drops(thread) } }
    let holder = Ending<Value>()
    // The root of the one tree of tasks: everything else is a child of it.
    let root = Task(executorPreference: queue) {  // uwbrig:allow task
      do { holder.set(.success(try await body())) } catch { holder.set(.failure(error)) }
    }
    let deadlock = pump(until: { holder.isSet }, cancel: { root.cancel() })
    if let deadlock { throw RigError(.deadlock, deadlock) }
    guard let result = holder.value else { throw RigError(.deadlock, "the root task") }
    return try result.get()
  }

  /// Suspends the task on `waiter`; the deadline ends it with `timedOut`.
  @usableFromInline
  func wait(_ waiter: Waiter, until deadline: LabInstant?) async -> Waiter.Outcome {
    if let deadline {
      // In real time, what has arrived may still have to be handed over.
      if isSimulated, deadline <= now {
        waiter.end(.timedOut)
      } else {
        timers.withLock { $0.insert(waiter, deadline: deadline) }
      }
    }
    let since = now
    let place = waits.withLock {
      $0.add(waiter, at: since, isBackground: Self.isInBackground)
    }
    Self.waitCensus.add(1, ordering: .relaxed)
    let outcome = await waiter.value()
    Self.waitCensus.subtract(1, ordering: .relaxed)
    waits.withLock { $0.remove(place) }
    return outcome
  }

  private func pump(until finished: () -> Bool, cancel: () -> Void) -> String? {
    var random = LabRandom(seed: seed, stream: "scheduler")
    var deadlock: String?
    var jobs = 0
    var overdue: OverdueTimers?
    while !finished() {
      for work in queue.takeInbox() { work() }
      if let job = isSimulated ? queue.popRandom(&random) : queue.popFirst() {
        jobBegan.store(rig_monotonic_ns(), ordering: .relaxed)
        queue.run(job)
        jobBegan.store(0, ordering: .relaxed)
        if !isSimulated {
          fireTimers(&overdue, between: true)
          jobs &+= 1
          // Those who wait outside get their turn although there is no end of work.
          if jobs & 31 == 0 { idling?.idle(nanoseconds: 0) }
        }
      } else if let deadline = timers.withLock({ $0.nextDeadline() }) {
        if isSimulated {
          virtualNow.store(max(now.nanoseconds, deadline.nanoseconds), ordering: .relaxed)
          fireTimers()
        } else {
          queue.wait(nanoseconds: max(0, deadline.nanoseconds - now.nanoseconds))
          if queue.isEmpty { fireTimers(&overdue, between: false) }
        }
      } else if !isSimulated {
        queue.wait(nanoseconds: -1)
      } else if deadlock == nil {
        let things = awaitedThings
        // Everything that waits is told to give up, so that what it holds is given back.
        let foreground = things.filter { !$0.isBackground }
        deadlock = (foreground.isEmpty ? things : foreground).map(\.words).joined(separator: "; ")
        cancel()
      } else {
        return deadlock
      }
    }
    return deadlock
  }

  /// In real time: what arrived before a time limit ran out goes before its end. A thread that was
  /// kept from its processor would else take an answer that is there for one that never came.
  private func fireTimers(_ overdue: inout OverdueTimers?, between jobs: Bool) {
    guard let next = timers.withLock({ $0.nextDeadline() }), next <= now else {
      overdue = nil
      return
    }
    var state = overdue ?? OverdueTimers()
    if jobs ? state.letJobGo() : reader.withLock({ $0 }).map({ state.waits(for: $0) }) ?? false {
      overdue = state
      // It may need this processor.
      if !jobs { queue.wait(nanoseconds: 200_000) }
      return
    }
    overdue = nil
    fireTimers()
  }

  private func fireTimers() {
    let now = now
    let due = timers.withLock { timers -> [Waiter] in
      guard let next = timers.nextDeadline(), next <= now else { return [] }
      return timers.popDue(now)
    }
    for waiter in due { waiter.end(.timedOut) }
  }
}

/// The place where the root task leaves its result.
private final class Ending<Value: Sendable>: Sendable {
  private let state = Mutex<Result<Value, any Error>?>(nil)
  /// Looked at between any two jobs.
  private let flag = Atomic(false)

  func set(_ result: Result<Value, any Error>) {
    state.withLock { $0 = result }
    flag.store(true, ordering: .releasing)
  }
  var value: Result<Value, any Error>? { state.withLock { $0 } }
  var isSet: Bool { flag.load(ordering: .acquiring) }
}
