import UCI

extension UCIHooks {
  /// Says OK of messages that were refused with one of these.
  fileprivate mutating func praise(_ refusals: UCIDataTransferStatus...) {
    alter(SessionDataTransferStatusNotification.self) { body, _ in
      if refusals.contains(body.status) { body.status = .ok }
    }
  }
}

extension UCIFault {
  static let data: [UCIFault] = [
    .init("data-size-huge", "A round is said to carry 65535 bytes of data.") {
      $0.alter(SessionQueryDataSizeInRangingResponse.self) { body, _ in body.maxDataSize = 0xFFFF }
    },
    .init("data-given-up-in-silence", "Data that cannot be carried are not told of.") {
      $0.omit(SessionDataTransferStatusNotification.self) { body, _ in
        body.status == .errorDataTransfer
      }
    },
    .init("data-taken-anywhere", "Data for a session that carries none are said OK.") {
      $0.praise(.errorRejected, .sessionTypeNotSupported)
    },
    .init("data-for-nobody-ignored", "Data for a session that does not exist are not answered.") {
      $0.omit(SessionDataTransferStatusNotification.self) { body, history in
        !history.sessions.contains { $0.token == body.sessionToken }
      }
    },
    .init("data-credit-endless", "There is credit for a thousand data messages.") {
      $0.personality = { $0.dataCredits = 1000 }
    },
    .init("data-oversize-ok", "More data than a round carries are said OK.") {
      $0.praise(.invalidFormat)
    },
    .init("data-forgotten-at-stop", "Data that wait when a session stops are not told of.") {
      $0.omit(SessionDataTransferStatusNotification.self) { _, history in
        history.wasAsked(SessionStopCommand.self)
      }
    },
    .init("data-reversed", "Data arrive with their bytes reversed.") {
      $0.alter(DataMessageRcv.self) { body, _ in body.appData.reverse() }
    },
    .init("data-wrong-number-told", "The sender is told another number of its data.") {
      $0.alter(SessionDataTransferStatusNotification.self) { body, _ in
        body.uciSequenceNumber &+= 1
      }
    },
    .init("data-twice", "Data arrive twice.") {
      $0.onSend(DataMessageRcv.self) { body, _ in [body.packet, body.packet] }
    },
    .init("data-cut-at-20", "Data messages are cut behind 20 bytes.") {
      $0.onReceive(DataMessageSnd.self) { packet, _ in
        var cut = packet
        cut.payload = Array(packet.payload.prefix(20))
        return [.take(cut)]
      }
    },
    .init("data-number-reused", "A number of data that wait is taken again with OK.") {
      $0.praise(.errorDataTransferIsOngoing)
    },
  ]
}
