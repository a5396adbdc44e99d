import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// Ids of the sessions that the cases make, for the air too.
enum SessionID {
  static let first: UInt32 = 7001
  static let second: UInt32 = 7002
  /// Never made.
  static let absent: UInt32 = 0x0BAD_5E55
}

extension RangingParameters {
  /// The interval of the cases.
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
    try await session.configure(isolated(parameters))
    return session
  }

  /// Makes a session that ranges until the end of the case.
  func rangingSession(
    on host: UCIHost, id: UInt32 = SessionID.first, _ parameters: RangingParameters = .lonely()
  ) async throws -> UCISession {
    let session = try await configuredSession(on: host, id: id, parameters)
    try await start(session)
    return session
  }

  /// Starts a session: OK, and the state ACTIVE in any order.
  func start(_ session: UCISession) async throws {
    try await expect(
      .ok, for: SessionStartCommand(sessionToken: session.token), from: session.host,
      "a configured session starts")
    atEnd { _ = try? await session.host.attempt(SessionStopCommand(sessionToken: session.token)) }
    try await expectState(.active, of: session, after: SessionStartCommand.name)
  }

  /// Stops a session: OK, and the state IDLE in any order.
  ///
  /// - Returns: the notification of the state.
  @discardableResult
  func stop(_ session: UCISession) async throws -> ReceivedPacket {
    // The IDLE of the configuration is older than ACTIVE, and has come.
    session.forgetStates()
    try await expect(
      .ok, for: SessionStopCommand(sessionToken: session.token), from: session.host,
      "a session that ranges is stopped")
    return try await expectState(.idle, of: session, after: SessionStopCommand.name)
  }

  /// Waits until the board has said that a session is in a state, by a command of the host.
  @discardableResult
  func expectState(
    _ state: UCISessionState, of session: UCISession, after command: String,
    reason: UCIReasonCode = .stateChangeWithSessionManagementCommands,
    within limit: Duration? = nil
  ) async throws -> ReceivedPacket {
    let what = "the session is \(state.name) after \(command)"
    let received = try await next(
      from: session.host, within: limit ?? limits.uciResponse, what,
      expected: "\(SessionStatusNotification.name) \(state.name) of session \(session.token)"
    ) { packet in session.status(packet)?.sessionState == state }
    let found = session.status(received.packet)?.reasonCode
    try require(
      found == reason, what, expected: "the reason \(reason.name(in: session.host.dialect))",
      got: found?.name(in: session.host.dialect) ?? "none")
    return received
  }

  /// The next report of a round, of whatever session.
  func nextReport(
    from host: UCIHost, within limit: Duration? = nil, _ what: String = "a round is reported"
  ) async throws -> (report: SessionInfoNotification, at: LabInstant) {
    let received = try await next(
      from: host, within: limit ?? (limits.uciResponse + RangingParameters.blockInterval), what,
      expected: SessionInfoNotification.name
    ) { $0.isReport }
    do throws(WireError) {
      return (
        try SessionInfoNotification(packet: received.packet, dialect: host.dialect), received.at
      )
    } catch {
      throw violation(
        "a report holds as many records as it says",
        expected: "a notification that its layout explains", got: "\(error)")
    }
  }

  /// As many reports, one after the other.
  func reports(
    _ count: Int, from host: UCIHost
  ) async throws -> [(report: SessionInfoNotification, at: LabInstant)] {
    var reports: [(report: SessionInfoNotification, at: LabInstant)] = []
    while reports.count < count {
      reports.append(try await nextReport(from: host, "round \(reports.count) is reported"))
    }
    return reports
  }
}

extension UCISession {
  /// The state that a packet reports of this session; nil for any other packet.
  func status(_ packet: UCIPacket) -> SessionStatusNotification? {
    guard packet.messageType == .notification, packet.gid == SessionStatusNotification.gid,
      packet.oid == SessionStatusNotification.oid,
      let status = try? SessionStatusNotification(packet: packet, dialect: host.dialect),
      status.sessionToken == token
    else { return nil }
    return status
  }

  /// Takes what the board has said of its states, so that only later ones count.
  func forgetStates() { _ = host.takePackets { self.status($0) != nil } }
}

extension UCIPacket {
  /// A notification about a ranging round.
  var isReport: Bool {
    messageType == .notification && gid == SessionInfoNotification.gid
      && oid == SessionInfoNotification.oid
  }
}

extension UCIMeasurement {
  /// The two-way measurements, as the host reads them; nil for other ways to measure.
  var address: [UInt8]? {
    switch self {
    case .twrShort(let record): record.mac
    case .twrExtended(let record): record.mac
    default: nil
    }
  }

  /// How the round ended for this peer, and the distance in cm; nil for other ways to measure.
  var result: RoundResult? {
    switch self {
    case .twrShort(let record): RoundResult(status: record.status, distance: record.distance)
    case .twrExtended(let record): RoundResult(status: record.status, distance: record.distance)
    default: nil
    }
  }
}

/// How a round ended for one peer.
struct RoundResult {
  var status: UCIStatus
  /// The distance in cm, as it is sent.
  var distance: UInt16

  /// Whether the peer was heard: a distance below zero has a status of its own.
  var isSuccess: Bool { status == .ok || status == .okNegativeDistanceReport }
}
