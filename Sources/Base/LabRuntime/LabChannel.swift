public import Errors
public import Synchronization

/// A queue between tasks: sending never suspends, receiving waits.
///
/// Its code is specialised where it is used: it lies on the way of every frame.
///
/// Elements sent before `close` are still received after it.
public final class LabChannel<Element: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var head = 0
    @usableFromInline var receivers: [Waiter] = []
    @usableFromInline var closed = false

    @inlinable
    init() {}

    @inlinable
    mutating func pop() -> Element? {
      guard head < elements.count else { return nil }
      let element = elements[head]
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: true)
        head = 0
      } else if head >= 256 {
        elements.removeFirst(head)
        head = 0
      }
      return element
    }
  }

  @usableFromInline let lab: Lab
  @usableFromInline let label: String
  @usableFromInline let state: Mutex<State>

  /// An open, empty channel; `label` is what a deadlock or a deadline says was awaited.
  @inlinable
  public init(_ lab: Lab, label: String) {
    self.lab = lab
    self.label = label
    state = Mutex(State())
  }

  /// Elements that wait to be received.
  public var count: Int { state.withLock { $0.elements.count - $0.head } }

  /// Adds an element; false when the channel is closed.
  @inlinable @discardableResult
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
  @inlinable
  public func tryReceive() -> Element? { state.withLock { $0.pop() } }

  /// The next element, waiting until `deadline` for it.
  ///
  /// - Throws: ``RigError`` `timedOut`, `closed` (and nothing is left), or `cancelled`.
  @inlinable
  public func receive(until deadline: LabInstant? = nil) async throws(RigError) -> Element {
    while true {
      let waiter = Waiter(label: label)
      let (element, closed) = state.withLock { state -> (Element?, Bool) in
        if let element = state.pop() { return (element, false) }
        if !state.closed { state.receivers.append(waiter) }
        return (nil, state.closed)
      }
      if let element { return element }
      if closed { throw RigError(.closed, label) }
      let outcome = await lab.wait(waiter, until: deadline)
      switch outcome {
      case .signalled, .closed: continue
      case .timedOut, .cancelled:
        state.withLock { state in state.receivers.removeAll { $0 === waiter } }
        throw RigError(outcome == .timedOut ? .timedOut : .cancelled, label)
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

  /// Wakes a receiver; when that one has given up meanwhile, the next.
  @inlinable
  func wake(_ first: Waiter?) {
    var receiver = first
    while let current = receiver, !current.end(.signalled) {
      receiver = state.withLock { $0.receivers.isEmpty ? nil : $0.receivers.removeFirst() }
    }
  }
}
