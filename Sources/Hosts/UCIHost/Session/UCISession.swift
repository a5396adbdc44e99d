public import LabRuntime
import Synchronization
public import UCI
import WireFormat

/// One session of a UWB subsystem, from SESSION_INIT to SESSION_DEINIT.
public final class UCISession: Sendable {
  /// The number that both sides of the air must have in common.
  public let id: UInt32
  /// The number that messages carry: the handle of FiRa 2.x, the session id of FiRa 1.x.
  public let token: UInt32
  /// The board.
  public let host: UCIHost
  private let configuration = Mutex(AppConfiguration())

  init(host: UCIHost, id: UInt32, token: UInt32) {
    self.host = host
    self.id = id
    self.token = token
  }

  /// Sets application parameters.
  ///
  /// - Throws: ``UCIHostError`` `status`, with the parameters that the board refused.
  public func configure(_ parameters: [AppConfigParameter]) async throws(UCIHostError) {
    let command = SessionSetAppConfigCommand(sessionToken: token, tlvs: parameters)
    if given.parameters.isEmpty {
      _ = try await perform(command, to: .idle)
    } else {
      _ = try await host.call(command)
    }
    configuration.withLock { held in
      for parameter in parameters { held[parameter.id] = parameter.value }
    }
  }

  /// What the board was given through `configure` and has taken, for comparison with
  /// that of its peer.
  public var given: GivenParameters {
    GivenParameters(
      board: host.name, sessionID: id, parameters: configuration.withLock { $0.parameters },
      dialect: host.dialect)
  }

  /// Sets everything that two-way ranging needs.
  public func configure(_ parameters: RangingParameters) async throws(UCIHostError) {
    try await configure(parameters.tlvs(dialect: host.dialect))
  }

  /// Starts ranging, and returns when the session is ACTIVE.
  public func start() async throws(UCIHostError) {
    if try await perform(SessionStartCommand(sessionToken: token), to: .active) {
      try await reach(.active, after: SessionStartCommand.name)
    }
  }

  /// Sends a command that brings the session into a state.
  ///
  /// - Returns: false where the board refuses the second of two sends since it has carried out the first,
  ///   whose answer was lost: then the session is in that state.
  private func perform(
    _ command: some UCICommandBody, to wanted: UCISessionState
  ) async throws(UCIHostError) -> Bool {
    do throws(UCIHostError) {
      _ = try await host.call(command)
      return true
    } catch {
      guard error.code == .status, host.wasRepeated, try await state() == wanted else {
        throw error
      }
      return false
    }
  }

  /// Stops ranging, and returns when the session is IDLE.
  public func stop() async throws(UCIHostError) {
    // What the session reported while it was set up is older than the stop.
    _ = host.takePackets { self.status($0) != nil }
    _ = try await host.call(SessionStopCommand(sessionToken: token))
    try await reach(.idle, after: SessionStopCommand.name)
  }

  /// Ends the session, and returns when the board has said so, or at once where it has left that out
  /// before.
  public func close() async throws(UCIHostError) {
    _ = try await host.call(SessionDeinitCommand(sessionToken: token))
    guard host.tellsEnds else { return }
    do throws(UCIHostError) {
      try await reach(.deinitialized, after: SessionDeinitCommand.name)
    } catch {
      if error.code == .timedOut { host.tellsEnds = false }
      throw error
    }
  }

  /// The state, as the board tells it when asked.
  public func state() async throws(UCIHostError) -> UCISessionState? {
    try await host.call(SessionGetStateCommand(sessionToken: token)).sessionState
  }

  /// The next round of this session, kept ones first.
  ///
  /// - Throws: ``UCIHostError`` `timedOut`, or `malformed` for a notification that cannot be read.
  public func nextMeasurements(
    until deadline: LabInstant
  ) async throws(UCIHostError) -> RangingRound {
    let subject = "\(SessionInfoNotification.name) of session \(token)"
    let received = try await host.next(subject, until: deadline) { self.isRound($0) }
    do throws(WireError) {
      return RangingRound(
        try SessionInfoNotification(packet: received.packet, dialect: host.dialect),
        at: received.at)
    } catch {
      throw UCIHostError(.malformed, subject, "\(error)", packet: received)
    }
  }

  /// Throws away the rounds that have come and were not taken.
  public func discardRounds() { _ = host.takePackets { self.isRound($0) } }

  /// Waits for a state; states on the way there count only when they end the session.
  private func reach(
    _ wanted: UCISessionState, after command: String
  ) async throws(UCIHostError) {
    let deadline = host.lab.now.advanced(by: host.limits.response)
    let subject = "\(SessionStatusNotification.name) \(wanted.name) after \(command)"
    while true {
      let received = try await host.next(subject, until: deadline) { self.status($0) != nil }
      guard let status = status(received.packet) else { continue }
      if status.sessionState == wanted { return }
      guard status.reasonCode == .stateChangeWithSessionManagementCommands else {
        throw UCIHostError(
          .sessionEnded, command,
          "the session went to \(status.sessionState.name) because of "
            + status.reasonCode.name(in: host.dialect), packet: received)
      }
    }
  }

  private func status(_ packet: UCIPacket) -> SessionStatusNotification? {
    guard SessionStatusNotification.isNamed(by: packet),
      let status = try? SessionStatusNotification(packet: packet, dialect: host.dialect),
      status.sessionToken == token
    else { return nil }
    return status
  }

  /// A notification about a round of this session; the token is in its fifth to eighth byte.
  private func isRound(_ packet: UCIPacket) -> Bool {
    let bytes = packet.payload.dropFirst(4).prefix(4)
    return SessionInfoNotification.isNamed(by: packet) && bytes.count == 4
      && bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } == token
  }
}

extension UCIHost {
  /// Makes a session.
  ///
  /// A board that answers with a status alone, as FiRa 1.x does, has no handles: then the session
  /// id is the token.
  public func openSession(
    id: UInt32, type: UCISessionType = .firaRanging
  ) async throws(UCIHostError) -> UCISession {
    let command = SessionInitCommand(sessionID: id, sessionType: type)
    let token: UInt32
    do throws(UCIHostError) { token = try await call(command).sessionHandle ?? id } catch {
      // The answer to the first of two sends was lost, and the handle with it.
      guard error.code == .status, wasRepeated else { throw error }
      try await reset()
      token = try await call(command).sessionHandle ?? id
    }
    return UCISession(host: self, id: id, token: token)
  }
}
