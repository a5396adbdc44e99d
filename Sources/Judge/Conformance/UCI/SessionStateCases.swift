import Runner
import UCI
import UCIHost

/// Every command of a session in every state that a session has.
enum SessionStateCases {
  static let all: [Case] = [questions, refused, carriedOut, ended]

  /// The state that a parameter such as `IDLE-START` begins with.
  private static func state(_ context: CaseContext) -> UCISessionState {
    let name = context.parameter.prefix { $0 != "-" }
    return UCISessionState.known.first { $0.name == name } ?? .initial
  }

  /// The command that a parameter such as `IDLE-START` asks for.
  private static func command(
    _ context: CaseContext, _ session: UCISession
  ) throws -> UCIPacket {
    let name = String(context.parameter.drop { $0 != "-" }.dropFirst())
    switch name {
    case "GET_COUNT": return SessionGetCountCommand().packet
    case "INIT": return SessionInitCommand(sessionID: session.id, sessionType: .firaRanging).packet
    case "SET_APP_CONFIG":
      // An active session takes what does not concern the air (AOSP).
      return state(context) == .active
        ? session.setting(.sessionInfoNtfConfig, 1).packet
        : session.setting(RangingParameters.lonely().tlvs(dialect: session.host.dialect)).packet
    case "MULTICAST":
      return SessionUpdateControllerMulticastListCommand(
        sessionToken: session.token, action: .add,
        controlees: [
          MulticastControlee(shortMAC: [0x03, 0x0A], subSessionID: 0, subSessionKey: [])
        ]
      ).packet
    default: return try UCIPacket.ofSession(name, session.token)
    }
  }

  static let questions = Case.uci(
    "US20", "questions in every state",
    requirement: "A question about a session or about their number is answered with OK in every "
      + "state and changes none.",
    source: "AOSP; observed: DWM3001CDK, pica",
    parameters: [
      "INIT-GET_STATE", "INIT-GET_COUNT", "IDLE-GET_STATE", "IDLE-GET_COUNT",
      "IDLE-GET_APP_CONFIG", "IDLE-GET_RANGING_COUNT", "ACTIVE-GET_STATE", "ACTIVE-GET_COUNT",
      "ACTIVE-GET_APP_CONFIG", "ACTIVE-GET_RANGING_COUNT",
    ]
  ) { context, host in
    let session = try await context.session(on: host, in: state(context))
    try await context.expect(
      .ok, for: command(context, session), from: host, "a question is answered with OK")
    try await expectUnchanged(context, session, "a question changes no state")
  }

  static let refused = Case.uci(
    "US21", "commands that a state does not allow",
    requirement: "A command that does not fit the state of its session is refused, and the session "
      + "stays as it is, with its configuration.",
    source: "observed: DWM3001CDK; AOSP (pica ends a session whose id is given again)",
    parameters: [
      "INIT-START", "INIT-STOP", "INIT-INIT", "IDLE-STOP", "IDLE-INIT", "ACTIVE-START",
      "ACTIVE-INIT",
    ]
  ) { context, host in
    let session = try await context.session(on: host, in: state(context))
    let ids = RangingParameters.quick().tlvs(dialect: host.dialect).map(\.id)
    let before = try await host.attempt(session.getting(ids)).payload
    let status = try await host.exchange(command(context, session)).packet.status
    try context.requireRefusal(status, host, "a command that does not fit the state is refused")
    try await expectUnchanged(context, session, "a refused command changes no state")
    let after = try await host.attempt(session.getting(ids)).payload
    try context.requireBytes(after, before, "a refused command changes no parameter")
  }

  static let carriedOut = Case.uci(
    "US22", "commands that a state allows",
    requirement: "A command that fits the state of its session is answered with OK and leads to "
      + "the state that belongs to it.",
    source: "observed: DWM3001CDK, pica; AOSP",
    parameters: [
      "INIT-DEINIT", "INIT-SET_APP_CONFIG", "IDLE-DEINIT", "IDLE-SET_APP_CONFIG", "IDLE-START",
      "ACTIVE-DEINIT", "ACTIVE-SET_APP_CONFIG", "ACTIVE-STOP",
    ]
  ) { context, host in
    let session = try await context.session(on: host, in: state(context))
    let command = try command(context, session)
    try await context.expect(
      .ok, for: command, from: host, "a command that fits the state is carried out")
    let what = "the state after \(context.parameter)"
    switch context.parameter {
    case "IDLE-START":
      context.atEnd { _ = try? await host.attempt(session.stopCommand) }
      try await context.expectState(.active, asking: session, what)
    case "ACTIVE-SET_APP_CONFIG": try await context.expectState(.active, asking: session, what)
    case "ACTIVE-STOP":
      // Some answer at once, and are done when their round is.
      try await context.expectState(.idle, of: session, after: SessionStopCommand.name)
      try await context.expectState(.idle, asking: session, what)
    case "INIT-SET_APP_CONFIG", "IDLE-SET_APP_CONFIG":
      try await context.expectState(.idle, asking: session, what)
    default:
      try await context.expectGone(session, what)
    }
  }

  static let ended = Case.uci(
    "US23", "commands for a session that was ended",
    requirement: "A session that has ranged and was ended does not exist: every command for it is "
      + "answered with ERROR_SESSION_NOT_EXIST.",
    source: "observed: DWM3001CDK, pica; AOSP",
    declared: RangingParameters.quickInterval,
    parameters: [
      "DEINIT-GET_STATE", "DEINIT-GET_APP_CONFIG", "DEINIT-GET_RANGING_COUNT", "DEINIT-DEINIT",
      "DEINIT-SET_APP_CONFIG", "DEINIT-START", "DEINIT-STOP", "DEINIT-MULTICAST",
    ]
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    _ = try await context.nextReport(of: session)
    try await context.stop(session)
    try await context.end(session, "a session is ended")
    let status = try await host.exchange(command(context, session)).packet.status
    // Not every board changes controlees.
    if let status, context.parameter == "DEINIT-MULTICAST" {
      try context.needMulticast(status, host)
    }
    try context.require(
      .errorSessionNotExist, is: status, host, "a session that was ended does not exist")
  }

  private static func expectUnchanged(
    _ context: CaseContext, _ session: UCISession, _ what: String
  ) async throws {
    let state = state(context)
    let came = try await context.expectAlive(session.host, "the board answers afterwards")
    let told = came.compactMap { session.status($0.packet)?.sessionState.name }
    try context.require(
      told.isEmpty, what, expected: "no other state than \(state.name)",
      got: told.joined(separator: ", "))
    try await context.expectState(state, asking: session, what)
  }
}
