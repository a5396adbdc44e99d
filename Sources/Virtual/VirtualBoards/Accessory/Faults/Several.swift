import NearbyAccessory

extension AccessoryFault {
  /// Faults of the whole board, and those that need a second one to show.
  static let several: [AccessoryFault] = [
    .init("answers-nothing", "Nothing is ever answered.") {
      $0.incoming = { _, _ in [] }
    },
    .init("floods", "Once initialized, the accessory sends did-stop every millisecond for ever.") {
      $0.onSend(.accessoryConfigurationData) { message, _ in
        let stop = AccessoryMessage.didStop().encode()
        return [
          .now(message),
          Delivery(bytes: stop, delay: .milliseconds(1), interval: .milliseconds(1)),
        ]
      }
    },
    .init("same-address-for-all", "Every such accessory has the source address 0x1111.") {
      $0.address = { _, _ in 0x1111 }
    },
    .init("radio-dead-from-third-connection", "From the third connection on the radio stays off.") {
      $0.radio = { _, history in history.connections < 3 }
    },
  ]
}
