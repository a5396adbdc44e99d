import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

extension PhoneStage {
  /// How long a case waits for what must come at once.
  static let patience = Duration.seconds(3)

  // MARK: Sessions

  /// The next event of a session; nil when none comes in time.
  func next(
    _ session: PhoneSession, within limit: Duration? = nil
  ) async throws -> DeliveredEvent? {
    do throws(LabError) {
      let event = try await session.events.receive(
        until: lab.now.advanced(by: limit ?? Self.patience))
      context.noteFromPhone("session \(session.number): \(event.event.name)")
      return event
    } catch {
      guard error.code != .cancelled else { throw CaseEnding.inconclusive("the case was ended") }
      return nil
    }
  }

  /// Asserts that the next event is the wanted one; updates on the way there do not count.
  @discardableResult
  func expect(
    _ what: String, from session: PhoneSession, within limit: Duration? = nil,
    where isWanted: (SessionEvent) -> Bool
  ) async throws -> DeliveredEvent {
    let limit = limit ?? Self.patience
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

  /// Asserts that a session says that it runs.
  func expectStart(_ session: PhoneSession, _ what: String = "the session starts") async throws {
    try await expect(what, from: session) { $0 == .startedRunning }
  }

  /// Asserts that a session is invalidated with a code.
  @discardableResult
  func expectInvalidation(
    _ code: FrameworkError.Code, of session: PhoneSession, _ what: String,
    within limit: Duration? = nil
  ) async throws -> DeliveredEvent {
    try await expect(what, from: session, within: limit) { event in
      if case .invalidated(let error) = event { error.code == code } else { false }
    }
  }

  /// Asserts an update, and gives it.
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

  /// The next thing that happens to an application.
  func next(
    _ application: AccessoryApplication, until deadline: LabInstant
  ) async throws -> AccessoryApplication.Happening? {
    do throws(LabError) {
      let happening = try await application.happenings.receive(until: deadline)
      switch happening {
      case .event(let event):
        context.noteFromPhone("session \(application.session.number): \(event.event.name)")
      case .sent(let message, _): context.step("to the accessory: \(message.identifier)")
      case .received(let message, _): context.step("from the accessory: \(message.identifier)")
      case .refused(let error, _): context.noteFromPhone("refused: \(error)")
      case .gaveUp: context.noteFromPhone("the application gives up")
      case .disconnected: context.step("the channel has ended")
      }
      return happening
    } catch {
      guard error.code != .cancelled else { throw CaseEnding.inconclusive("the case was ended") }
      return nil
    }
  }

  /// Asserts that something happens to an application, whatever else happens before.
  @discardableResult
  func expect(
    _ what: String, from application: AccessoryApplication,
    within limit: Duration? = nil,
    where isWanted: (AccessoryApplication.Happening) -> Bool
  ) async throws -> AccessoryApplication.Happening {
    let limit = limit ?? Self.patience
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
    within limit: Duration? = nil, where isWanted: (SessionEvent) -> Bool
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
    _ application: AccessoryApplication, _ what: String = "the accessory is ranged with",
    within limit: Duration? = nil
  ) async throws -> (update: NearbyEvent.Update, object: DiscoveryToken) {
    let event = try await expectEvent(what, from: application, within: limit) { event in
      if case .updated = event { true } else { false }
    }
    guard case .updated(let update, let object) = event.event else {
      throw CaseEnding.rigFault("another event than the wanted one")
    }
    return (update, object)
  }

  /// Everything that happens to an application in a span of time.
  func happenings(
    of application: AccessoryApplication, for span: Duration
  ) async throws -> [AccessoryApplication.Happening] {
    let deadline = lab.now.advanced(by: span)
    var all: [AccessoryApplication.Happening] = []
    while let happening = try await next(application, until: deadline) { all.append(happening) }
    return all
  }

  // MARK: What a session runs with

  /// Accessory configuration data that is valid, with an address of its own.
  static func data(
    _ address: UInt16 = 0x1234, _ change: (inout AccessoryConfigurationData) -> Void = { _ in }
  ) -> [UInt8] {
    var data = AccessoryConfigurationData(
      uwb: UWBConfigurationData(
        version: .v1_1, manufacturerIdentifier: 0x3F53F, modelIdentifier: 3000,
        middlewareVersion: 0x0101_0000, role: .responder, sourceAddress: address, clockDrift: 25))
    change(&data)
    // Data that cannot be encoded is empty, and that is refused.
    return (try? data.encode()) ?? []
  }

  /// A configuration for an accessory that nobody plays.
  func accessory(_ phone: Phone, _ address: UInt16 = 0x1234) throws -> SessionConfiguration {
    .accessory(try phone.accessoryConfiguration(data: Self.data(address)))
  }

  /// The shareable data of the next run of a session.
  func shareable(_ session: PhoneSession) async throws -> ShareableConfigurationData {
    let event = try await expect("shareable data is generated", from: session) { event in
      if case .generatedShareableData = event { true } else { false }
    }
    guard case .generatedShareableData(let blob, _) = event.event,
      let data = try? ShareableConfigurationData.decode(blob)
    else {
      throw context.violation(
        "the shareable data can be read", expected: "every field", got: "bytes that cannot be read")
    }
    return data
  }

  /// Hands the tokens of two sessions to each other over a link, as applications do, and runs both.
  func pair(_ first: PhoneSession, _ second: PhoneSession) async throws {
    let tokens = try await exchangeTokens(first, second)
    try first.run(.peer(try first.phone.peerConfiguration(token: tokens.second)))
    try second.run(.peer(try second.phone.peerConfiguration(token: tokens.first)))
  }

  /// The tokens of two sessions, as the other side receives them.
  func exchangeTokens(
    _ first: PhoneSession, _ second: PhoneSession
  ) async throws -> (first: [UInt8], second: [UInt8]) {
    let (left, right) = MemoryLink.pair(lab, name: "the applications", preservesMessages: true)
    let one = FrameLink(left, cutter: MessageCutter(), lab: lab)
    let other = FrameLink(right, cutter: MessageCutter(), lab: lab)
    defer { one.close() }
    try await one.send(first.discoveryToken?.bytes ?? [])
    try await other.send(second.discoveryToken?.bytes ?? [])
    let deadline = lab.now.advanced(by: Self.patience)
    return (
      try await other.receive(until: deadline).bytes, try await one.receive(until: deadline).bytes
    )
  }
}
