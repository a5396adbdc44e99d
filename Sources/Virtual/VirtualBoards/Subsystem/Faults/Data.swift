import UCI

extension UCIHooks {
  /// Changes what is said of data messages; nil says nothing.
  fileprivate mutating func changeTransfers(
    _ change:
      @escaping @Sendable (
        SessionDataTransferStatusNotification, UCIHistory
      ) -> SessionDataTransferStatusNotification?
  ) {
    onSend(SessionDataTransferStatusNotification.self) { body, history in
      change(body, history).map { [$0.packet] } ?? []
    }
  }

  /// Says OK of messages that were refused with a status.
  fileprivate mutating func praise(_ status: UCIDataTransferStatus) {
    changeTransfers { body, _ in
      var changed = body
      if body.status == status { changed.status = .ok }
      return changed
    }
  }
}

extension UCIFault {
  static let data: [UCIFault] = [
    .init("data-size-huge", "A round is said to carry 65535 bytes of data.") {
      $0.alter(SessionQueryDataSizeInRangingResponse.self) { body, _ in body.maxDataSize = 0xFFFF }
    },
    .init("data-given-up-in-silence", "Data that cannot be carried are not told of.") {
      $0.changeTransfers { body, _ in body.status == .errorDataTransfer ? nil : body }
    },
    .init("data-taken-anywhere", "Data for a session that carries none are said OK.") {
      $0.changeTransfers { body, _ in
        var changed = body
        if [.errorRejected, .sessionTypeNotSupported].contains(body.status) {
          changed.status = .ok
        }
        return changed
      }
    },
    .init("data-for-nobody-ignored", "Data for a session that does not exist are not answered.") {
      $0.changeTransfers { body, history in
        history.sessions.contains { $0.token == body.sessionToken } ? body : nil
      }
    },
    .init("data-credit-endless", "There is credit for a thousand data messages.") {
      $0.personality = { $0.dataCredits = 1000 }
    },
    .init("data-oversize-ok", "More data than a round carries are said OK.") {
      $0.praise(.invalidFormat)
    },
    .init("data-forgotten-at-stop", "Data that wait when a session stops are not told of.") {
      $0.changeTransfers { body, history in
        history.wasAsked(SessionStopCommand.self) ? nil : body
      }
    },
    .init("data-reversed", "Data arrive with their bytes reversed.") {
      $0.alter(DataMessageRcv.self) { body, _ in body.appData.reverse() }
    },
    .init("data-wrong-number-told", "The sender is told another number of its data.") {
      $0.changeTransfers { body, _ in
        var changed = body
        changed.uciSequenceNumber &+= 1
        return changed
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
