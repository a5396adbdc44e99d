import CRigShims
public import LabRuntime
import Synchronization

/// The reader of live carriers: one epoll for all their descriptors.
///
/// It runs on a thread of its own, so that the time is taken right after the read whatever the lab
/// is busy with; or, for a lab that serves others and judges no board, on the lab's own thread
/// while nothing else can run there, which spares two changes of threads for each request.
/// Handlers must not block.
final class Poller: LabIdling, LabReading {
  /// The kinds of readiness: the bits of `RIG_EV_…`.
  struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32
    static let readable = Readiness(rawValue: UInt32(RIG_EV_IN))
    static let writable = Readiness(rawValue: UInt32(RIG_EV_OUT))
    static let hungUp = Readiness(rawValue: UInt32(RIG_EV_HUP))
    static let failed = Readiness(rawValue: UInt32(RIG_EV_ERR))
    /// Told once for each change, not for as long as it lasts.
    static let edge = Readiness(rawValue: UInt32(RIG_EV_EDGE))
  }

  private struct State {
    var handlers: [UInt64: @Sendable (Readiness) -> Void] = [:]
    var nextToken: UInt64 = 1
    var isRunning: Bool
  }

  /// The poller of this process; its thread starts with the first descriptor.
  static let shared = Poller(hasThread: true)

  private let epoll = rig_epoll()
  private let wakeUp = rig_eventfd()
  private let state: Mutex<State>
  private let progress = Atomic<UInt64>(0)
  private let events = Mutex([rig_event](repeating: rig_event(), count: 64))

  /// - Parameter hasThread: false when a lab's own thread calls ``idle(nanoseconds:)``.
  init(hasThread: Bool) {
    state = Mutex(State(isRunning: !hasThread))
    // No handler has token 0.
    if !hasThread { _ = rig_epoll_add(epoll, wakeUp, 0, Readiness.readable.rawValue) }
  }

  deinit {
    rig_close(epoll)
    rig_close(wakeUp)
  }

  /// Watches a descriptor; 0 when the system refuses.
  func add(
    _ descriptor: Int32, _ interest: Readiness,
    _ handler: @escaping @Sendable (Readiness) -> Void
  ) -> UInt64 {
    let (token, mustStart) = state.withLock { state in
      let token = state.nextToken
      state.nextToken += 1
      state.handlers[token] = handler
      let mustStart = !state.isRunning
      state.isRunning = true
      return (token, mustStart)
    }
    if mustStart {
      WorkerThread.start("links") {
        WorkerThread.takesTimes()
        while true { self.idle(nanoseconds: -1) }
      }
    }
    guard rig_epoll_add(epoll, descriptor, token, interest.rawValue) == 0 else {
      state.withLock { $0.handlers[token] = nil }
      return 0
    }
    return token
  }

  func modify(_ descriptor: Int32, token: UInt64, _ interest: Readiness) {
    _ = rig_epoll_modify(epoll, descriptor, token, interest.rawValue)
  }

  /// Stops watching; the caller closes the descriptor afterwards.
  func remove(_ descriptor: Int32, token: UInt64) {
    _ = rig_epoll_remove(epoll, descriptor)
    state.withLock { $0.handlers[token] = nil }
  }

  func idle(nanoseconds: Int64) {
    // One thread waits, and its handlers never do: this lock is never contended.
    events.withLock { events in
      let count = System.wait(epoll, &events, nanoseconds: nanoseconds)
      progress.add(1, ordering: .acquiringAndReleasing)
      defer { progress.add(1, ordering: .acquiringAndReleasing) }
      // By index: a slice would share the array, and the next wait copy it.
      for index in 0..<count {
        let event = events[index]
        if event.token == 0 {
          rig_eventfd_clear(wakeUp)
          continue
        }
        let handler = state.withLock { $0.handlers[event.token] }
        handler?(Readiness(rawValue: event.events))
      }
    }
  }

  func wake() { rig_eventfd_signal(wakeUp) }

  var rounds: UInt64 { progress.load(ordering: .acquiring) }

  var hasMore: Bool { rig_wait_readable(epoll, 0) > 0 }
}

extension Lab {
  /// A lab in real time that serves others: its one thread reads every link while nothing can run.
  ///
  /// What comes while a task runs is read, and stamped, after that; for a lab whose stamps judge
  /// somebody use `live(seed:)`.
  public static func serving(seed: UInt64) -> Lab {
    Lab.live(seed: seed, idling: Poller(hasThread: false))
  }

  var poller: Poller {
    if let own = idling as? Poller { return own }
    hasReader(Poller.shared)
    return Poller.shared
  }
}
