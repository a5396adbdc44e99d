import UCI

extension UCIFault {
  static let core: [UCIFault] = [
    .init("sleeps-for-good", "A command after four seconds of silence is the last.") {
      $0.incoming = { packet, history in
        (history.quiet ?? .zero) > .seconds(4) ? [.wedge] : [.take(packet)]
      }
    },
    .init(
      "no-ready-after-reset", "A reset is answered without a notification that the board is ready."
    ) {
      $0.omit(CoreDeviceStatusNotification.self) { body, history in
        history.wasAsked(CoreDeviceResetCommand.self)
      }
    },
    .init(
      "ready-after-first-reset-alone",
      "Only the first reset on a connection is followed by a notification that the board is ready."
    ) {
      $0.omit(CoreDeviceStatusNotification.self) { body, history in
        history.wasAsked(CoreDeviceResetCommand.self) && history.commands > 2
      }
    },
    .init("reset-empty-accepted", "A reset without its byte resets the board.") {
      $0.onReceive(CoreDeviceResetCommand.self) { packet, _ in
        var whole = packet
        if whole.payload.isEmpty { whole.payload = [0] }
        return [.take(whole)]
      }
    },
    .init("reset-keeps-sessions", "A reset is answered and the sessions go on.") {
      $0.onReceive(CoreDeviceResetCommand.self) { packet, _ in
        guard packet.payload.count == 1 else { return [.take(packet)] }
        let ready = CoreDeviceStatusNotification(deviceState: .ready).packet
        return [.say(ready), .say(CoreDeviceResetResponse(status: .ok).packet), .say(ready)]
      }
    },
    .init(
      "device-info-without-vendor-length", "Device information ends before the vendor's length."
    ) {
      $0.alterBytes(CoreGetDeviceInfoResponse.self) { packet, _ in
        packet.payload = Array(packet.payload.prefix(9))
      }
    },
    .init("caps-count-wrong", "Capabilities announce one parameter more than there is.") {
      $0.alterBytes(CoreGetCapsInfoResponse.self) { packet, _ in
        if packet.payload.count > 1 { packet.payload[1] &+= 1 }
      }
    },
    .init("caps-tag-twice", "The first capability is listed twice.") {
      $0.onSend(CoreGetCapsInfoResponse.self) { body, _ in
        let list = body.tlvs ?? []
        return [CoreGetCapsInfoResponse(status: body.status, tlvs: list.prefix(1) + list).packet]
      }
    },
    .init("device-state-zero", "The parameter DEVICE_STATE is always 0.") {
      $0.changeDeviceState(to: 0)
    },
    .init("get-config-unknown-ok", "An unknown device parameter is answered with OK and nothing.") {
      $0.onSend(CoreGetConfigResponse.self) { body, _ in
        body.status == .ok
          ? [body.packet] : [CoreGetConfigResponse(status: .ok, tlvs: []).packet]
      }
    },
    .init(
      "set-config-always-ok",
      "A device parameter that is unknown or cannot be written is answered with OK."
    ) {
      $0.onSend(CoreSetConfigResponse.self) { _, _ in
        [CoreSetConfigResponse(status: .ok, failed: []).packet]
      }
    },
    .init("wrong-status-for-unknown-gid", "An unknown group is answered with SYNTAX_ERROR.") {
      $0.changeStatus(.unknownGID, to: UCIStatus.syntaxError.rawValue)
    },
    .init("wrong-status-for-unknown-oid", "An unknown opcode is answered with REJECTED.") {
      $0.changeStatus(.unknownOID, to: UCIStatus.rejected.rawValue)
    },
    .init("dies-on-unknown-oid", "An unknown opcode in a known group makes the board reset.") {
      $0.incoming = { packet, history in
        let message = UCIMessage.decode(packet: packet, dialect: history.dialect)
        if case .unknown = message, packet.messageType == .command, packet.gid <= 2 {
          return [.die]
        }
        return [.take(packet)]
      }
    },
    .init(
      "dies-on-device-info-while-active",
      "GET_DEVICE_INFO while a session ranges makes the board reset."
    ) {
      $0.onReceive(CoreGetDeviceInfoCommand.self, [.die]) { _, history in
        history.sessions.contains { $0.state == .active }
      }
    },
  ]
}
