public import Errors
import Synchronization

/// A gate that opens once and lets all tasks through from then on.
public final class LabGate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Waiter] = []
  }

  private let lab: Lab
  private let label: String
  private let state = Mutex(State())

  /// A closed gate; `label` is what a deadlock or a deadline says was awaited.
  public init(_ lab: Lab, label: String) {
    self.lab = lab
    self.label = label
  }

  /// True after `open`.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Opens the gate; again is harmless.
  public func open() {
    let waiters = state.withLock { state -> [Waiter] in
      state.isOpen = true
      let waiting = state.waiters
      state.waiters = []
      return waiting
    }
    for waiter in waiters { waiter.end(.signalled) }
  }

  /// Waits until the gate is open.
  ///
  /// - Throws: ``RigError`` `timedOut` or `cancelled`.
  public func wait(until deadline: LabInstant? = nil) async throws(RigError) {
    let waiter = Waiter(label: label)
    let open = state.withLock { state in
      if !state.isOpen { state.waiters.append(waiter) }
      return state.isOpen
    }
    guard !open else { return }
    let outcome = await lab.wait(waiter, until: deadline)
    guard outcome != .signalled else { return }
    state.withLock { state in state.waiters.removeAll { $0 === waiter } }
    throw RigError(outcome == .timedOut ? .timedOut : .cancelled, label)
  }
}
