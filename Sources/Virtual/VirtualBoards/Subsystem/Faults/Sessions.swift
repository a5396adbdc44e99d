import UCI

extension UCIPacket {
  /// Whether it is a command that starts with the token of a session.
  fileprivate var hasToken: Bool {
    guard messageType == .command, payload.count >= 4 else { return false }
    return gid == 2 || gid == 1 && [0x01, 0x03, 0x04, 0x06, 0x07].contains(oid)
  }

  var token: UInt32 {
    payload.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func with(token: UInt32) -> UCIPacket {
    var changed = self
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: token >> (8 * UInt32($0))) }
    changed.payload = bytes + payload.dropFirst(4)
    return changed
  }
}

extension UCIFault {
  static let sessions: [UCIFault] = [
    .init("init-duplicate-accepted", "SESSION_INIT of a session that exists is answered with OK.") {
      $0.onSend(SessionInitResponse.self) { body, history in
        guard body.status == .errorSessionDuplicate else { return [body.packet] }
        let token = history.sessions.last?.token ?? 0
        return [SessionInitResponse(status: .ok, sessionHandle: token).packet]
      }
    },
    .init(
      "unknown-session-ok", "Commands for a session that does not exist are answered with OK."
    ) {
      $0.changeStatus(.errorSessionNotExist, to: UCIStatus.ok.rawValue)
    },
    .init("no-status-on-init", "The state INIT of a new session is not notified.") {
      $0.omit(SessionStatusNotification.self) { body, _ in body.sessionState == .initial }
    },
    .init("any-session-type", "A session of a type that does not exist is made.") {
      $0.personality = { $0.sessionTypes.append(UCISessionType(rawValue: 0x7E)) }
    },
    .init("state-always-idle", "SESSION_GET_STATE always says IDLE.") {
      $0.onSend(SessionGetStateResponse.self) { body, _ in
        body.status == .ok
          ? [SessionGetStateResponse(status: .ok, sessionState: .idle).packet] : [body.packet]
      }
    },
    .init(
      "rejects-incomplete-configuration",
      "SET_APP_CONFIG is rejected until every parameter that ranging needs is set."
    ) {
      $0.personality = { $0.requiredToConfigure = $0.requiredToStart }
    },
    .init("channel-not-checked", "A channel that does not exist is taken and ignored.") {
      $0.changeParameters { list in
        list.filter { $0.id != .channelNumber || [[5], [9]].contains($0.value) }
      }
    },
    .init(
      "reconfigures-while-active", "SET_APP_CONFIG of a session that ranges is answered with OK."
    ) {
      $0.onSend(SessionSetAppConfigResponse.self) { body, _ in
        body.status == .errorSessionActive
          ? [SessionSetAppConfigResponse(status: .ok, failed: []).packet] : [body.packet]
      }
    },
    .init("deinit-silent", "The end of a session is not notified.") {
      $0.omit(SessionStatusNotification.self) { body, _ in body.sessionState == .deinitialized }
    },
    .init(
      "handle-not-accepted", "The board gives a handle and then knows the session by its id alone."
    ) {
      $0.incoming = { packet, history in
        guard packet.hasToken else { return [.take(packet)] }
        let named = history.sessions.first { $0.id == packet.token }
        return [.take(packet.with(token: named?.token ?? .max))]
      }
    },
    .init("takes-identifiers", "A session with a handle is known by its id too.") {
      $0.incoming = { packet, history in
        guard packet.hasToken,
          !history.sessions.contains(where: { $0.token == packet.token }),
          let named = history.sessions.first(where: { $0.id == packet.token })
        else { return [.take(packet)] }
        return [.take(packet.with(token: named.token))]
      }
    },
    .init("ids-of-two-bytes", "Of the id of a session the two lower bytes are read alone.") {
      let refusal = SessionInitResponse(status: .errorSessionDuplicate).packet
      $0.onReceive(SessionInitCommand.self, [.say(refusal)]) { packet, history in
        history.sessions.contains { $0.id & 0xFFFF == packet.token & 0xFFFF }
      }
    },
    .init("state-stays-init", "A complete configuration does not bring a session to IDLE.") {
      // No host can set a parameter that does not exist.
      $0.personality = { $0.requiredToStart.append(AppConfigID(rawValue: 0x9F)) }
    },
    .init("max-sessions-unbounded", "A thousand sessions can be made, whatever the memory.") {
      $0.personality = { $0.maximumSessions = 1000 }
    },
    .init("session-count-wrong", "SESSION_GET_COUNT counts one session too many.") {
      $0.onSend(SessionGetCountResponse.self) { body, _ in
        [SessionGetCountResponse(status: body.status, count: (body.count ?? 0) &+ 1).packet]
      }
    },
    .init(
      "unknown-parameter-accepted", "SET_APP_CONFIG with an unknown parameter is answered with OK."
    ) {
      $0.changeParameters { list in list.filter { $0.id.definition != nil } }
    },
    .init(
      "set-app-config-without-count", "SET_APP_CONFIG is answered with a status and no count."
    ) {
      $0.onSend(SessionSetAppConfigResponse.self) { body, _ in
        [SessionSetAppConfigResponse(status: body.status).packet]
      }
    },
    .init("get-app-config-zeros", "GET_APP_CONFIG gives zeros for every value.") {
      $0.onSend(SessionGetAppConfigResponse.self) { body, _ in
        let zeros = (body.tlvs ?? []).map { parameter in
          AppConfigTLV(
            id: parameter.id, value: [UInt8](repeating: 0, count: parameter.value.count))
        }
        return [SessionGetAppConfigResponse(status: body.status, tlvs: zeros).packet]
      }
    },
  ]
}
