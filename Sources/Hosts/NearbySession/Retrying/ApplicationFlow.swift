public import NearbyAccessory

/// What Apple's sample application does, and the retry that applications add to it, as a pure value:
/// delegate events, messages and moments in; messages and calls out (accessory protocol §1.3, §5.1).
public struct ApplicationFlow: Hashable, Sendable {
  /// An event of the application.
  public enum Input: Hashable, Sendable {
    case begin
    case event(SessionEvent)
    case received(AccessoryMessage)
    /// The time of ``ApplicationFlow/nextDeadline`` has come.
    case deadline
  }

  /// Its action.
  public enum Output: Hashable, Sendable {
    case send(AccessoryMessage)
    /// Make a configuration from accessory configuration data and run it.
    case configureAndRun([UInt8])
    case runAgain
    /// Nothing more is tried.
    case gaveUp
  }

  /// When and how it tries again.
  public let policy: RetryPolicy
  private let behaviour: PhoneBehaviour
  /// When ``Input/deadline`` is due; nil when nothing is waited for.
  public private(set) var nextDeadline: Duration?
  /// Attempts in a row without an update in between.
  public private(set) var attempts = 0
  /// The accessory has said that it stopped, or was told to, and not that it started since.
  private var accessoryStopped = false
  /// Stops of our own that the accessory may still answer.
  private var openStops = 0
  private var isFinished = false

  /// An application that has not begun.
  public init(policy: RetryPolicy = RetryPolicy(), behaviour: PhoneBehaviour = .reference) {
    self.policy = policy
    self.behaviour = behaviour
  }

  /// Takes one input at the instant `now` and gives what follows from it, in order.
  public mutating func handle(_ input: Input, now: Duration) -> [Output] {
    switch input {
    case .begin:
      // Whatever was given up before, this is a new beginning.
      isFinished = false
      attempts = 0
      nextDeadline = nil
      return [.send(.initialize())]
    case .event(let event): return told(event, now)
    case .received(let message): return received(message)
    case .deadline: return deadline(now)
    }
  }

  private mutating func stop() -> [Output] {
    openStops = min(openStops + 1, 1000)
    accessoryStopped = true
    return [.send(.stop())]
  }

  private mutating func told(_ event: SessionEvent, _ now: Duration) -> [Output] {
    switch event {
    case .generatedShareableData(let data, _): return [.send(.configureAndStart(data))]
    case .updated:
      attempts = 0
      return []
    case .removed(.timeout, _): return planRetry(now)
    case .suspended:
      nextDeadline = nil
      return stop()
    case .suspensionEnded: return [.send(.initialize())]
    case .invalidated:
      isFinished = true
      nextDeadline = nil
      return stop()
    case .startedRunning, .convergenceChanged, .removed: return []
    }
  }

  private mutating func received(_ message: AccessoryMessage) -> [Output] {
    switch message {
    case .accessoryConfigurationData(let data): return isFinished ? [] : [.configureAndRun(data)]
    case .didStart:
      accessoryStopped = false
      openStops = 0
      return []
    case .didStop:
      accessoryStopped = true
      openStops = max(0, openStops - 1)
      return []
    default: return []
    }
  }

  private mutating func planRetry(_ now: Duration) -> [Output] {
    guard !isFinished else { return [] }
    attempts += 1
    let pause =
      policy.pause(before: attempts)
      ?? (behaviour.has(.retriesForEver) ? policy.longestPause : nil)
    guard let pause else {
      isFinished = true
      return stop() + [.gaveUp]
    }
    nextDeadline = behaviour.has(.retriesWithoutPause) ? now : now + pause
    return []
  }

  private mutating func deadline(_ now: Duration) -> [Output] {
    guard let due = nextDeadline, now >= due else { return [] }
    nextDeadline = nil
    var step = policy.step(accessoryStopped: accessoryStopped)
    if behaviour.has(.alwaysExchanges) { step = .exchange }
    if behaviour.has(.neverExchanges) { step = .runAgain }
    switch step {
    case .runAgain: return [.runAgain]
    case .exchange: return stop() + [.send(.initialize())]
    }
  }
}
