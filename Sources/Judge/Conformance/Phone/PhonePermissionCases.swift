import LabRuntime
import NearbySession
import RigFile
import Runner

/// Who may run, and how many.
enum PhonePermissionCases {
  static let all: [Case] = [
    overLimit, atLimit, freedPlace, pausedPlace, samePeer, asked, refused, remembered, withdrawn,
  ]

  /// As many running sessions of one phone as the limit allows.
  private static func fill(_ rig: PhoneRig) async throws -> [PhoneSession] {
    let limit = rig.context.limits.maximumSessions
    let phone = try await rig.phone { $0.maximumSessions = limit }
    var sessions: [PhoneSession] = []
    for number in 0..<phone.settings.maximumSessions {
      sessions.append(
        try await rig.startedSession(
          running: rig.accessory(phone, UInt16(0x100 + number)), on: phone,
          "session \(number + 1) of the limit starts"))
    }
    return sessions
  }

  /// One more session than that, run after something happened to the first.
  private static func another(
    _ rig: PhoneRig, after change: (PhoneSession) -> Void = { _ in }
  ) async throws -> PhoneSession {
    let first = try await fill(rig)[0]
    change(first)
    return try rig.session(running: rig.accessory(first.phone, 0x200), on: first.phone)
  }

  static let overLimit = Case.phone(
    "X06", "one session too many",
    requirement: "A session above the limit of active sessions is invalidated with -5885.",
    source: "accessory protocol §5.2, §5.6 (the limit is the rig's)"
  ) { rig in
    let session = try await another(rig)
    try await rig.expectInvalidation(
      .activeSessionsLimitExceeded, of: session, "the session above the limit is invalidated")
  }

  static let atLimit = Case.phone(
    "PH11", "as many sessions as the limit",
    requirement: "As many sessions run at the same time as the limit says.",
    source: "accessory protocol §5.6 (the limit is the rig's)"
  ) { rig in
    let sessions = try await fill(rig)
    try rig.context.require(
      sessions.allSatisfy { !$0.isInvalidated }, "sessions up to the limit", expected: "all run",
      got: "\(sessions.filter(\.isInvalidated).count) are invalidated")
  }

  static let freedPlace = Case.phone(
    "PH12", "a session gives its place back",
    requirement: "When one of the active sessions ends, another one may run.",
    source: "accessory protocol §5.6"
  ) { rig in
    let session = try await another(rig) { $0.invalidate() }
    try await rig.expectStart(session, "a session starts in the place of one that ended")
  }

  static let pausedPlace = Case.phone(
    "PH13", "a paused session is not active",
    requirement: "A paused session leaves its place to another one.",
    source: "accessory protocol §5.1, §5.2 (active sessions)"
  ) { rig in
    let session = try await another(rig) { $0.pause() }
    try await rig.expectStart(session, "a session starts in the place of a paused one")
  }

  static let samePeer = Case.phone(
    "PH14", "one session a peer",
    requirement: "A second session with the same accessory does not start.",
    source: "accessory protocol §5.6, §5.7 (observed: multi-platform-uwb)"
  ) { rig in
    let phone = try await rig.startedSession().phone
    try await rig.expectInvalidation(
      .invalidConfiguration, running: rig.accessory(phone), on: phone,
      "the second session with one peer is invalidated")
  }

  static let asked = Case.phone(
    "PH15", "the user is asked first",
    requirement: "The first run asks the user, and starts only when the user allows it.",
    source: "Nearby Interaction documentation (allowed while in use)"
  ) { rig in
    let session = try await rig.runSession(permission: .notAsked)
    try await rig.expectSilence(
      of: session, for: .milliseconds(200), "nothing starts before the answer")
    try rig.context.require(
      session.phone.prompts.tryReceive() != nil && session.configuration != nil,
      "the user is asked",
      expected: "a question", got: "none")
    session.phone.answer(isAllowed: true)
    try await rig.expectStart(session, "the session starts with the permission")
  }

  static let refused = Case.phone(
    "PH16", "the user refuses",
    requirement: "A session that the user does not allow is invalidated with -5884.",
    source: "accessory protocol §5.2 (NIError)"
  ) { rig in
    let session = try await rig.runSession(permission: .notAsked)
    session.phone.answer(isAllowed: false)
    try await rig.expectInvalidation(
      .userDidNotAllow, of: session, "the refused session is invalidated")
  }

  static let remembered = Case.phone(
    "PH17", "a refusal is remembered",
    requirement: "After a refusal the user is not asked again; a run is invalidated with -5884.",
    source: "accessory protocol §5.2 (NIError)"
  ) { rig in
    let session = try await rig.runSession(permission: .refused)
    try await rig.expectInvalidation(
      .userDidNotAllow, of: session, "a run after a refusal is invalidated at once")
    try rig.context.require(
      session.phone.prompts.tryReceive() == nil, "questions to the user", expected: "none",
      got: "one")
  }

  static let withdrawn = Case.phone(
    "PH18", "the permission is withdrawn",
    requirement: "When the user withdraws the permission, running sessions end with -5884.",
    source: "accessory protocol §5.2 (NIError)"
  ) { rig in
    let session = try await rig.preparedSession()
    session.phone.answer(isAllowed: false)
    try await rig.expectInvalidation(
      .userDidNotAllow, of: session, "a running session ends with the permission")
  }
}
