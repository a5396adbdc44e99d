import UCI

extension UCIFault {
  /// What is unusual and right: no case may fail for it.
  static let variations: [UCIFault] = [
    .init(
      "vendor-notifications", "Diagnostics of a vendor's group come 200 times a second."
    ) {
      $0.notices = (
        .milliseconds(5), UCIPacket(.notification, gid: 0x0B, oid: 0x03, payload: [1, 0, 0, 0])
      )
    },
    .init(
      "terminal-server-banner", "A line of text comes first on every connection, as of ser2net."
    ) {
      $0.banner = Array("ser2net port tcp,2000 device serialdev,/dev/ttyACM0 (Debian)\r\n".utf8)
    },
    .init("command-retry", "Every third command is to be sent again.") {
      $0.askAgain { $0.isMultiple(of: 3) }
    },
    .init("command-retry-at-first", "Every command is to be sent again, once.") {
      $0.askAgain { !$0.isMultiple(of: 2) }
    },
    .init(
      "failed-rounds-at-zero",
      "A round that failed has the distance 0 and bits of confidence for its line of sight, as of "
        + "the QM35."
    ) {
      $0.changeMeasurements {
        guard $0.distance == 0xFFFF else { return }
        $0.distance = 0
        $0.nlos = UCILineOfSight(rawValue: 0xA1)
      }
    },
    .init(
      "maximum-size-of-payload", "The maximum size of a message does not count its header."
    ) {
      $0.personality = { $0.maximumMessageSize += UCIHeader.size }
    },
  ]
}

extension UCIHooks {
  /// Answers some commands with COMMAND_RETRY, by their number on the connection.
  fileprivate mutating func askAgain(when isBusy: @escaping @Sendable (Int) -> Bool) {
    let retry = CoreGenericErrorNotification(status: .commandRetry).packet
    incoming = { packet, history in
      packet.messageType == .command && isBusy(history.commands + 1)
        ? [.say(retry)] : [.take(packet)]
    }
  }
}
