import NearbyAccessory

extension AccessoryFault {
  /// Faults that no case provokes: they show in whatever is done.
  static let unprovoked: [AccessoryFault] = [
    .init("stray-bytes", "A line of text goes out before every message.") {
      $0.strayBytes = Array("-> ready\r\n".utf8)
    },
    .init("did-stop-every-two-seconds", "Did-stop comes every two seconds, asked for or not.") {
      $0.onSend(.accessoryConfigurationData) { message, history in
        let stop = AccessoryMessage.didStop().encode()
        guard history.initializes <= 1 else { return [.now(message)] }
        return [
          .now(message), Delivery(bytes: stop, delay: .seconds(2), interval: .seconds(2)),
        ]
      }
    },
    .init("did-stop-of-200-bytes", "Did-stop has a body of 200 bytes.") {
      $0.onSend(.didStop) { message, _ in [.now(message + [UInt8](repeating: 0x5A, count: 200))] }
    },
    .init(
      "third-update-rate-5", "Every third configuration data has an update rate that means nothing."
    ) {
      $0.configuration = { body, history in
        if history.initializes % 3 == 0, body.count > 4 { body[4] = 5 }
      }
    },
    .init(
      "manufacturer-by-connection", "Each connection is told another manufacturer of the chipset."
    ) {
      $0.configuration = { body, history in
        let place = AccessoryConfigurationData.headerLength + 4
        if body.count > place { body[place] = UInt8(truncatingIfNeeded: history.connections) }
      }
    },
    .init(
      "reports-without-claim", "A text for a person follows each configuration data, unclaimed."
    ) {
      $0.onSend(.accessoryConfigurationData) { message, _ in
        [.now(message), .now([0x2F, 4, 0, 0x6F, 0x6B])]
      }
    },
    .init(
      "configuration-every-three-seconds",
      "Configuration data come again three seconds after they were asked for."
    ) {
      $0.onSend(.accessoryConfigurationData) { message, _ in
        [.now(message), .after(.seconds(3), message)]
      }
    },
  ]
}
