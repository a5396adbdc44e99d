import UCI

extension UCIFault {
  /// Faults of sessions that are in the wrong state, or share something with another.
  static let sessionStates: [UCIFault] = [
    .init("count-refused-while-active", "SESSION_GET_COUNT is refused while a session ranges.") {
      let refusal = SessionGetCountResponse(status: .errorSessionActive).packet
      $0.onReceive(SessionGetCountCommand.self, [.say(refusal)]) { _, history in
        history.sessions.contains { $0.state == .active }
      }
    },
    .init(
      "init-duplicate-ends-session",
      "SESSION_INIT of a session that exists is refused, and that session is said to be DEINIT."
    ) {
      $0.onSend(SessionInitResponse.self) { body, history in
        guard body.status == .errorSessionDuplicate, let session = history.sessions.first else {
          return [body.packet]
        }
        let status = SessionStatusNotification(
          sessionToken: session.token, sessionState: .deinitialized,
          reasonCode: .stateChangeWithSessionManagementCommands)
        return [body.packet, status.packet]
      }
    },
    .init("deinit-refused-while-active", "A session that ranges cannot be ended.") {
      let refusal = SessionDeinitResponse(status: .errorSessionActive).packet
      $0.onReceive(SessionDeinitCommand.self, [.say(refusal)]) { packet, history in
        history.sessions.first { $0.token == packet.token }?.state == .active
      }
    },
    .init(
      "remembers-ended-sessions",
      "SESSION_GET_STATE of a session that was ended is answered with OK and DEINIT."
    ) {
      $0.onSend(SessionGetStateResponse.self) { body, history in
        // No board has given that many handles.
        guard body.status == .errorSessionNotExist, let command = history.lastCommand,
          command.token <= 1000
        else { return [body.packet] }
        return [SessionGetStateResponse(status: .ok, sessionState: .deinitialized).packet]
      }
    },
    .init("status-twice", "Every state of a session is notified twice.") {
      $0.onSend(SessionStatusNotification.self) { body, _ in [body.packet, body.packet] }
    },
    .init(
      "stop-for-another-reason", "The state IDLE after a stop is said to be an in-band signal's."
    ) {
      $0.alter(SessionStatusNotification.self) { body, history in
        if body.sessionState == .idle, history.wasAsked(SessionStopCommand.self) {
          body.reasonCode = .sessionStoppedDueToInbandSignal
        }
      }
    },
    .init("late-report-after-deinit", "A report comes 50 ms after the end of a session.") {
      $0.onSendPacket(SessionStatusNotification.self) { packet, history in
        guard
          let body = try? SessionStatusNotification(packet: packet, dialect: history.dialect),
          body.sessionState == .deinitialized
        else { return [.now(packet)] }
        return [
          .now(packet),
          UCIDelivery(packet: .emptyReport(body.sessionToken), delay: .milliseconds(50)),
        ]
      }
    },
    .init("late-report-after-reset", "A report comes 50 ms after every reset.") {
      $0.onSendPacket(CoreDeviceResetResponse.self) { packet, _ in
        [.now(packet), UCIDelivery(packet: .emptyReport(1), delay: .milliseconds(50))]
      }
    },
    .init("keeps-first-interval", "A session that has ranged keeps its RANGING_DURATION.") {
      $0.dropParameters { parameter, session in
        parameter.id == .rangingDuration && session.sequenceNumber > 0
      }
    },
    .init("one-handle-for-all", "Every session is given the handle 1.") {
      $0.onSend(SessionInitResponse.self) { body, _ in
        body.sessionHandle == nil
          ? [body.packet] : [SessionInitResponse(status: body.status, sessionHandle: 1).packet]
      }
    },
    .init(
      "refused-type-makes-session", "A session of a type that is refused is made all the same."
    ) {
      $0.onBody(SessionInitCommand.self) { body, _ in
        var changed = body
        changed.sessionType = .firaRanging
        return .take(changed.packet)
      }
      $0.onSend(SessionInitResponse.self) { body, history in
        let type = history.lastCommand?.payload.dropFirst(4).first ?? 0
        return [type > 1 ? SessionInitResponse(status: .invalidParam).packet : body.packet]
      }
    },
    .init(
      "session-places-used-up", "The place of a session that was ended cannot be taken again."
    ) {
      let refusal = SessionInitResponse(status: .errorMaxSessionsExceeded).packet
      $0.onReceive(SessionInitCommand.self, [.say(refusal)]) { _, history in
        history.sessions.contains { $0.token >= 5 }
      }
    },
    .init("count-never-falls", "SESSION_GET_COUNT counts the sessions that were ended too.") {
      $0.onSend(SessionGetCountResponse.self) { body, history in
        let count = max(body.count ?? 0, UInt8(clamping: history.sessions.last?.token ?? 0))
        return [SessionGetCountResponse(status: body.status, count: count).packet]
      }
    },
    .init("second-session-numbers-on", "Rounds of a second session begin at 1.") {
      $0.alter(SessionInfoNotification.self) { info, _ in
        if info.sessionToken > 1 { info.sequenceNumber &+= 1 }
      }
    },
    .init("stop-stops-all", "The stop of one session silences the others.") {
      $0.omit(SessionInfoNotification.self) { body, history in
        history.wasAsked(SessionStopCommand.self)
      }
    },
    .init("ready-after-any-stop", "Every stop is followed by READY.") {
      $0.onSend(SessionStopResponse.self) { body, _ in
        [body.packet, CoreDeviceStatusNotification(deviceState: .ready).packet]
      }
    },
    .init("reset-ends-silently", "The sessions that a reset ends are not notified.") {
      $0.personality = { $0.resetOrder.removeAll { $0 == .sessionStatus } }
    },
    .init(
      "reset-while-active-ignored",
      "A reset while a session ranges is answered and said to be done, and nothing happens."
    ) {
      let steps: [UCIStep] = [
        .say(CoreDeviceResetResponse(status: .ok).packet),
        .say(CoreDeviceStatusNotification(deviceState: .ready).packet),
      ]
      $0.onReceive(CoreDeviceResetCommand.self, steps) { _, history in
        history.sessions.contains { $0.state == .active }
      }
    },
    .init("leaks-sessions", "Every 64th session that is ended stays.") {
      $0.onReceive(SessionDeinitCommand.self) { packet, _ in
        guard packet.token % 64 == 0 else { return [.take(packet)] }
        let status = SessionStatusNotification(
          sessionToken: packet.token, sessionState: .deinitialized,
          reasonCode: .stateChangeWithSessionManagementCommands)
        return [.say(SessionDeinitResponse(status: .ok).packet), .say(status.packet)]
      }
    },
  ]
}

extension UCIPacket {
  fileprivate static func emptyReport(_ token: UInt32) -> UCIPacket {
    SessionInfoNotification(
      sequenceNumber: 0, sessionToken: token, rcrIndicator: 0, currentRangingInterval: 60,
      measurementType: .twr, macAddrMode: .short, husPrimarySessionID: 0, measurements: [],
      vendorData: []
    ).packet
  }
}

extension UCIHooks {
  /// Lets SET_APP_CONFIG lose parameters on the way.
  mutating func dropParameters(
    where isDropped: @escaping @Sendable (AppConfigTLV, UWBSession) -> Bool
  ) {
    onBody(SessionSetAppConfigCommand.self) { body, history in
      history.sessions.first { $0.token == body.sessionToken }.map { session in
        var changed = body
        changed.tlvs.removeAll { isDropped($0, session) }
        return .take(changed.packet)
      }
    }
  }
}
