import Synchronization

/// One suspended task: what it waits for, and how its wait ends. It ends once, by the first end.
@usableFromInline
final class Waiter: Sendable {
  @usableFromInline
  enum Outcome: Sendable { case signalled, timedOut, closed, cancelled }

  private struct State {
    var outcome: Outcome?
    var continuation: CheckedContinuation<Outcome, Never>?
  }

  let label: String
  private let state = Mutex(State())

  @usableFromInline
  init(label: String) { self.label = label }

  var isDone: Bool { state.withLock { $0.outcome != nil } }

  /// Ends the wait; false when it had ended before.
  @usableFromInline @discardableResult
  func end(_ outcome: Outcome) -> Bool {
    let (first, continuation) = state.withLock { state in
      guard state.outcome == nil else {
        return (false, nil as CheckedContinuation<Outcome, Never>?)
      }
      state.outcome = outcome
      let waiting = state.continuation
      state.continuation = nil
      return (true, waiting)
    }
    continuation?.resume(returning: outcome)
    return first
  }

  /// Suspends the task until the wait has ended.
  func value() async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = state.withLock { state -> Outcome? in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      end(.cancelled)
    }
  }
}
