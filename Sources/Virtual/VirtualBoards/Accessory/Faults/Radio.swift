import NearbyAccessory
import Room

extension AccessoryFault {
  /// Faults that only the air shows.
  static let radio: [AccessoryFault] = [
    .init("radio-stays-off", "Did-start is sent and the radio is never turned on.") {
      $0.radio = { _, _ in false }
    },
    .init("wrong-block-interval", "The radio ranges every 200 ms, whatever was configured.") {
      $0.onAir { session, _ in session.air.interval = 200 }
    },
    .init("wrong-slots", "The radio uses 25 slots of 2400 RSTU, whatever was configured.") {
      $0.onAir { session, _ in
        session.air.slotsPerRound = 25
        session.air.slotDuration = 2400
      }
    },
    .init(
      "fixed-channel-9-preamble-11",
      "The radio uses channel 9 and preamble code 11, whatever was configured."
    ) {
      $0.onAir { session, _ in
        session.air.channel = 9
        session.air.preamble = 11
      }
    },
    .init(
      "ignores-sts-iv", "The radio ranges with peers whose STS initial vector is another one."
    ) {
      $0.onAir { session, _ in session.ignoresSTS = true }
    },
    .init("session-id-16-bit", "The upper half of the session id is lost on the air.") {
      $0.onAir { session, _ in session.air.sessionID &= 0xFFFF }
    },
    .init(
      "breaks-ranging-on-repeat",
      "The same configuration again while ranging is acknowledged and turns the radio off."
    ) {
      $0.onReceive(.configureAndStart) { message, history in
        let isRepeat = history.state == .ranging && Array(message.dropFirst()) == history.shareable
        return isRepeat ? [.take(message), .radioOff] : [.take(message)]
      }
    },
    .init(
      "half-applies-configuration",
      "A new configuration while ranging changes the addresses and keeps the old STS."
    ) {
      $0.onAir { session, history in
        if let old = history.replaced { session.air.sts = old.air.sts }
      }
    },
    .init(
      "replays-old-address",
      "After a second initialize the radio still has the source address of the first."
    ) {
      $0.onAir { session, history in session.address = history.earlierAddress ?? session.address }
    },
    .init("radio-goes-on-after-stop", "A stop is answered and the radio stays on.") {
      $0.stopsRadio = { $0 != .stop }
    },
    .init("ranges-on-after-disconnect", "The radio stays on when the phone is gone.") {
      $0.stopsRadio = { $0 != .disconnect }
    },
  ]
}
