import UCI

extension UCIFault {
  /// Faults of segments, of reads, and of what headers hold.
  static let framing: [UCIFault] = [
    .init("loses-short-segments", "A first segment of less than four bytes of payload is lost.") {
      $0.segment = { segment, _ in
        segment.header.moreSegments && segment.payload.count < 4 ? .drop : .take
      }
    },
    .init(
      "waits-behind-an-empty-segment", "A last segment without payload does not end its message."
    ) {
      $0.segment = { segment, before in
        before != nil && segment.payload.isEmpty && !segment.header.moreSegments ? .drop : .take
      }
    },
    .init("data-interrupts-a-command", "A data packet between the segments of a command ends it.") {
      $0.segment = { segment, _ in
        segment.header.messageType == .data ? .takeAnew : .take
      }
    },
    .init("swallows-behind-unfinished", "A command behind an unfinished one is lost with it.") {
      $0.segment = { segment, before in
        guard let before else { return .take }
        return before.gid == segment.header.gid && before.oid == segment.header.oid ? .take : .drop
      }
    },
    .init("one-packet-a-read", "Of several packets in one read the first is taken.") {
      $0.read = { items in Array(items.prefix(1)) }
    },
    .init("needs-whole-reads", "A packet that does not come in one read is lost.") {
      $0.needsWholeReads = true
    },
    .init("hears-one-connection", "After the first connection nothing is answered any more.") {
      $0.hearsOneConnection = true
    },
    .init("ignores-reserved-bits", "A packet with reserved bits in its header is not answered.") {
      $0.incoming = { packet, _ in packet.reserved == 0 ? [.take(packet)] : [] }
    },
    .init("never-announces-segments", "No segment says that more of its message follow.") {
      $0.outgoingSegments = { segments in
        segments.map { segment in
          segment.enumerated().map { $0.offset == 0 ? $0.element & 0xEF : $0.element }
        }
      }
    },
    .init(
      "any-message-size", "Commands above the size that the capabilities tell are carried out."
    ) {
      $0.personality = { $0.maximumMessageSize = 4096 }
    },
    .init(
      "maximum-size-off-by-one",
      "A command of exactly the size that the capabilities tell is refused."
    ) {
      $0.personality = { $0.maximumMessageSize -= 1 }
    },
    .init("syntax-error-as-ok", "A command that cannot be read is answered with OK.") {
      $0.outgoing = { packet, _ in
        guard packet.messageType == .response, packet.payload == [UCIStatus.syntaxError.rawValue]
        else { return [.now(packet)] }
        var wrong = packet
        wrong.payload = [UCIStatus.ok.rawValue]
        return [.now(wrong)]
      }
    },
    .init("silent-on-syntax-error", "A command that cannot be read is not answered.") {
      $0.outgoing = { packet, _ in
        packet.messageType == .response && packet.payload == [UCIStatus.syntaxError.rawValue]
          ? [] : [.now(packet)]
      }
    },
    .init("answers-reserved-types", "A packet of a type reserved for testing is answered.") {
      $0.incoming = { packet, _ in
        guard packet.messageType.rawValue >= 4 else { return [.take(packet)] }
        let status = [UCIStatus.syntaxError.rawValue]
        return [.say(UCIPacket(.response, gid: packet.gid, oid: packet.oid, payload: status))]
      }
    },
    .init("answers-a-notification", "A notification from the host is answered.") {
      let answer = CoreGenericErrorNotification(status: .rejected).packet
      $0.incoming = { packet, _ in
        packet.messageType == .notification ? [.say(answer)] : [.take(packet)]
      }
    },
    .init(
      "dies-on-unknown-vendor-opcode",
      "An unknown opcode in a group of a vendor makes the board reset."
    ) {
      $0.incoming = { packet, _ in
        packet.messageType == .command && packet.gid >= 9 && packet.oid == 0x3F
          ? [.die] : [.take(packet)]
      }
    },
    .init("sends-data-for-nobody", "Data for a session that does not exist is told to be sent.") {
      $0.alter(SessionDataTransferStatusNotification.self) { body, _ in
        body.status = .ok
        body.txCount = 1
      }
    },
  ]
}
