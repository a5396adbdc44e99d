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
    source: "observed: DWM3001CDK, pica; AOSP",
    parameters: [
      "DEINIT", "SET_APP_CONFIG", "GET_APP_CONFIG", "GET_STATE", "START", "STOP",
      "GET_RANGING_COUNT",
    ]
  ) { context, host in
    let command = try UCIPacket.ofSession(
      context.parameter, SessionID.absent, setting: AppConfigParameter(.channelNumber, 9))
    try await context.expect(
      .errorSessionNotExist, for: command, from: host, "a session that does not exist is refused")
  }

  static let end = Case.uci(
    "US04", "end a session",
    requirement: "The end of a session is answered with OK, the board says so, and the session "
      + "does not exist any more.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.end(session, "a session is ended")
    try await context.expectState(.deinitialized, of: session, after: SessionDeinitCommand.name)
    try await context.expectGone(session, "a session that was ended does not exist")
  }

  static let count = Case.uci(
    "US05", "count sessions",
    requirement: "The number of sessions follows every one that is made or ended.",
    source: "AOSP; pica"
  ) { context, host in
    try await context.expectCount(0, on: host, "sessions before the first")
    let session = try await context.session(on: host)
    try await context.expectCount(1, on: host, "sessions after the first")
    try await context.end(session, "a session is ended")
    try await context.expectCount(0, on: host, "sessions after the end of the only one")
  }

  static let handle = Case.uci(
    "US06", "the token of a session",
    requirement: "A session is known by the handle that its making was answered with; where there "
      + "is none, by its id.",
    source: "observed: DWM3001CDK (0x11 for the id); Qorvo host tools; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    let state = try await context.expect(
      .ok, for: session.stateCommand, from: host, "a session is known by its token")
    try context.require(
      state.sessionState == .initial, "the state of a new session",
      expected: UCISessionState.initial.name, got: state.sessionState?.name ?? "no state")
    guard session.token != SessionID.first else { return }
    try await context.expectRefusal(
      of: SessionGetStateCommand(sessionToken: SessionID.first), from: host,
      "the id of a session that has a handle names none")
    // Each command may look for its session in its own way.
    try await context.expectRefusal(
      of: SessionGetAppConfigCommand(sessionToken: SessionID.first, ids: [.channelNumber]),
      from: host, "the id of a session that has a handle reads no parameter")
    try await context.expectRefusal(
      of: SessionDeinitCommand(sessionToken: SessionID.first), from: host,
      "the id of a session that has a handle ends none")
    try await context.expect(
      .ok, for: session.stateCommand, from: host, "the session is still known by its handle")
  }

  static let type = Case.uci(
    "US07", "a session of an unknown type", .inferred,
    requirement: "A session of a type that does not exist is refused.",
    source: "AOSP, whose list of types has gaps"
  ) { context, host in
    let command = SessionInitCommand(
      sessionID: SessionID.second, sessionType: UCISessionType(rawValue: 0x7E))
    let status = try await context.make(command, on: host).status
    try context.requireRefusal(status, host, "a session of an unknown type is refused")
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
    try await context.expect(.ok, for: first.stateCommand, from: host, "the first session lives on")
  }
}

/// Sessions that a case makes in numbers.
final class Tokens: Sendable {
  private let list = Mutex<[UInt32]>([])

  /// At most four of them: the three that were made first, and the last.
  var oldestAndNewest: [UInt32] {
    list.withLock { Array($0.prefix(3) + $0.dropFirst(3).suffix(1)) }
  }

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
