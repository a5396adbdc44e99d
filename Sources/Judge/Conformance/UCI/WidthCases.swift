import Journal
import Runner
import UCI
import UCIHost

/// Numbers of several bytes, of which a careless board reads some.
enum WidthCases {
  static let all: [Case] = [ids, limits]

  static let ids = Case.uci(
    "US35", "ids of sessions, with all their bits",
    requirement: "Two sessions whose ids differ in one bit are two sessions, each with a state of "
      + "its own.",
    source: "AOSP (SESSION_INIT has an id of four bytes)", parameters: ["7", "15", "23", "31"]
  ) { context, host in
    let bit = UInt32(context.parameter) ?? 0
    let id: UInt32 = 0x0102_0304
    let first = try await context.session(on: host, id: id)
    let other = SessionInitCommand(sessionID: id ^ 1 << bit, sessionType: .firaRanging)
    let (status, token) = try await context.make(other, on: host)
    if status == .errorMaxSessionsExceeded {
      throw CaseEnding.skip("\(host.name) holds one session at once")
    }
    try context.require(.ok, is: status, host, "a session whose id differs in one bit is made")
    try context.require(
      first.token != token, "two sessions have two tokens",
      expected: "another token than \(first.token)", got: "\(token)")
    try await context.configure(first, .quick())
    try await context.expectState(.idle, of: first, after: SessionSetAppConfigCommand.name)
    let state = try await context.expect(
      .ok, for: SessionGetStateCommand(sessionToken: token), from: host,
      "the other session has a state")
    try context.require(
      state.sessionState == .initial, "the state of the other session",
      expected: UCISessionState.initial.name, got: state.sessionState?.name ?? "no state")
    try await context.expect(
      .ok, for: SessionDeinitCommand(sessionToken: token), from: host,
      "one of two sessions is ended")
    try await context.expectState(.idle, asking: first, "the state of the session that is left")
  }

  static let limits = Case.uci(
    "UR36", "parameters of more than a byte", .inferred,
    requirement: "A parameter that ranging depends on counts with all of its bytes: 258 rounds are "
      + "more than two, and 65 596 ms are more than 60.",
    source:
      "AOSP (MAX_NUMBER_OF_MEASUREMENTS and MAX_RR_RETRY have two bytes, RANGING_DURATION four)",
    declared: RangingParameters.quickInterval * 6,
    parameters: ["MAX_NUMBER_OF_MEASUREMENTS", "MAX_RR_RETRY", "RANGING_DURATION"]
  ) { context, host in
    let session = try await context.session(on: host)
    let parameters = RangingParameters.quick {
      switch context.parameter {
      case "MAX_NUMBER_OF_MEASUREMENTS": $0.maximumMeasurements = 258
      case "MAX_RR_RETRY": $0.additional = [AppConfigParameter(.maxRRRetry, 258)]
      default: $0.interval = 65_596
      }
    }
    try await context.configure(
      session, parameters, orSkip: "a \(context.parameter) of more than a byte")
    try await context.preparing { try await context.start(session) }
    if context.parameter == "RANGING_DURATION" {
      try await context.expectNoReports(of: session, "no round is reported before its time")
    } else {
      _ = try await context.reports(5, of: session)
    }
    try await context.expectState(
      .active, asking: session, "the state of a session that goes on")
  }
}
