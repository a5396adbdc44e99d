import UCI

extension UCIFault {
  /// Faults below the messages: segments, types, answers as such.
  static let packets: [UCIFault] = [
    .init("answers-nothing", "No command is ever answered.") {
      $0.incoming = { _, _ in [] }
    },
    .init("response-twice", "Every response is sent twice.") {
      $0.outgoing = { packet, _ in
        packet.messageType == .response ? [.now(packet), .now(packet)] : [.now(packet)]
      }
    },
    .init("late-response", "Every response comes after three seconds.") {
      $0.outgoing = { packet, _ in
        [UCIDelivery(packet: packet, delay: packet.messageType == .response ? .seconds(3) : .zero)]
      }
    },
    .init("response-of-another-opcode", "Responses to CORE commands have the next opcode.") {
      $0.outgoing = { packet, _ in
        guard packet.messageType == .response, packet.gid == 0 else { return [.now(packet)] }
        var wrong = packet
        wrong.oid = packet.oid &+ 1
        return [.now(wrong)]
      }
    },
    .init("answers-a-response", "A response from the host is answered.") {
      $0.incoming = { packet, _ in
        guard packet.messageType == .response else { return [.take(packet)] }
        var answer = packet
        answer.payload = [UCIStatus.syntaxError.rawValue]
        return [.say(answer)]
      }
    },
    .init(
      "loses-sync-after-reserved-type",
      "After a packet of a reserved type nothing is understood on that connection."
    ) {
      $0.losesStepOnDamage = true
    },
    .init("ignores-second-segment", "The first segment of a command is taken for all of it.") {
      $0.segment = { _, before in before == nil ? .takeWhole : .drop }
    },
    .init("dies-on-truncated-command", "A command that lacks bytes makes the board reset.") {
      $0.incoming = { packet, history in
        let message = UCIMessage.decode(packet: packet, dialect: history.dialect)
        if case .malformed = message, packet.gid > 0 { return [.die] }
        return [.take(packet)]
      }
    },
    .init(
      "dies-on-surplus-bytes", "A command with more bytes than it needs makes the board reset."
    ) {
      $0.onReceive(SessionGetCountCommand.self, [.die]) { packet, _ in !packet.payload.isEmpty }
    },
    .init(
      "restarts-on-surplus-bytes",
      "A command with more bytes than it needs makes the board start again without hanging up."
    ) {
      let ready = CoreDeviceStatusNotification(deviceState: .ready).packet
      $0.onReceive(SessionGetCountCommand.self, [.say(ready)]) { packet, _ in
        !packet.payload.isEmpty
      }
    },
    .init("count-unanswered", "SESSION_GET_COUNT is not answered.") {
      $0.onReceive(SessionGetCountCommand.self) { _, _ in [] }
    },
    .init(
      "wedges-after-100-commands",
      "After a hundred commands on one connection nothing is answered until the next."
    ) {
      $0.incoming = { packet, history in history.commands >= 100 ? [.wedge] : [.take(packet)] }
    },
    .init(
      "busy-for-ever", "SESSION commands are answered with the notification of a busy board alone."
    ) {
      $0.incoming = { packet, _ in
        guard packet.messageType == .command, packet.gid == 1 else { return [.take(packet)] }
        return [.say(CoreGenericErrorNotification(status: .commandRetry).packet)]
      }
    },
  ]
}
