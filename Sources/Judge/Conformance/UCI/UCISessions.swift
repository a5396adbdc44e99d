import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost

/// Ids of the sessions that the cases make, for the air too.
enum SessionID {
  static let first: UInt32 = 7001
  static let second: UInt32 = 7002
  static let absent: UInt32 = 0x0BAD_5E55
}

extension RangingParameters {
  static let blockInterval = Duration.milliseconds(100)

  /// A controller whose peer is not there, at the interval of the cases.
  static func lonely(_ change: (inout RangingParameters) -> Void = { _ in }) -> RangingParameters {
    var parameters = RangingParameters.controller(address: 0x0A01, peers: [0x0A02])
    parameters.interval = 100
    change(&parameters)
    return parameters
  }
}

extension CaseContext {
  /// Parameters whose STS only the boards of this instance have, unless the case has chosen one: other
  /// boards of the bench may be on the air with another case, which is none of this one's business.
  func isolated(_ parameters: RangingParameters) -> RangingParameters {
    guard parameters.staticSTSIV == RangingParameters.lonely().staticSTSIV else {
      return parameters
    }
    var parameters = parameters
    var random = LabRandom(
      seed: 0, stream: "STS of \(instance.boardNames.joined(separator: "+"))")
    parameters.staticSTSIV = random.bytes(parameters.staticSTSIV.count)
    return parameters
  }

  /// A configuration that lacks nothing, as a board is given it.
  func complete(
    _ parameters: RangingParameters = .lonely(), on host: UCIHost
  ) -> [AppConfigParameter] {
    isolated(parameters).tlvs(dialect: host.dialect)
  }

  /// The same with one parameter of its own: incomplete ones are refused by some whatever they hold.
  func complete(with parameter: AppConfigParameter, on host: UCIHost) -> [AppConfigParameter] {
    var list = complete(on: host)
    if let index = list.firstIndex(where: { $0.id == parameter.id }) {
      list[index] = parameter
    } else {
      list.append(parameter)
    }
    return list
  }

  /// Sets a parameter of a configured session. A board that refuses whatever a session in IDLE is given,
  /// also what it was given before, gets it with the whole of a new session: what that breaks is
  /// judged by US26 and by nothing else.
  ///
  /// - Returns: the response, and the session that it is about.
  func set(
    _ parameter: AppConfigParameter, of session: UCISession
  ) async throws -> (response: SessionSetAppConfigResponse, session: UCISession) {
    let host = session.host
    let response = try await host.attempt(session.setting([parameter]))
    guard response.status == .rejected,
      try await isConfiguredOnce(session, besides: [parameter.id])
    else { return (response, session) }
    try await session.close()
    let another = try await self.session(on: host, id: session.id)
    return (try await host.attempt(another.setting(complete(with: parameter, on: host))), another)
  }

  /// Whether a session in IDLE is refused the very configuration that it has: first what has nothing to
  /// do with some parameters, which are judged otherwise, then all of it.
  func isConfiguredOnce(_ session: UCISession, besides ids: [AppConfigID]) async throws -> Bool {
    let whole = complete(on: session.host)
    let others = whole.filter { !ids.contains($0.id) }
    for list in [Array(others.prefix(1)), Array(others.suffix(1)), whole] where !list.isEmpty {
      guard try await session.host.attempt(session.setting(list)).status == .rejected else {
        return false
      }
    }
    return true
  }

  /// Makes a session that ends with the case.
  func session(on host: UCIHost, id: UInt32 = SessionID.first) async throws -> UCISession {
    let session = try await host.openSession(id: id)
    atEnd { try? await session.close() }
    return session
  }

  /// Makes a session that lacks nothing to be started.
  func configuredSession(
    on host: UCIHost, id: UInt32 = SessionID.first, _ parameters: RangingParameters = .lonely()
  ) async throws -> UCISession {
    let session = try await session(on: host, id: id)
    try await configure(session, parameters)
    return session
  }

