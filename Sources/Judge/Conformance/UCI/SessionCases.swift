import Journal
import Runner
import Synchronization
import UCI
import UCIHost

/// Sessions from SESSION_INIT to SESSION_DEINIT.
enum SessionCases {
  static let all: [Case] = [
    initialize, duplicate, unknown, end, count, handle, type, maximum,
  ]

  static let initialize = Case.uci(
    "US01", "make a session",
    requirement:
      "A new session is answered with OK, and the board says that it is in the state INIT.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expectState(.initial, of: session, after: SessionInitCommand.name)
    try await context.fence(host, "nothing but states follows a new session") { $0.isState }
  }

  static let duplicate = Case.uci(
    "US02", "make a session twice",
    requirement:
      "A session with the id of one that exists is answered with ERROR_SESSION_DUPLICATE.",
    source: "AOSP; observed: pica"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.expect(
      .errorSessionDuplicate,
      for: SessionInitCommand(sessionID: session.id, sessionType: .firaRanging), from: host,
      "a session id is not given twice")
  }

  static let unknown = Case.uci(
    "US03", "a session that does not exist",
    requirement: "A command for a session that does not exist is answered with "
      + "ERROR_SESSION_NOT_EXIST.",
    source: "observed: DWM3001CDK, pica; AOSP", parameters: absentCommands.map(\.name)
  ) { context, host in
    guard let command = absentCommands.first(where: { $0.name == context.parameter }) else {
      throw CaseEnding.rigFault("no command \(context.parameter)")
    }
    try await context.expect(
      .errorSessionNotExist, for: command.packet, from: host,
      "a session that does not exist is refused")
  }

  private static let absentCommands: [(name: String, packet: UCIPacket)] = [
    ("DEINIT", SessionDeinitCommand(sessionToken: SessionID.absent).packet),
    (
      "SET_APP_CONFIG",
      SessionSetAppConfigCommand(
        sessionToken: SessionID.absent, tlvs: [AppConfigParameter(.channelNumber, 9)]
      ).packet
    ),
    (
      "GET_APP_CONFIG",
      SessionGetAppConfigCommand(sessionToken: SessionID.absent, ids: [.channelNumber]).packet
    ),
    ("GET_STATE", SessionGetStateCommand(sessionToken: SessionID.absent).packet),
    ("START", SessionStartCommand(sessionToken: SessionID.absent).packet),
    ("STOP", SessionStopCommand(sessionToken: SessionID.absent).packet),
    ("GET_RANGING_COUNT", SessionGetRangingCountCommand(sessionToken: SessionID.absent).packet),
  ]

  static let end = Case.uci(
    "US04", "end a session",
    requirement:
      "The end of a session is answered with OK, the board says so, and the session does "
      + "not exist any more.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    let end = SessionDeinitCommand(sessionToken: session.token)
    try await context.expect(.ok, for: end, from: host, "a session is ended")
    try await context.expectState(.deinitialized, of: session, after: SessionDeinitCommand.name)
    try await context.expect(
      .errorSessionNotExist, for: SessionGetStateCommand(sessionToken: session.token),
      from: host, "a session that was ended does not exist")
  }

  static let count = Case.uci(
    "US05", "count sessions",
    requirement: "The number of sessions follows every one that is made or ended.",
    source: "AOSP; pica"
  ) { context, host in
    func expect(_ number: UInt8, _ what: String) async throws {
      let found = try await context.expect(
        .ok, for: SessionGetCountCommand(), from: host, "sessions are counted")
      try context.require(
        found.count == number, what, expected: "\(number)",
        got: found.count.map(String.init) ?? "no count")
    }
    try await expect(0, "sessions before the first")
    let session = try await context.session(on: host)
    try await expect(1, "sessions after the first")
    try await context.expect(
      .ok, for: SessionDeinitCommand(sessionToken: session.token), from: host,
      "a session is ended")
    try await expect(0, "sessions after the end of the only one")
  }

  static let handle = Case.uci(
    "US06", "the token of a session",
    requirement:
      "A session is known by the handle that its making was answered with; where there is "
      + "none, by its id.",
    source: "observed: DWM3001CDK; Qorvo host tools; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    let state = try await context.expect(
      .ok, for: SessionGetStateCommand(sessionToken: session.token), from: host,
      "a session is known by its token")
    try context.require(
      state.sessionState == .initial, "the state of a new session",
      expected: UCISessionState.initial.name, got: state.sessionState?.name ?? "no state")
  }

  static let type = Case.uci(
    "US07", "a session of an unknown type", .inferred,
    requirement: "A session of a type that does not exist is refused.",
    source: "AOSP, whose list of types has gaps"
  ) { context, host in
    let command = SessionInitCommand(
      sessionID: SessionID.second, sessionType: UCISessionType(rawValue: 0x7E))
    let response = try await host.attempt(command)
    if response.status == .ok {
      let end = SessionDeinitCommand(sessionToken: response.sessionHandle ?? command.sessionID)
      context.atEnd { _ = try? await host.attempt(end) }
    }
    try context.require(
      response.status != .ok, "a session of an unknown type is refused",
      expected: "a status other than OK", got: response.status.name(host))
  }

  static let maximum = Case.uci(
    "US08", "as many sessions as there can be", .inferred,
    requirement: "A session more than the board can hold is answered with "
      + "ERROR_MAX_SESSIONS_EXCEEDED, and the others live on.",
    source: "AOSP; observed: pica, after 255"
  ) { context, host in
    let first = try await context.session(on: host, id: 1)
    var number: UInt32 = 1
    var refusal: UCIStatus?
    let others = Tokens()
    context.atEnd { await others.end(on: host) }
    // The number of sessions is counted in one byte.
    while refusal == nil, number <= 255 {
      let command = SessionInitCommand(sessionID: number + 1, sessionType: .firaRanging)
      let response = try await host.attempt(command)
      guard response.status == .ok else {
        refusal = response.status
        continue
      }
      number += 1
      others.append(response.sessionHandle ?? command.sessionID)
    }
    try context.measure("sessions at once", Double(number), unit: "sessions")
    try context.require(
      refusal == .errorMaxSessionsExceeded, "there is an end to the number of sessions",
      expected: UCIStatus.errorMaxSessionsExceeded.name(host),
      got: refusal?.name(host) ?? "OK for each of \(number)")
    try await context.expect(
      .ok, for: SessionGetStateCommand(sessionToken: first.token), from: host,
      "the first session lives on")
  }
}

/// Sessions that a case makes in numbers.
final class Tokens: Sendable {
  private let list = Mutex<[UInt32]>([])

  /// The oldest of them.
  var first: UInt32? { list.withLock { $0.first } }

  func append(_ token: UInt32) { list.withLock { $0.append(token) } }

  /// Ends them, as far as the board answers.
  func end(on host: UCIHost) async {
    for token in list.withLock({ $0 }) {
      guard (try? await host.attempt(SessionDeinitCommand(sessionToken: token))) != nil else {
        return
      }
    }
  }
}
