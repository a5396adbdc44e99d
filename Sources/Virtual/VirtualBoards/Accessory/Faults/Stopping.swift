import NearbyAccessory

extension AccessoryFault {
  static let stopping: [AccessoryFault] = [
    .init("silent-stop-when-idle", "A stop when nothing runs is not answered.") {
      $0.behaviour = { $0.answersStopWhileIdle = false }
    },
    .init(
      "wedges-after-stop-when-configured",
      "After a stop between configuration data and start nothing is answered any more."
    ) {
      $0.onReceive(.stop) { message, history in
        history.state == .configured && history.previous == .initialize
          ? [.take(message), .wedge] : [.take(message)]
      }
    },
    .init("no-did-stop", "No stop is ever answered.") {
      $0.onSend(.didStop) { _, _ in [] }
    },
    .init("stop-as-start", "A stop is reported as did-start.") {
      $0.onSend(.didStop) { _, _ in [.now(AccessoryMessage.didStart().encode())] }
    },
    .init("three-did-stops", "A stop is answered three times.") {
      $0.onSend(.didStop) { message, _ in [.now(message), .now(message), .now(message)] }
    },
    .init(
      "drops-initialize-after-stop",
      "An initialize within 20 ms of a stop is lost, but for the first on a connection."
    ) {
      $0.onReceive(.initialize, []) { _, history in
        let isRecent = history.time(since: history.lastStop).map { $0 < .milliseconds(20) } ?? false
        return history.initializes > 0 && isRecent
      }
    },
    .init("dies-on-stop-with-junk", "A stop with bytes behind it makes the board reset.") {
      $0.onReceive(.stop, [.die]) { message, _ in message.count > 1 }
    },
    .init("late-did-stop", "Did-stop comes two seconds after the stop.") {
      $0.onSend(.didStop) { message, _ in [.after(.seconds(2), message)] }
    },
    .init("unsolicited-did-stop", "Two blocks after every start the accessory ends the session.") {
      $0.ownStop = { .milliseconds(2 * Int(max($0.blockInterval, 1))) }
    },
    .init(
      "answers-after-stop",
      "A configuration right after a stop is answered with did-start, and nothing starts."
    ) {
      $0.onReceive(.configureAndStart, [.say(AccessoryMessage.didStart().encode())]) {
        _, history in
        history.previous == .stop
      }
    },
    .init(
      "did-start-long-after-stop",
      "A stop right after a configuration is answered with did-stop, and half a second later comes "
        + "did-start."
    ) {
      $0.onSend(.didStop) { message, history in
        let age = history.time(since: history.lastConfigure) ?? .seconds(1)
        let started = AccessoryMessage.didStart().encode()
        return age < .milliseconds(50)
          ? [.now(message), .after(.milliseconds(500), started)] : [.now(message)]
      }
    },
    .init(
      "late-did-start",
      "A stop right after a configuration is answered with did-stop and did-start."
    ) {
      $0.onReceive(.stop) { message, history in
        history.previous == .configureAndStart
          ? [.take(message), .say(AccessoryMessage.didStart().encode())] : [.take(message)]
      }
    },
  ]
}
