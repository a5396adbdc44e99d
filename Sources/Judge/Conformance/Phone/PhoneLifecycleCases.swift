import Errors
import NearbySession
import Runner

/// The life of a session of the framework, from its creation to its end.
enum PhoneLifecycleCases {
  static let all: [Case] = [
    ownToken, keptToken, deadToken, started, runAfterInvalidation, suspendedAtOnce, paused,
    invalidated, apart, order,
  ]

  static let ownToken = Case.phone(
    "PH01", "a token for each session",
    requirement: "Every session has a random discovery token of its own.",
    source: "Nearby Interaction headers (NISession)"
  ) { rig in
    let phone = try await rig.phone()
    let tokens = Set((0..<8).compactMap { _ in phone.makeSession().discoveryToken })
    rig.context.noteFromPhone("\(tokens.count) different tokens of 8 sessions")
    try rig.context.require(
      tokens.count == 8, "eight sessions have eight tokens", expected: "8", got: "\(tokens.count)")
  }

  static let keptToken = Case.phone(
    "PH02", "the token stays over pause and run",
    requirement: "The discovery token is the same after pause and run.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { rig in
    let phone = try await rig.phone()
    let session = phone.makeSession()
    let before = session.discoveryToken
    try session.run(rig.accessory(phone))
    try await rig.expectStart(session)
    session.pause()
    try session.runAgain()
    try rig.context.require(
      before != nil && session.discoveryToken == before, "the token after pause and run",
      expected: name(before), got: name(session.discoveryToken))
  }

  static let deadToken = Case.phone(
    "PH03", "the token dies with its session",
    requirement: "A session that was invalidated has no discovery token.",
    source: "Nearby Interaction headers (NISession)"
  ) { rig in
    let session = try await rig.startedSession()
    session.invalidate()
    try rig.context.require(
      session.discoveryToken == nil, "the token of an invalidated session", expected: "none",
      got: name(session.discoveryToken))
  }

  static let started = Case.phone(
    "PH04", "a session says once that it runs",
    requirement: "A run that starts is told once, before anything else of that run.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { rig in
    let session = try await rig.runSession()
    try await rig.expectStart(session, "the first event says that the session runs")
    try await rig.shareable(session, "the second event is the shareable data")
  }

  static let runAfterInvalidation = Case.phone(
    "PH05", "run after invalidate",
    requirement: "To run a session that was invalidated is an error.",
    source: "accessory protocol §5.1 (Apple's headers)"
  ) { rig in
    let session = try await rig.startedSession()
    session.invalidate()
    var refusal: RigError?
    do throws(RigError) { try session.runAgain() } catch { refusal = error }
    try rig.context.require(
      refusal?.code == .usage, "run after invalidate is refused", expected: "not allowed",
      got: refusal.map { "\($0)" } ?? "no error")
  }

  static let suspendedAtOnce = Case.phone(
    "PH06", "run while the application is not in use",
    requirement: "A run in the background or on a locked phone is suspended at once.",
    source: "accessory protocol §5.1 (Apple's headers)", parameters: ["background", "locked"]
  ) { rig in
    let phone = try await rig.phone()
    phone.enter(AppState(rawValue: rig.context.parameter) ?? .background)
    let session = try rig.session(running: rig.accessory(phone), on: phone)
    try await rig.expect("the run is suspended at once", from: session) { $0 == .suspended }
  }

  static let paused = Case.phone(
    "PH07", "a pause ends ranging, and a run begins it again",
    requirement: "A paused session gives no updates, and ranges when it runs again.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .phoneBlocks(8), on: .twoPhones
  ) { rig in
    let (first, second) = try await rig.pairedSessions()
    try await rig.expectUpdate(first, "ranging before the pause")
    first.pause()
    try await rig.expectSilence(of: first, for: .phoneBlocks(4), "a paused session is silent")
    try first.runAgain()
    try second.runAgain()
    try await rig.expectUpdate(first, "ranging after the pause")
  }

  static let invalidated = Case.phone(
    "PH08", "nothing follows an invalidation",
    requirement: "A session that the application invalidates tells nothing any more.",
    source: "Nearby Interaction headers (NISession)", declared: .phoneBlocks(5), on: .twoPhones
  ) { rig in
    let (first, _) = try await rig.pairedSessions()
    try await rig.expectUpdate(first, "ranging before the end")
    first.invalidate()
    try await rig.expectSilence(
      of: first, for: .phoneBlocks(4), "an invalidated session is silent")
  }

  static let apart = Case.phone(
    "PH09", "two sessions do not mix",
    requirement: "Each of two sessions is told about its own accessory.",
    source: "accessory protocol §5.1 (Apple's headers)", declared: .phoneBlocks(4),
    on: PhoneRig.Fixture(accessories: ["lock", "tag"], radios: ["phone"])
  ) { rig in
    try rig.move("tag", outOfReach: false)
    let phone = try await rig.phone()
    let lock = try await rig.application(on: phone, with: "lock")
    try await rig.expectUpdate(lock, "the first session updates")
    let tag = try await rig.application(on: phone, with: "tag")
    let (update, object) = try await rig.expectUpdate(tag, "the second session updates")
    try rig.context.require(
      object == tag.session.configuration?.peerToken, "the object of the second session",
      expected: name(tag.session.configuration?.peerToken), got: name(object))
    try rig.require(update, from: "phone", to: "tag", "the distance of the second session")
  }

  static let order = Case.phone(
    "PH10", "events come in order",
    requirement: "No update comes before the start, and moments never go back.",
    source: "Nearby Interaction headers (NISessionDelegate)", declared: .phoneBlocks(5),
    on: .twoPhones
  ) { rig in
    let (first, _) = try await rig.pairedSessions()
    var events: [DeliveredEvent] = []
    while events.count < 4, let event = try await rig.next(first) { events.append(event) }
    try rig.context.require(
      events.first?.event == .startedRunning, "the first event", expected: "started running",
      got: events.first?.event.name ?? "nothing")
    let isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at }
    try rig.context.require(
      isOrdered && events.count == 4, "the moments of four events", expected: "in order",
      got: events.map { "\($0.at)" }.joined(separator: ", "))
  }

  static func name(_ token: DiscoveryToken?) -> String { token.map(\.description) ?? "none" }
}
