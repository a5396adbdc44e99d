import CRigShims
import Synchronization

/// The executor of a lab: tasks put their jobs here, the thread that pumps the lab runs them.
final class JobQueue: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var head = 0
    var inbox: [@Sendable () -> Void] = []
    var pumpThread: UInt = 0
    var foreignEnqueues = 0
    var sleeping = false
  }

  private let state = Mutex(State())
  private let idling: any LabIdling
  private let countsForeign: Bool

  /// - Parameter countsForeign: a simulated lab counts jobs that come from another thread.
  init(countsForeign: Bool, idling: any LabIdling) {
    self.countsForeign = countsForeign
    self.idling = idling
  }

  var foreignEnqueues: Int { state.withLock { $0.foreignEnqueues } }

  /// Says that the calling thread is the one that runs the jobs.
  func adoptCurrentThread() {
    let thread = UInt(rig_thread_self())
    state.withLock { $0.pumpThread = thread }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    let thread = UInt(rig_thread_self())
    let mustWake = state.withLock { state in
      state.jobs.append(unowned)
      guard thread != state.pumpThread else { return false }
      if countsForeign { state.foreignEnqueues += 1 }
      return state.sleeping
    }
    if mustWake { idling.wake() }
  }

  /// The one door from outside: `work` runs on the pumping thread, between two jobs.
  func post(_ work: @escaping @Sendable () -> Void) {
    let mustWake = state.withLock { state in
      state.inbox.append(work)
      return state.sleeping
    }
    if mustWake { idling.wake() }
  }

  /// Work that came through the inbox since the last call.
  func takeInbox() -> [@Sendable () -> Void] {
    state.withLock { state in
      guard !state.inbox.isEmpty else { return [] }
      let taken = state.inbox
      state.inbox = []
      return taken
    }
  }

  var isEmpty: Bool { state.withLock { $0.head >= $0.jobs.count && $0.inbox.isEmpty } }

  func popFirst() -> UnownedJob? {
    state.withLock { state in
      guard state.head < state.jobs.count else { return nil }
      let job = state.jobs[state.head]
      state.head += 1
      if state.head == state.jobs.count {
        state.jobs.removeAll(keepingCapacity: true)
        state.head = 0
      } else if state.head >= 1024 {
        state.jobs.removeFirst(state.head)
        state.head = 0
      }
      return job
    }
  }

  /// A job drawn by `random`, so that the order of a simulated lab is the seed's.
  func popRandom(_ random: inout LabRandom) -> UnownedJob? {
    state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      state.jobs.swapAt(random.index(below: state.jobs.count), state.jobs.count - 1)
      return state.jobs.removeLast()
    }
  }

  /// Blocks the pumping thread until a job or a message arrives, or `nanoseconds` have passed
  /// (negative: for ever).
  func wait(nanoseconds: Int64) {
    let idle = state.withLock { state in
      guard state.head >= state.jobs.count, state.inbox.isEmpty else { return false }
      state.sleeping = true
      return true
    }
    guard idle else { return }
    idling.idle(nanoseconds: nanoseconds)
    state.withLock { $0.sleeping = false }
  }

  func run(_ job: UnownedJob) {
    // The queue outlives the call: the lab that pumps holds it.
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
