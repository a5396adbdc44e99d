public import Errors
public import LabRuntime

/// One session of the framework, as the application holds it.
public final class PhoneSession: Sendable {
  /// The phone that it belongs to.
  public let phone: Phone
  /// Counts the sessions of the phone.
  public let number: Int
  /// The delegate calls, in order, each with its moment.
  public let events: LabChannel<DeliveredEvent>

  init(phone: Phone, number: Int, events: LabChannel<DeliveredEvent>) {
    self.phone = phone
    self.number = number
    self.events = events
  }

  /// The token that another phone needs to run with this session; nil once the session is
  /// invalidated.
  public var discoveryToken: DiscoveryToken? { machine?.token }

  /// What it ran with last; kept, so that it can run again.
  public var configuration: SessionConfiguration? { machine?.configuration }

  /// True after an error or ``invalidate()``.
  public var isInvalidated: Bool { machine?.phase == .invalidated }

  /// Whether camera assistance knows where the object is.
  public var convergence: Convergence { machine?.convergence ?? .unknown }

  /// Where the object is in the world of the AR session, in metres in the frame of the phone's path; nil
  /// until camera assistance has converged, and for another object than the session's own.
  public func worldPosition(of object: DiscoveryToken) -> SIMD3<Double>? {
    guard let machine, machine.configuration?.peerToken == object,
      let position = machine.assistance?.position
    else { return nil }
    // A deviation stands for an estimator that looks at what it must not see: it moves by itself.
    let drift =
      phone.behaviour.has(.readsTheRoom)
      ? Double(LabInstant.zero.duration(to: phone.lab.now).nanoseconds) / 1e9 : 0
    return position + SIMD3(drift, 0, 0)
  }

  /// Shares the application's AR session; the framework makes one of its own otherwise. Counts from
  /// the next run on.
  public func setARSession(_ settings: ARSessionSettings?) {
    phone.handle(number, .arSession(settings))
  }

  private var machine: SessionMachine? {
    phone.withState { state in
      state.entries.indices.contains(number) ? state.entries[number].machine : nil
    }
  }

  /// Runs. What comes of it is told: it started, was suspended, or is invalidated.
  ///
  /// - Throws: ``RigError`` `usage` after an invalidation.
  public func run(_ configuration: SessionConfiguration) throws(RigError) {
    if let refusal = phone.handle(number, .run(configuration)) {
      throw RigError(.usage, reason: refusal, advice: "Make a new session")
    }
  }

  /// Runs with what it ran with before.
  public func runAgain() throws(RigError) {
    guard let configuration else {
      throw RigError(.usage, reason: "the session has not run yet", advice: "Give a configuration")
    }
    try run(configuration)
  }

  /// Ceases to range; the token stays, and the session may run again.
  public func pause() { phone.handle(number, .pause) }

  /// Ends the session for good, and its token with it. Nothing is delivered for it.
  public func invalidate() { phone.handle(number, .invalidate) }
}
