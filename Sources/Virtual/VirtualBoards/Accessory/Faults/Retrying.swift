import NearbyAccessory

extension AccessoryFault {
  static let retrying: [AccessoryFault] = [
    .init("needs-initialize-twice-after-stop", "The first initialize after a stop is lost.") {
      $0.onReceive(.initialize, []) { _, history in history.previous == .stop }
    },
    .init(
      "forgets-configuration-on-stop",
      "After a stop no configuration is started without a new initialize."
    ) {
      $0.behaviour = { $0.configurationLife = .untilStop }
    },
    .init(
      "wedges-after-third-retry",
      "After the third initialize that follows a stop nothing is answered on that connection."
    ) {
      $0.onReceive(.initialize, [.wedge]) { _, history in history.retries >= 3 }
    },
    .init(
      "radio-starts-once", "The radio comes on for the first configuration of a connection only."
    ) {
      $0.radio = { _, history in history.configurations <= 1 }
    },
  ]
}