  /// Configures a session. A board that refuses a short interval each time, and takes the usual one, has
  /// no rounds so short, which nothing demands: the case is skipped.
  func configure(_ session: UCISession, _ parameters: RangingParameters) async throws {
    let parameters = isolated(parameters)
    do throws(UCIHostError) { return try await session.configure(parameters) } catch {
      let usual = RangingParameters.controller(address: 0x0A01, peers: []).interval
      guard error.code == .status, parameters.interval < usual,
        try await takes(usual, session, parameters),
        try await !takes(parameters.interval, session, parameters)
      else { throw error }
      throw CaseEnding.skip(
        "\(session.host.name) takes intervals of \(usual) ms, and none of \(parameters.interval) ms"
      )
    }
  }

  /// Whether a session takes a configuration with another interval, in milliseconds.
  private func takes(
    _ interval: UInt32, _ session: UCISession, _ parameters: RangingParameters
  ) async throws -> Bool {
    var parameters = parameters
    parameters.interval = interval
    let command = session.setting(parameters.tlvs(dialect: session.host.dialect))
    return try await session.host.attempt(command).status == .ok
  }

  /// Makes a session that ranges until the end of the case.
  func rangingSession(
    on host: UCIHost, id: UInt32 = SessionID.first, _ parameters: RangingParameters = .lonely()
  ) async throws -> UCISession {
    let session = try await configuredSession(on: host, id: id, parameters)
    try await preparing { try await start(session) }
    return session
  }

  /// Starts a session: OK, and the state ACTIVE in any order.
  func start(_ session: UCISession) async throws {
    try await expect(
      .ok, for: session.startCommand, from: session.host, "a configured session starts")
    atEnd { _ = try? await session.host.attempt(session.stopCommand) }
    try await expectState(.active, of: session, after: SessionStartCommand.name)
  }

  /// Starts a session that has ranged before: of its rounds and states those behind this start count.
  func restart(_ session: UCISession) async throws {
    session.discardRounds()
    session.forgetStates()
    try await start(session)
  }

  /// Stops a session: OK, and the state IDLE in any order.
  ///
  /// - Returns: the notification of the state.
  @discardableResult
  func stop(_ session: UCISession) async throws -> ReceivedPacket {
    // The IDLE of the configuration is older than ACTIVE, and has come.
    session.forgetStates()
    try await expect(
      .ok, for: session.stopCommand, from: session.host, "a session that ranges is stopped")
    return try await expectState(.idle, of: session, after: SessionStopCommand.name)
  }

  /// Asserts that a session takes a configuration that lacks nothing.
  func expectTaken(by session: UCISession, _ what: String) async throws {
    let command = session.setting(complete(on: session.host))
    try await expect(.ok, for: command, from: session.host, what)
  }

  /// Waits until the board has said that a session is in a state, by a command of the host.
  @discardableResult
  func expectState(
    _ state: UCISessionState, of session: UCISession, after command: String,
    reason: UCIReasonCode = .stateChangeWithSessionManagementCommands
  ) async throws -> ReceivedPacket {
    let what = "the session is \(state.name) after \(command)"
    let received = try await next(
      from: session.host, within: limits.uciResponse, what,
      expected: "\(SessionStatusNotification.name) \(state.name) of session \(session.token)"
    ) { packet in session.status(packet)?.sessionState == state }
    let found = session.status(received.packet)?.reasonCode
    try require(
      found == reason, what, expected: "the reason \(reason.name(in: session.host.dialect))",
      got: found?.name(in: session.host.dialect) ?? "none")
    return received
  }

  func end(_ session: UCISession, _ what: String) async throws {
    try await expect(.ok, for: session.endCommand, from: session.host, what)
  }

  func expectGone(_ session: UCISession, _ what: String) async throws {
    try await expect(
      .errorSessionNotExist, for: session.stateCommand, from: session.host, what)
  }

  /// The next report of a round, of one session or of whatever session; those of others are kept.
  func nextReport(
    from host: UCIHost, of session: UCISession? = nil, _ what: String = "a round is reported"
  ) async throws -> (report: SessionInfoNotification, at: LabInstant) {
    let received = try await next(
      from: host, within: limits.uciResponse + RangingParameters.blockInterval, what,
      expected: SessionInfoNotification.name
        + (session.map { " of session \($0.token)" } ?? "")
    ) { session?.reports($0) ?? $0.isReport }
    let report = try read(
      SessionInfoNotification.self, received.packet, host,
      "a report holds as many records as it says",
      expected: "a notification that its layout explains")
    return (report, received.at)
  }

