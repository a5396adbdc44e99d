import Synchronization

/// A queue between tasks: sending never suspends, receiving waits.
///
/// Elements sent before `close` are still received after it.
public final class LabChannel<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var head = 0
    var receivers: [Waiter] = []
    var closed = false
  }

  private let lab: Lab
  private let label: String
  private let state = Mutex(State())

  /// An open, empty channel; `label` is what a deadlock or a deadline says was awaited.
  public init(_ lab: Lab, label: String) {
    self.lab = lab
    self.label = label
  }

  /// True after `close`.
  public var isClosed: Bool { state.withLock { $0.closed } }

  /// Elements that wait to be received.
  public var count: Int { state.withLock { $0.elements.count - $0.head } }

  /// Adds an element; false when the channel is closed.
  @discardableResult
  public func send(_ element: Element) -> Bool {
    let (accepted, receiver) = state.withLock { state -> (Bool, Waiter?) in
      guard !state.closed else { return (false, nil) }
      state.elements.append(element)
      return (true, state.receivers.isEmpty ? nil : state.receivers.removeFirst())
    }
    wake(receiver)
    return accepted
  }

  /// The next element, if there is one.
  public func tryReceive() -> Element? { state.withLock { pop(&$0) } }

  /// The next element, waiting until `deadline` for it.
  ///
  /// - Throws: ``LabError`` `timedOut`, `closed` (and nothing is left), or `cancelled`.
  public func receive(until deadline: LabInstant? = nil) async throws(LabError) -> Element {
    while true {
      let waiter = Waiter(label: label)
      let (element, closed) = state.withLock { state -> (Element?, Bool) in
        if let element = pop(&state) { return (element, false) }
        if !state.closed { state.receivers.append(waiter) }
        return (nil, state.closed)
      }
      if let element { return element }
      if closed { throw LabError(.closed, label) }
      let outcome = await lab.wait(waiter, until: deadline)
      switch outcome {
      case .signalled, .closed: continue
      case .timedOut, .cancelled:
        state.withLock { state in state.receivers.removeAll { $0 === waiter } }
        throw LabError(outcome == .timedOut ? .timedOut : .cancelled, label)
      }
    }
  }

  /// Ends the channel: waiting receivers get what is left, then `closed`.
  public func close() {
    let receivers = state.withLock { state -> [Waiter] in
      state.closed = true
      let waiting = state.receivers
      state.receivers = []
      return waiting
    }
    for receiver in receivers { receiver.end(.closed) }
  }

  private func pop(_ state: inout State) -> Element? {
    guard state.head < state.elements.count else { return nil }
    let element = state.elements[state.head]
    state.head += 1
    if state.head == state.elements.count {
      state.elements.removeAll(keepingCapacity: true)
      state.head = 0
    } else if state.head >= 256 {
      state.elements.removeFirst(state.head)
      state.head = 0
    }
    return element
  }

  /// Wakes a receiver; when that one has given up meanwhile, the next.
  private func wake(_ first: Waiter?) {
    var receiver = first
    while let current = receiver, !current.end(.signalled) {
      receiver = state.withLock { $0.receivers.isEmpty ? nil : $0.receivers.removeFirst() }
    }
  }
}
