import Errors
import LabRuntime
import NearbyAccessory
import NearbySession
import Runner

extension PhoneRig {
  /// How long a case waits for what must come at once.
  static let patience = Duration.seconds(3)

  /// What comes next on a channel; nil when nothing does in time.
  func receive<Element>(
    from channel: LabChannel<Element>, until deadline: LabInstant
  ) async throws -> Element? {
    do throws(RigError) { return try await channel.receive(until: deadline) } catch {
      guard error.code != .cancelled else { throw CaseEnding.inconclusive("the case was ended") }
      return nil
    }
  }

  // MARK: Sessions

  /// The next event of a session; nil when none comes in time.
  func next(
    _ session: PhoneSession, within limit: Duration = PhoneRig.patience
  ) async throws -> DeliveredEvent? {
    let event = try await receive(from: session.events, until: lab.now.advanced(by: limit))
    if let event { context.noteFromPhone("session \(session.number): \(event.event.name)") }
    return event
  }

  /// Asserts that the next event is the wanted one; updates on the way there do not count.
  @discardableResult
  func expect(
    _ what: String, from session: PhoneSession, within limit: Duration = PhoneRig.patience,
    where isWanted: (SessionEvent) -> Bool
  ) async throws -> DeliveredEvent {
    let deadline = lab.now.advanced(by: limit)
    while true {
      let event = try await next(session, within: lab.now.duration(to: deadline))
      if let event, isWanted(event.event) {
        try context.require(true, what, expected: event.event.name, got: event.event.name)
        return event
      }
      if case .updated? = event?.event { continue }
      throw context.violation(what, expected: "the event", got: event?.event.name ?? "nothing")
    }
  }

  func expectStart(_ session: PhoneSession, _ what: String = "the session starts") async throws {
    try await expect(what, from: session) { $0 == .startedRunning }
  }

  /// Takes the radio from a session, by default with its application out of use.
  func suspend(
    _ session: PhoneSession, by change: (Phone) -> Void = { $0.enter(.background) }
  ) async throws {
    change(session.phone)
    try await expect("the session is suspended", from: session) { $0 == .suspended }
  }

  /// Gives it back.
  func endSuspension(
    of session: PhoneSession, by change: (Phone) -> Void = { $0.enter(.foreground) }
  ) async throws {
    change(session.phone)
    try await expect("the suspension ends", from: session) { $0 == .suspensionEnded }
  }

  /// Asserts that the next event of a session removes its peer by timeout.
  func requireTimeout(_ session: PhoneSession, _ what: String) async throws {
    let event = try await next(session)?.event
    try context.require(
      event?.isTimeout ?? false, what, expected: "removed: timeout", got: event?.name ?? "nothing")
  }

  /// Asserts that the distance of an update is the one of the room, to half a metre.
  func require(
    _ update: NearbyEvent.Update, from one: String, to other: String, _ what: String
  ) throws {
    let truth = try distance(one, other)
    try context.require(
      abs(update.distanceMetres - truth) < 0.5, what, expected: "\(truth) m",
      got: "\(update.distanceMetres) m")
  }

  func expectInvalidation(
    _ code: FrameworkError.Code, of session: PhoneSession, _ what: String,
    within limit: Duration = PhoneRig.patience
  ) async throws {
    try await expect(what, from: session, within: limit) { event in
      if case .invalidated(let error) = event { error.code == code } else { false }
    }
  }

  /// Asserts that a new session is invalidated when it is run.
  func expectInvalidation(
    _ code: FrameworkError.Code, running configuration: SessionConfiguration, on phone: Phone,
    _ what: String
  ) async throws {
    try await expectInvalidation(code, of: session(running: configuration, on: phone), what)
  }

  @discardableResult
  func expectUpdate(
    _ session: PhoneSession, _ what: String = "the session updates"
  ) async throws -> NearbyEvent.Update {
    let deadline = lab.now.advanced(by: Self.patience)
    while let event = try await next(session, within: lab.now.duration(to: deadline)) {
      if case .updated(let update, _) = event.event {
        try context.require(true, what, expected: "an update", got: "an update")
        return update
      }
    }
    throw context.violation(what, expected: "an update", got: "none")
  }

  /// Asserts that a session tells nothing for a while; updates that it has told before do not count.
  func expectSilence(
    of session: PhoneSession, for span: Duration, _ what: String
  ) async throws {
    let deadline = lab.now.advanced(by: span)
    while let event = session.events.tryReceive() {
      context.noteFromPhone("session \(session.number): \(event.event.name)")
      if case .updated = event.event { continue }
      throw context.violation(what, expected: "nothing", got: event.event.name)
    }
    if let event = try await next(session, within: lab.now.duration(to: deadline)) {
      throw context.violation(what, expected: "nothing", got: event.event.name)
    }
    try context.require(true, what, expected: "nothing", got: "nothing")
  }

  // MARK: Applications

  func next(
    _ application: AccessoryApplication, until deadline: LabInstant
  ) async throws -> AccessoryApplication.Happening? {
    let happening = try await receive(from: application.happenings, until: deadline)
    switch happening {
    case .event(let event)?:
      context.noteFromPhone("session \(application.session.number): \(event.event.name)")
    case .sent(let message, _)?: context.step("to the accessory: \(message.identifier)")
    case .received(let message, _)?: context.step("from the accessory: \(message.identifier)")
    case .refused(let error, _)?: context.noteFromPhone("refused: \(error)")
    case .gaveUp?: context.noteFromPhone("the application gives up")
    case .disconnected?: context.step("the channel has ended")
    case nil: break
    }
    return happening
  }

  /// Asserts that something happens to an application, whatever else happens before.
  @discardableResult
  func expect(
    _ what: String, from application: AccessoryApplication,
    within limit: Duration = PhoneRig.patience,
    where isWanted: (AccessoryApplication.Happening) -> Bool
  ) async throws -> AccessoryApplication.Happening {
    let deadline = lab.now.advanced(by: limit)
    while let happening = try await next(application, until: deadline) {
      guard isWanted(happening) else { continue }
      try context.require(true, what, expected: "that it happens", got: "it happened")
      return happening
    }
    throw context.violation(what, expected: "that it happens", got: "it did not in \(limit)")
  }

  /// Asserts that the session of an application tells something.
  @discardableResult
  func expectEvent(
    _ what: String, from application: AccessoryApplication,
    within limit: Duration = PhoneRig.patience, where isWanted: (SessionEvent) -> Bool
  ) async throws -> DeliveredEvent {
    let happening = try await expect(what, from: application, within: limit) { happening in
      if case .event(let event) = happening { isWanted(event.event) } else { false }
    }
    guard case .event(let event) = happening else {
      throw CaseEnding.rigFault("another happening than the wanted one")
    }
    return event
  }

  /// Asserts that the accessory of an application is heard, and gives the update.
  @discardableResult
  func expectUpdate(
    _ application: AccessoryApplication, _ what: String = "the accessory is ranged with"
  ) async throws -> (update: NearbyEvent.Update, object: DiscoveryToken) {
    let event = try await expectEvent(what, from: application) { event in
      if case .updated = event { true } else { false }
    }
    guard case .updated(let update, let object) = event.event else {
      throw CaseEnding.rigFault("another event than the wanted one")
    }
    return (update, object)
  }
}

extension SessionEvent {
  /// Whether it tells that the peer is removed because it was not heard.
  var isTimeout: Bool { if case .removed(.timeout, _) = self { true } else { false } }
}

extension AccessoryApplication.Happening {
  var isUpdate: Bool {
    if case .event(let event) = self, case .updated = event.event { true } else { false }
  }
}
