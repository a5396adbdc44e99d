import UCI

extension UCIFault {
  /// Faults that no case provokes: they show in whatever is done.
  static let unprovoked: [UCIFault] = [
    .init("stray-bytes", "A byte that begins no packet comes behind every message.") {
      $0.outgoingSegments = { $0 + [[0xE0]] }
    },
    .init("reserved-header-bits", "The third byte of every header of a notification is not zero.") {
      $0.outgoingSegments = { segments in
        segments.map { segment in
          guard segment.count >= 4, segment[0] >> 5 == 3 else { return segment }
          return segment[0..<2] + [1] + segment[3...]
        }
      }
    },
    .init("status-with-surplus", "A byte follows every session status.") {
      $0.alterBytes(SessionStatusNotification.self) { packet, _ in packet.payload.append(0) }
    },
    .init("merit-of-150", "The azimuth of every distance has a figure of merit of 150 %.") {
      $0.changeFixes { record, _, _ in record.aoaAzimuthFoM = 150 }
    },
    .init("reserved-report-bytes", "The reserved bytes of every report are not zero.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.rfu1 = 0x40 }
    },
    .init("unknown-notifications", "A notification of no known opcode follows each reset.") {
      $0.onSend(CoreDeviceResetResponse.self) { body, _ in
        [body.packet, UCIPacket(.notification, gid: 0, oid: 0x3E, payload: [1, 2, 3])]
      }
    },
    .init("error-every-two-seconds", "The state ERROR is reported every two seconds.") {
      $0.onSendPacket(CoreDeviceResetResponse.self) { packet, _ in
        let error = CoreDeviceStatusNotification(deviceState: .error).packet
        return [.now(packet)]
          + (1...30).map { UCIDelivery(packet: error, delay: .seconds(2 * $0)) }
      }
    },
    .init("refuses-again-and-again", "CORE_GENERIC_ERROR_NTF comes two seconds after each start.") {
      $0.onSendPacket(SessionStartResponse.self) { packet, _ in
        let error = CoreGenericErrorNotification(status: .failed).packet
        return [.now(packet), UCIDelivery(packet: error, delay: .seconds(2))]
      }
    },
    .init("active-again", "ACTIVE is said again four seconds after each state READY.") {
      $0.onSendPacket(CoreDeviceStatusNotification.self) { packet, _ in
        let active = CoreDeviceStatusNotification(deviceState: .active).packet
        return packet.payload == [UCIDeviceState.ready.rawValue]
          ? [.now(packet), UCIDelivery(packet: active, delay: .seconds(4))] : [.now(packet)]
      }
    },
    .init("data-again", "What became of data that nothing has sent is told at each start.") {
      $0.onSend(SessionStartResponse.self) { body, history in
        guard let token = history.lastCommand?.token else { return [body.packet] }
        return [
          body.packet,
          SessionDataTransferStatusNotification(
            sessionToken: token, uciSequenceNumber: 1, status: .ok, txCount: 1
          ).packet,
        ]
      }
    },
    .init("status-again", "Every session status is repeated after five seconds.") {
      $0.onSendPacket(SessionStatusNotification.self) { packet, _ in
        [.now(packet), UCIDelivery(packet: packet, delay: .seconds(5))]
      }
    },
    .init("capabilities-change", "Every list of capabilities has another last byte.") {
      $0.onSend(CoreGetCapsInfoResponse.self) { body, history in
        var list = body.tlvs ?? []
        guard let last = list.indices.last, !list[last].value.isEmpty else { return [body.packet] }
        list[last].value[list[last].value.count - 1] = UInt8(truncatingIfNeeded: history.commands)
        return [CoreGetCapsInfoResponse(status: body.status, tlvs: list).packet]
      }
    },
    .init("distance-40-cm-long", "Every distance is 40 cm too long.") {
      $0.changeFixes { record, _, _ in record.distance &+= 40 }
    },
  ]
}
