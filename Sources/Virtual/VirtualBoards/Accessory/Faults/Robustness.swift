import NearbyAccessory

extension [UInt8] {
  /// Identifiers that only an accessory sends: configuration data, did-start, did-stop.
  fileprivate var isAccessoryIdentifier: Bool { (first.map { (1...3).contains($0) }) ?? false }

  /// Identifiers that mean nothing from a phone.
  fileprivate var isUnknown: Bool {
    guard let first, !isAccessoryIdentifier else { return false }
    return !AccessoryMessage.Identifier(rawValue: first).isDefined(in: .phoneToAccessory)
  }
}

extension AccessoryFault {
  /// A message longer than this is more than an accessory has room for; characteristics of 64 to
  /// 128 bytes were observed.
  static let oversize = 128

  /// Faults under traffic that no healthy phone sends, and at the end of a connection.
  static let robustness: [AccessoryFault] = [
    .init("answers-unknown", "An unknown identifier is sent back.") {
      $0.incoming = { message, _ in message.isUnknown ? [.say(message)] : [.take(message)] }
    },
    .init("dies-on-unknown", "An unknown identifier makes the board reset.") {
      $0.incoming = { message, _ in message.isUnknown ? [.die] : [.take(message)] }
    },
    .init("echoes-accessory-ids", "An identifier that only an accessory may send is sent back.") {
      $0.incoming = { message, _ in
        message.isAccessoryIdentifier ? [.say(message)] : [.take(message)]
      }
    },
    .init("answers-empty", "An empty message is answered with did-start.") {
      $0.incoming = { message, _ in
        message.isEmpty ? [.say(AccessoryMessage.didStart().encode())] : [.take(message)]
      }
    },
    .init(
      "sends-vendor-notice", "An undeclared vendor message goes before every did-start."
    ) {
      $0.onSend(.didStart) { message, _ in
        [.now(AccessoryMessage.vendor(.accessoryNotice, body: []).encode()), .now(message)]
      }
    },
    .init(
      "wedges-after-disconnect",
      "For ten seconds after the end of a connection nothing is answered."
    ) {
      $0.incoming = { message, history in
        let isRecent =
          history.time(since: history.lastDisconnect).map { $0 < .seconds(10) } ?? false
        return isRecent ? [] : [.take(message)]
      }
    },
    .init("dies-on-oversize", "A message longer than \(oversize) bytes makes the board reset.") {
      $0.incoming = { message, _ in message.count > oversize ? [.die] : [.take(message)] }
    },
    .init(
      "loses-framing-after-oversize",
      "After a message longer than \(oversize) bytes no other is found on that connection."
    ) {
      $0.losesFramingBeyond = oversize
    },
    .init("takes-reads-for-messages", "A message that does not come in one read is lost.") {
      $0.needsWholeReads = true
    },
  ]
}
