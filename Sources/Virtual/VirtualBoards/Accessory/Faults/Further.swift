import NearbyAccessory
import Room

extension AccessoryFault {
  /// Faults in roles, dialects, and in what happens without a peer.
  static let more: [AccessoryFault] = [
    .init("refuses-version-1-0", "A configuration of version 1.0 is refused.") {
      $0.behaviour = { $0.acceptance.shapes.removeFirst() }
    },
    .init("refuses-round-control", "A configuration with round control 3 or 6 is refused.") {
      $0.onReceive(.configureAndStart) { _, _ in [] }
    },
    .init("refuses-contention", "A configuration with any round control but 3 is refused.") {
      $0.onReceive(.configureAndStart, []) { message, _ in message.count > 20 && message[20] != 3 }
    },
    .init("wedges-without-peer", "A session that lasts 20 s leaves the board deaf to its stop.") {
      $0.onReceive(.stop, [.wedge]) { _, history in
        (history.time(since: history.lastConfigure) ?? .zero) > .seconds(20)
      }
    },
    .init("radio-gives-up", "The radio is off after 10 s, and the phone is not told.") {
      $0.radioOffAfter = .seconds(10)
    },
    .init(
      "dies-on-rare-message", "A message that begins with 0x7F and a zero bit resets the board."
    ) {
      let before = $0.incoming
      $0.incoming = { message, history in
        message.first == 0x7F && message.count > 1 && message[1] & 1 == 0
          ? [.die] : before(message, history)
      }
    },
    .init("stops-at-0x66", "A message that begins with 0x66 is answered with did-stop.") {
      let before = $0.incoming
      $0.incoming = { message, history in
        message.first == 0x66
          ? [.say(AccessoryMessage.didStop().encode())] : before(message, history)
      }
    },
    .init("sleeps-for-good", "The first initialize after four seconds of silence is the last.") {
      $0.onReceive(.initialize, [.wedge]) { _, history in
        (history.time(since: history.lastStop) ?? .zero) > .seconds(4)
      }
    },
    .init("silent-own-stop", "A session that the accessory ends itself is not reported.") {
      $0.behaviour = { $0.ownEndReport = .silent }
    },
    .init("ignores-other-configuration", "Another configuration while ranging is ignored.") {
      $0.behaviour = { $0.otherConfigureWhileActive = .ignore }
    },
    .init("update-rate-changes", "The preferred update rate is another one each time.") {
      $0.configuration = { data, history in
        if data.count > 4 { data[4] = history.initializes % 2 == 0 ? 20 : 10 }
      }
    },
    .init("other-role-on-air", "The radio takes the other side than the configuration data says.") {
      $0.onAir { session, _ in session.role = session.role == .initiator ? .responder : .initiator }
    },
    .init(
      "answers-initialize-while-ranging",
      "An initialize while ranging is answered, and the session of before goes on."
    ) {
      $0.behaviour = { $0.initializeWhileActive = .answer }
    },
    .init(
      "restarts-on-initialize",
      "An initialize while ranging ends the session without a word, as the library of old Qorvo "
        + "firmware that it initializes again."
    ) {
      $0.behaviour = { $0.initializeWhileActive = .restart }
    },
    .init(
      "acknowledges-without-applying",
      "Another configuration while ranging gets did-start, and the old session goes on."
    ) {
      $0.behaviour = { $0.otherConfigureWhileActive = .acknowledge }
    },
  ]
}
