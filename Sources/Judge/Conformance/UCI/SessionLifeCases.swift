import RigFile
import Runner
import UCI
import UCIHost

/// Sessions through their whole life, and what must not outlive them.
enum SessionLifeCases {
  static let all: [Case] = [reasons, endActive, reconfigured, sameID, tokens, types]

  static let reasons = Case.uci(
    "US24", "notifications of the states of a session",
    requirement: "Each state that the host brings a session to is told once, in order, with the "
      + "reason of a command.",
    source: "observed: DWM3001CDK, pica; AOSP"
  ) { context, host in
    let session = try await context.session(on: host)
    try await context.configure(session, .quick())
    try await context.expect(
      .ok, for: session.startCommand, from: host, "a configured session starts")
    try await context.expect(
      .ok, for: session.stopCommand, from: host, "a session that ranges is stopped")
    var came: [SessionStatusNotification] = []
    func hear(_ state: String) async throws {
      let received = try await context.next(
        from: host, within: context.limits.uciResponse, "every state is told",
        expected: "\(SessionStatusNotification.name) up to \(state)"
      ) { session.status($0) != nil }
      if let status = session.status(received.packet) { came.append(status) }
    }
    // A round that has begun may end first.
    while came.last?.sessionState == .active
      || !came.contains(where: { $0.sessionState == .active })
    {
      try await hear("the one behind ACTIVE")
    }
    try await context.end(session, "a session is ended")
    while came.last?.sessionState != .deinitialized { try await hear("DEINIT") }
    came += try await context.expectAlive(host, "the board answers afterwards").compactMap {
      session.status($0.packet)
    }
    let states: [UCISessionState] = [.initial, .idle, .active, .idle, .deinitialized]
    try context.require(
      came.map(\.sessionState) == states, "every state is told once",
      expected: states.map(\.name).joined(separator: ", "),
      got: came.map(\.sessionState.name).joined(separator: ", "))
    let strangers = came.map(\.reasonCode).filter {
      $0 != .stateChangeWithSessionManagementCommands
    }
    try context.require(
      strangers.isEmpty, "the reason of a state that a command has led to",
      expected: UCIReasonCode.stateChangeWithSessionManagementCommands.name(in: host.dialect),
      got: strangers.map { $0.name(in: host.dialect) }.joined(separator: ", "))
  }

  static let endActive = Case.uci(
    "US25", "end a session that ranges",
    requirement: "A session that ranges can be ended: it is told to be DEINIT, the device to be "
      + "READY, nothing more is reported, and its id can be used again.",
    source: "AOSP; observed: pica", declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    _ = try await context.nextReport(of: session)
    _ = host.takePackets { $0.tells(.ready) }
    try await context.end(session, "a session that ranges is ended")
    try await context.expectState(.deinitialized, of: session, after: SessionDeinitCommand.name)
    try await context.expectTold(.ready, by: host, "a board whose only session has ended is READY")
    try await context.expectNoReports(of: session, "a session that was ended reports nothing")
    try await context.expectCount(0, on: host, "sessions after the end of the only one")
    let again = try await host.attempt(
      SessionInitCommand(sessionID: session.id, sessionType: .firaRanging))
    try context.require(
      .ok, is: again.status, host, "the id of a session that was ended while it ranged is free")
    _ = try await host.attempt(
      SessionDeinitCommand(sessionToken: again.sessionHandle ?? session.id))
  }

  static let reconfigured = Case.uci(
    "US26", "reconfigure a session",
    requirement: "A session that was stopped takes another interval, keeps it when it is started "
      + "again, and what else it had been given.",
    source: "AOSP; observed: DWM3001CDK (states of a session)",
    declared: RangingParameters.quickInterval * 11
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    _ = try await context.nextReport(of: session)
    try await context.stop(session)
    let before = try await context.values(of: session)
    try await context.expect(
      .ok, for: session.setting(.rangingDuration, 120), from: host,
      "a stopped session is configured again")
    for (id, value) in before where id != .rangingDuration {
      try await context.expectRead(
        id, as: value, from: host, session: session.token,
        "\(id.name) is left as it was by another interval")
    }
    try await context.restart(session)
    try context.measureInterval(
      of: await context.reports(5, of: session), "interval after another configuration",
      expected: 120)
  }

  static let sameID = Case.uci(
    "US27", "make a session with an id that was used",
    requirement: "The id of a session that was ended can be used again, and the new session has "
      + "nothing of the old one, also no limit of its rounds, is told to be IDLE as that was, and "
      + "starts and stops ten times in a row.",
    source: "AOSP; observed: DWM3001CDK, pica (states of a session)",
    declared: RangingParameters.quickInterval * 15
  ) { context, host in
    let old = try await context.session(on: host, in: .idle)
    _ = try await host.attempt(old.setting(.maxNumberOfMeasurements, 2))
    try await context.end(old, "a session is ended")
    let new = try await context.session(on: host, id: old.id)
    try await context.expectState(
      .initial, asking: new, "the state of a session that is made again")
    try await context.expectRefusal(
      of: new.startCommand, from: host, "a session that is made again has no configuration")
    // Without a word of the limit.
    let parameters = context.complete(.quick(), on: host).filter {
      $0.id != .maxNumberOfMeasurements
    }
    try await context.expect(
      .ok, for: new.setting(parameters), from: host, "a session that is made again is configured")
    try await context.expectState(.idle, of: new, after: SessionSetAppConfigCommand.name)
    try await context.start(new)
    _ = try await context.reports(4, of: new, "a session that is made again has no limit of before")
    for _ in 1...10 {
      try await context.stop(new)
      try await context.restart(new)
      // What some tell at a start has come then.
      _ = try await context.nextReport(of: new)
    }
  }

