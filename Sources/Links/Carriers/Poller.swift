import CRigShims
import LabRuntime
import Synchronization

/// The reader thread of live carriers: one epoll for every descriptor of the process.
///
/// Handlers run on this thread, so that the time is taken right after the read, whatever the lab is
/// busy with. They must not block.
final class Poller: Sendable {
  /// What is ready; the bits of `RIG_EV_…`.
  struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32
    static let readable = Readiness(rawValue: UInt32(RIG_EV_IN))
    static let writable = Readiness(rawValue: UInt32(RIG_EV_OUT))
    static let hungUp = Readiness(rawValue: UInt32(RIG_EV_HUP))
    static let failed = Readiness(rawValue: UInt32(RIG_EV_ERR))
  }

  private struct State {
    var handlers: [UInt64: @Sendable (Readiness) -> Void] = [:]
    var nextToken: UInt64 = 1
    var isRunning = false
  }

  /// The poller of this process; its thread starts with the first descriptor.
  static let shared = Poller()

  private let epoll = rig_epoll()
  private let state = Mutex(State())

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
    if mustStart { WorkerThread.start("links") { self.loop() } }
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

  private func loop() {
    var events = [rig_event](repeating: rig_event(), count: 64)
    while true {
      let count = System.wait(epoll, &events)
      guard count > 0 else { continue }
      for event in events.prefix(count) {
        let handler = state.withLock { $0.handlers[event.token] }
        handler?(Readiness(rawValue: event.events))
      }
    }
  }
}
