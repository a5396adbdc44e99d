import Errors
import LabRuntime
import Links
import Synchronization

/// The events of one connection: kept for whoever asks for them, until they are handed on as they come.
final class AirEvents: Sendable {
  private struct State {
    var receiver: (@Sendable (GATTEvent) -> Void)?
    /// Why the connection has ended; nil while it has not.
    var ending: RigError?
  }

  /// Notifications that wait to be taken; those behind are dropped.
  private static let mostWaiting = 10_000
  /// Notifications, and the end; nothing once they are handed on.
  let waiting: LabChannel<GATTEvent>
  private let state = Mutex(State())

  init(_ lab: Lab, of name: String) {
    waiting = LabChannel(lab, label: "a notification of \(name)")
  }

  /// Why the connection has ended; nil while it has not.
  var ending: RigError? { state.withLock { $0.ending } }

  /// Hands what comes to `receive`, what has come before first.
  func deliver(to receive: @escaping @Sendable (GATTEvent) -> Void) {
    // Never with the lock held: who is told of the end closes the connection.
    while true {
      let early = state.withLock { state in
        var early: [GATTEvent] = []
        while let event = waiting.tryReceive() { early.append(event) }
        if early.isEmpty { state.receiver = receive }
        return early
      }
      if early.isEmpty { return }
      for event in early { receive(event) }
    }
  }

  func notify(_ handle: GATTHandle, _ chunk: Chunk) {
    let event = GATTEvent.notified(handle, chunk)
    state.withLock { state in
      if state.receiver == nil, waiting.count < Self.mostWaiting { waiting.send(event) }
      return state.receiver
    }?(event)
  }

  /// Tells of the end, once.
  ///
  /// - Parameter body: what is to be done before it is told; the ending stands by then, so that nobody begins
  ///   anything behind it.
  func end(_ error: RigError, before body: () -> Void) {
    let (isFirst, receiver) = state.withLock { state in
      let isFirst = state.ending == nil
      if isFirst { state.ending = error }
      if isFirst, state.receiver == nil { waiting.send(.disconnected(error)) }
      return (isFirst, state.receiver)
    }
    guard isFirst else { return }
    body()
    receiver?(.disconnected(error))
    waiting.close()
  }
}