  func reports(
    _ count: Int, from host: UCIHost, of session: UCISession? = nil, _ what: String? = nil
  ) async throws -> [(report: SessionInfoNotification, at: LabInstant)] {
    var reports: [(report: SessionInfoNotification, at: LabInstant)] = []
    while reports.count < count {
      let round = what ?? "round \(reports.count) is reported"
      reports.append(try await nextReport(from: host, of: session, round))
    }
    return reports
  }
}

extension UCISession {
  var startCommand: SessionStartCommand { SessionStartCommand(sessionToken: token) }
  var stopCommand: SessionStopCommand { SessionStopCommand(sessionToken: token) }
  var endCommand: SessionDeinitCommand { SessionDeinitCommand(sessionToken: token) }
  var stateCommand: SessionGetStateCommand { SessionGetStateCommand(sessionToken: token) }
  /// The question how many rounds there were.
  var countCommand: SessionGetRangingCountCommand {
    SessionGetRangingCountCommand(sessionToken: token)
  }

  func setting(_ parameters: [AppConfigParameter]) -> SessionSetAppConfigCommand {
    SessionSetAppConfigCommand(sessionToken: token, tlvs: parameters)
  }

  func setting(_ id: AppConfigID, _ value: UInt64) -> SessionSetAppConfigCommand {
    setting([AppConfigParameter(id, value)])
  }

  /// Whether the board takes a parameter, which it need not have.
  func takes(_ id: AppConfigID, _ value: UInt64) async throws(UCIHostError) -> Bool {
    try await host.attempt(setting(id, value)).status == .ok
  }

  func getting(_ ids: [AppConfigID]) -> SessionGetAppConfigCommand {
    SessionGetAppConfigCommand(sessionToken: token, ids: ids)
  }

  /// The state that a packet reports of this session; nil for any other packet.
  func status(_ packet: UCIPacket) -> SessionStatusNotification? {
    guard SessionStatusNotification.isNamed(by: packet),
      let status = try? SessionStatusNotification(packet: packet, dialect: host.dialect),
      status.sessionToken == token
    else { return nil }
    return status
  }

  /// Whether a packet reports a round of this session.
  func reports(_ packet: UCIPacket) -> Bool {
    packet.isReport
      && (try? SessionInfoNotification(packet: packet, dialect: host.dialect))?.sessionToken
        == token
  }

  /// Takes what the board has said of its states, so that only later ones count.
  func forgetStates() { _ = host.takePackets { self.status($0) != nil } }
}

extension UCIPacket {
  /// A command about a session, by its name without `SESSION_`.
  static func ofSession(
    _ name: String, _ token: UInt32,
    setting parameter: AppConfigParameter = AppConfigParameter(.slotDuration, 2400)
  ) throws -> UCIPacket {
    switch name {
    case "GET_CONFIG": CoreGetConfigCommand(ids: [.lowPowerMode]).packet
    case "INIT":
      SessionInitCommand(sessionID: SessionID.second, sessionType: .firaRanging).packet
    case "DEINIT": SessionDeinitCommand(sessionToken: token).packet
    case "SET_APP_CONFIG":
      SessionSetAppConfigCommand(sessionToken: token, tlvs: [parameter]).packet
    case "GET_APP_CONFIG":
      SessionGetAppConfigCommand(sessionToken: token, ids: [.channelNumber]).packet
    case "GET_STATE": SessionGetStateCommand(sessionToken: token).packet
    case "START": SessionStartCommand(sessionToken: token).packet
    case "STOP": SessionStopCommand(sessionToken: token).packet
    case "GET_RANGING_COUNT": SessionGetRangingCountCommand(sessionToken: token).packet
    default: throw CaseEnding.rigFault("no command \(name)")
    }
  }

  var isReport: Bool { SessionInfoNotification.isNamed(by: self) }

  /// CORE_DEVICE_STATUS_NTF with a state.
  func tells(_ state: UCIDeviceState) -> Bool {
    CoreDeviceStatusNotification.isNamed(by: self) && payload.first == state.rawValue
  }
}
