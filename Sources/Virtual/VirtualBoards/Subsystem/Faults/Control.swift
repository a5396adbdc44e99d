import UCI

extension UCIFault {
  static let control: [UCIFault] = [
    .init(
      "starts-unconfigured",
      "SESSION_START of a session that is not configured is answered with OK."
    ) {
      $0.alter(SessionStartResponse.self) { body, _ in
        if body.status == .errorSessionNotConfigured { body.status = .ok }
      }
    },
    .init("start-twice-ok", "SESSION_START of a session that ranges is answered with OK.") {
      $0.personality = { $0.startWhenActive = .ok }
    },
    .init("starts-once", "A session that was stopped does not start again.") {
      let refusal = SessionStartResponse(status: .rejected).packet
      $0.onBody(SessionStartCommand.self) { body, history in
        let session = history.sessions.first { $0.token == body.sessionToken }
        return session?.state == .idle && session?.sequenceNumber ?? 0 > 0 ? .say(refusal) : nil
      }
    },
    .init("forgets-at-stop", "A session that was stopped reads another slot duration.") {
      $0.onSend(SessionGetAppConfigResponse.self) { body, history in
        guard history.sessions.contains(where: { $0.state == .idle && $0.sequenceNumber > 0 }),
          let tlvs = body.tlvs
        else { return [body.packet] }
        let changed = tlvs.map { tlv in
          tlv.id == .slotDuration ? AppConfigTLV(id: tlv.id, value: [0x08, 0x07]) : tlv
        }
        return [SessionGetAppConfigResponse(status: body.status, tlvs: changed).packet]
      }
    },
    .init(
      "stop-idle-active",
      "SESSION_STOP of an idle session is refused because it is active, as by pica: that is right."
    ) {
      $0.personality = { $0.stopWhenIdle = .errorSessionActive }
    },
    .init("stop-idle-ok", "SESSION_STOP of an idle session is answered with OK.") {
      $0.personality = { $0.stopWhenIdle = .ok }
    },
    .init("no-session-status-on-start", "The state ACTIVE of a session is not notified.") {
      $0.omit(SessionStatusNotification.self) { body, _ in body.sessionState == .active }
    },
    .init("no-status-on-stop", "The state IDLE after a stop is not notified.") {
      $0.omit(SessionStatusNotification.self) { body, history in
        body.sessionState == .idle && history.wasAsked(SessionStopCommand.self)
      }
    },
    .init("goes-on-after-stop", "SESSION_STOP is answered and ranging goes on.") {
      $0.stopsRanging = false
    },
    .init("ranging-count-zero", "SESSION_GET_RANGING_COUNT is always 0.") {
      $0.onSend(SessionGetRangingCountResponse.self) { body, _ in
        body.count == nil
          ? [body.packet] : [SessionGetRangingCountResponse(status: .ok, count: 0).packet]
      }
    },
  ]
}
