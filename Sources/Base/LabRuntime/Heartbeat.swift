import CRigShims
import Synchronization

/// The thread that notices when this machine does not let the process run.
///
/// It wakes at a steady beat. A beat that is late, a thread of a lab or of a process that plays a board that
/// waited for a processor, and time that a hypervisor took are intervals of ``MachineStalls``; waits for a disk
/// are noticed by ``WaitWatch``.
final class Heartbeat: Sendable {
  static let shared = Heartbeat()

  /// What kept this process from its work, in nanoseconds of the monotonic clock.
  let own = MachineStalls()
  /// What may have kept other processes of this machine from theirs.
  let others = MachineStalls()

  private struct State {
    var isRunning = false
    /// The threads that take times, as often as they were named, where the system says how long each
    /// has waited, and how long that was.
    var threads: [Int32: (holders: Int, file: Int32, waited: Int64)] = [:]
  }

  private let state = Mutex(State())
  /// When the next beat is due; 0 before the first.
  private let due = Atomic<Int64>(0)

  /// How late another process may have been that has to share, in nanoseconds.
  private let share = Atomic<Int64>(Heartbeat.leastShare)

  /// Between two that run, a third gets its turn within a few slices of the scheduler.
  private static let leastShare: Int64 = 20_000_000
  /// What each that runs, or would, on a processor adds to the turns of the others.
  private static let slice = 12_000_000.0

  /// How late another process may have been, in nanoseconds, as crowded as the processors were
  /// within the last second.
  var shareLimit: Int64 { share.load(ordering: .relaxed) }

  private static let period: Int64 = 5_000_000
  /// A beat that is late by less says nothing.
  private static let tolerance: Int64 = 3_000_000
  /// The beats between two reads of the system's counters of the whole machine.
  private static let machineBeats = 4
  /// The beats between two looks at what a hypervisor took, as long as it has never taken anything: the
  /// kernel writes a line a processor and a number an interrupt for each.
  private static let unstolenBeats = 200

  /// A thread whose waiting makes times late, until it is dropped.
  func watches(_ thread: Int32) {
    state.withLock { state in
      if state.threads[thread] == nil {
        let file = rig_thread_waits_open(0, thread)
        state.threads[thread] = (0, file, rig_thread_waited_ns(file))
      }
      state.threads[thread]?.holders += 1
    }
  }

  /// The threads that take times.
  var watched: [Int32] { state.withLock { Array($0.threads.keys) } }

  /// Begins to beat, once for the process.
  func begin() {
    let mustStart = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    WorkerThread.start("heartbeat") { self.beat() }
    WaitWatch.shared.begin()
  }

  /// A thread that takes no times any more.
  func drops(_ thread: Int32) {
    state.withLock { state in
      guard let watched = state.threads[thread] else { return }
      state.threads[thread]?.holders -= 1
      guard watched.holders == 1 else { return }
      state.threads[thread] = nil
      if watched.file >= 0 { rig_close(watched.file) }
    }
  }

  /// Counts a beat that is overdue at this moment, which its thread may be too late to say.
  func notice() {
    let (due, now) = (due.load(ordering: .relaxed), rig_monotonic_ns())
    if due > 0, now - due > Self.tolerance { own.record(from: due - Self.period, to: now) }
  }

  private func beat() -> Never {
    // Where it may not, other processes can delay it too, which is told as such all the same.
    _ = rig_thread_first()
    var last = rig_monotonic_ns()
    let machine = MachineCounters()
    var waited = (at: last, sum: machine.waited)
    var stolen = (at: last, sum: machine.stolen)
    var beats = 0
    while true {
      let planned = last + Self.period
      due.store(planned, ordering: .relaxed)
      rig_sleep_until(planned)
      let now = rig_monotonic_ns()
      if now - planned > Self.tolerance { own.record(from: last, to: now) }
      lookAtThreads(since: last, now)
      for player in WaitWatch.shared.joined { player.lookAtProcessor(since: last, now) }
      beats += 1
      if beats % (stolen.sum > 0 ? Self.machineBeats : Self.unstolenBeats) == 0 {
        let sum = machine.stolen
        // One tick may have ended in this interval and lain before it.
        if stolen.sum >= 0, sum - stolen.sum > 10_000_000 {
          own.record(from: stolen.at - 10_000_000, to: now)
        }
        stolen = (now, sum)
      }
      if beats % Self.machineBeats == 0 {
        let new = (at: now, sum: machine.waited)
        if waited.sum >= 0,
          let wait = Self.waiting(new.sum - waited.sum, from: waited.at, to: now)
        {
          others.record(from: wait.from, to: wait.to)
        }
        waited = new
        let crowded = Int64(machine.crowding * Self.slice)
        let held = shareLimit - shareLimit / 50
        share.store(max(Self.leastShare, crowded, held), ordering: .relaxed)
      }
      last = now
    }
  }

  /// When other processes may have waited for a processor, of which the machine's pressure says only how
  /// long, and as a mean over the processors: one process may have waited on one of them all the time that
  /// several waited for half of it, and that of two looks in a row is one wait.
  ///
  /// - Returns: nil where the time says nothing.
  static func waiting(
    _ waited: Int64, from start: Int64, to end: Int64
  ) -> (from: Int64, to: Int64)? {
    guard waited > tolerance else { return nil }
    return (waited * 2 >= end - start ? start : end - waited, end)
  }

  private func lookAtThreads(since last: Int64, _ now: Int64) {
    let waits = state.withLock { state in
      state.threads.map { thread, watched -> Int64 in
        let waited = rig_thread_waited_ns(watched.file)
        let before = watched.waited
        state.threads[thread]?.waited = waited
        return waited < 0 || before < 0 ? 0 : waited - before
      }
    }
    for wait in waits {
      if let wait = Self.waitedFor(wait, from: last, to: now) {
        own.record(from: wait.from, to: wait.to)
      }
    }
  }

  /// When a thread waited for a processor of whose waits the kernel has counted so much more between two
  /// looks. It counts them when the thread gets a processor again: some time since the last look.
  ///
  /// - Returns: nil where the time says nothing.
  static func waitedFor(
    _ waited: Int64, from last: Int64, to now: Int64
  ) -> (from: Int64, to: Int64)? {
    waited > tolerance / 3 ? (last - waited, now) : nil
  }
}

/// What the kernel counts for the whole machine. Its files stay open as long as the process lives: to open
/// one takes several times as long as to read it.
private struct MachineCounters {
  private let stat = unsafe rig_open_read("/proc/stat")
  private let pressure = unsafe rig_open_read("/proc/pressure/cpu")
  private let load = unsafe rig_open_read("/proc/loadavg")

  /// Nanoseconds that a hypervisor took, or -1.
  var stolen: Int64 { rig_stolen_ns(stat) }
  /// Nanoseconds that processes waited for a processor, or -1.
  var waited: Int64 { rig_machine_waited_ns(pressure) }
  /// Tasks that run, or would, a processor.
  var crowding: Double { rig_crowding(load) }
}

extension WorkerThread {
  /// The calling thread, which lives as long as the process, takes the time of what comes from
  /// outside: when it gets no processor, times of all labs are late.
  public static func takesTimes() { Heartbeat.shared.watches(rig_thread_id()) }
}
