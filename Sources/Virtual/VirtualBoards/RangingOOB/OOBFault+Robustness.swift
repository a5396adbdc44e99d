import RangingOOB

extension OOBFault {
  /// Faults under unusual messages.
  static let robustness: [OOBFault] = [
    .init("dies-on-short-input", "A message of less than two bytes makes the board reset.") {
      $0.incoming = { message, _ in message.count < 2 ? [.die] : [.take(message)] }
    },
    .init("dies-on-cut-configuration", "A configuration that is cut makes the board reset.") {
      $0.onReceive(.configurationRequest, [.die]) { message, _ in
        (try? OOBMessage.decode(message, tolerance: .lenient)) == nil
      }
    },
    .init("wedges-on-reserved", "After a message of a reserved kind nothing is answered.") {
      $0.incoming = { message, _ in
        message.messageKind?.isKnown ?? true ? [.take(message)] : [.wedge]
      }
    },
    .init("wedges-on-answer", "After a message that only boards send nothing is answered.") {
      $0.incoming = { message, _ in
        message.messageKind?.isFromBoard ?? false ? [.wedge] : [.take(message)]
      }
    },
    .init("fails-on-unknown-block", "A configuration with an unknown block wedges the board.") {
      $0.onReceive(.configurationRequest, [.wedge]) { message, _ in
        message.count > 6 && message[6] > 5
      }
    },
    .init("fails-on-motion", "A configuration of version 3 is ignored.") {
      $0.onReceive(.configurationRequest, []) { message, _ in message[0] == 3 }
    },
    .init("wedges-on-version-0", "After a message of version 0 nothing is answered.") {
      $0.incoming = { message, _ in message.first == 0 ? [.wedge] : [.take(message)] }
    },
    .init("wedges-on-newer-configuration", "A configuration of a newer version wedges the board.") {
      $0.onReceive(.configurationRequest, [.wedge]) { message, _ in message[0] > 3 }
    },
    .init("wedges-on-second-stop", "A stop behind a stop wedges the board.") {
      $0.onReceive(.stopRequest, [.wedge]) { _, history in history.previous == .stopRequest }
    },
    .init("wedges-on-session-0", "A configuration with session id 0 wedges the board.") {
      $0.onReceive(.configurationRequest, [.wedge]) { message, _ in
        message.count > 13 && message[10...13].allSatisfy { $0 == 0 }
      }
    },
    .init("dies-on-odd-key", "A key of another length than 8, 16 and 32 makes the board reset.") {
      $0.onReceive(.configurationRequest, [.die]) { message, _ in
        message.count > 20 && ![8, 16, 32].contains(message[20])
      }
    },
    .init("dies-on-long-message", "A message of more than 128 bytes makes the board reset.") {
      $0.incoming = { message, _ in message.count > 128 ? [.die] : [.take(message)] }
    },
    .init("takes-anything", "Ranges with values that it did not announce.") {
      $0.behaviour = { behaviour in
        behaviour.ultraWideband?.channels = OOBChannels(rawValue: .max)
        behaviour.ultraWideband?.preambles = OOBPreambles(rawValue: .max)
        behaviour.ultraWideband?.configIDs = OOBConfigIDs(rawValue: .max)
        behaviour.ultraWideband?.minimumInterval = 0
        behaviour.ultraWideband?.minimumSlot = 0
      }
      $0.onBlock { $0 = CapabilityBlock.UWB() }
    },
    .init("stray-bytes", "Text goes out before every value, past the framing.") {
      $0.strayBytes = Array("-> ready\r\n".utf8)
    },
    .init("truncates", "Messages end after 20 bytes.") {
      $0.outgoing = { message, _ in [Array(message.prefix(20))] }
    },
    .init("slow-answers", "Capabilities come after three seconds.") {
      $0.capabilityDelay = .seconds(3)
    },
    .init("silent", "Capabilities are never told.") {
      $0.onSend(.capabilitiesResponse) { _, _ in [] }
    },
    .init("ranges-for-ever", "It ranges on for an hour when the link is gone.") {
      $0.behaviour = { $0.releaseTimeout = .seconds(3600) }
    },
    .init("keeps-answers", "An answer that the end of a connection cut off comes in the next one.")
    {
      $0.keepsAnswers = true
    },
    .init("wears-out", "After 100 connections nothing is answered.") { $0.lastConnection = 100 },
    .init("wedges-on-disconnect", "After a connection that ended while it ranged it is deaf.") {
      $0.wedgesAfterLoss = true
    },
  ]
}