  static let tokens = Case.uci(
    "US28", "the tokens of two sessions",
    requirement: "Two sessions have two tokens and two configurations, and the end of one leaves "
      + "the other alone. Neither is known by a part of its token.",
    source: "observed: DWM3001CDK; AOSP"
  ) { context, host in
    let first = try await context.session(on: host, in: .idle)
    let second = try await context.secondSession(beside: first)
    try await context.configure(second, .quick { $0.interval = 120 })
    try await context.expectState(.idle, of: second, after: SessionSetAppConfigCommand.name)
    try await context.expectIntervals([(first, 60), (second, 120)])
    try await context.end(first, "one of two sessions is ended")
    try await context.expectState(.idle, asking: second, "the state of the other session")
    try await context.expectIntervals([(second, 120)])
    for difference: UInt32 in [0x100, 0x1_0000] {
      try await context.expect(
        .errorSessionNotExist,
        for: SessionGetStateCommand(sessionToken: second.token ^ difference), from: host,
        "a session is not known by a part of its token")
    }
  }

  private static let everyType = UCISessionType.known

  static let types = Case.uci(
    "US29", "types of sessions",
    requirement: "A session of a known type is made or refused, and one that is refused is not "
      + "counted.",
    source: "AOSP; observed: pica", parameters: everyType.map(\.name)
  ) { context, host in
    let type = try context.choice(everyType, named: \.name)
    let command = SessionInitCommand(sessionID: SessionID.first, sessionType: type)
    let status = try await context.make(command, on: host).status
    let isMade = status == .ok
    try context.require(
      isMade || type != .firaRanging, "a session for two-way ranging can be made",
      expected: UCIStatus.ok.name(host), got: status.name(host))
    try await context.expectCount(
      isMade ? 1 : 0, on: host, "sessions after an answer \(status.name)")
  }
}

extension CaseContext {
  /// Sends a command that makes a session, which ends with the case where the board has made it.
  ///
  /// - Returns: the status, and the token that the session has then.
  func make(
    _ command: SessionInitCommand, on host: UCIHost
  ) async throws -> (status: UCIStatus, token: UInt32) {
    let response = try await host.attempt(command)
    let token = response.sessionHandle ?? command.sessionID
    if response.status == .ok {
      atEnd { _ = try? await host.attempt(SessionDeinitCommand(sessionToken: token)) }
    }
    return (response.status, token)
  }

  /// Makes another session beside one that exists; a board that holds one alone skips the case.
  func secondSession(beside first: UCISession) async throws -> UCISession {
    let host = first.host
    let session: UCISession
    do throws(UCIHostError) {
      session = try await host.openSession(id: SessionID.second)
    } catch {
      guard error.code == .status, error.status == .errorMaxSessionsExceeded else { throw error }
      throw CaseEnding.skip("\(host.name) holds one session at once")
    }
    atEnd { try? await session.close() }
    try require(
      first.token != session.token, "two sessions have two tokens",
      expected: "another token than \(first.token)", got: "\(session.token)")
    try await expectState(.initial, of: session, after: SessionInitCommand.name)
    return session
  }

  /// What a session says of the parameters that it was given; nothing of one that cannot be read.
  fileprivate func values(
    of session: UCISession
  ) async throws -> [(id: AppConfigID, value: [UInt8])] {
    let given = complete(.quick(), on: session.host).map(\.id)
    let values = try await read(given, of: session)
    guard values.isEmpty else { return values }
    // A list is refused for one that the board does not tell.
    var told: [(id: AppConfigID, value: [UInt8])] = []
    for id in given { told += try await read([id], of: session) }
    return told
  }

  /// What parameters read as; none where the board does not say.
  func read(
    _ ids: [AppConfigID], of session: UCISession
  ) async throws -> [(id: AppConfigID, value: [UInt8])] {
    let read = try await session.host.attempt(session.getting(ids))
    return read.status == .ok ? (read.tlvs ?? []).map { ($0.id, $0.value) } : []
  }

  /// Makes a session that only is there; none where the board holds one at once.
  func bystander(on host: UCIHost) async throws {
    let session = try await host.openSession(id: SessionID.second)
    let id = SessionID.second + 1
    let another = try await host.attempt(
      SessionInitCommand(sessionID: id, sessionType: .firaRanging))
    guard another.status != .errorMaxSessionsExceeded else {
      try await session.close()
      return step("\(host.name) holds one session at once")
    }
    try require(
      another.status == .ok, "a session can be made beside another",
      expected: UCIStatus.ok.name(host), got: another.status.name(host))
    atEnd { try? await session.close() }
    _ = try await host.call(SessionDeinitCommand(sessionToken: another.sessionHandle ?? id))
  }

  /// Asserts that each session reads with an interval of its own, in milliseconds.
  func expectIntervals(_ sessions: [(session: UCISession, interval: UInt8)]) async throws {
    for (session, interval) in sessions {
      try await expectRead(
        .rangingDuration, as: [interval, 0, 0, 0], from: session.host, session: session.token,
        "each of two sessions has an interval of its own")
    }
  }
}
