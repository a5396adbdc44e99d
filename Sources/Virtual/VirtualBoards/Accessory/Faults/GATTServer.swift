extension AccessoryFault {
  private init(
    _ name: String, _ summary: String, gatt flaw: any WritableKeyPath<GATTFaults, Bool> & Sendable
  ) {
    self.init(name, summary) { $0.gatt[keyPath: flaw] = true }
  }

  /// Faults of the GATT server; they show on boards with `gatt`.
  static let gatt: [AccessoryFault] = [
    .init(
      "no-tx-characteristic", "The data channel has no TX characteristic.",
      gatt: \.lacksTransmit),
    .init(
      "tx-without-cccd", "Notifications cannot be turned on.",
      gatt: \.lacksClientConfiguration),
    .init("no-write-commands", "RX takes no write without response.", gatt: \.refusesWriteCommands),
    .init(
      "notifies-unasked", "Messages are notified before the CCCD is enabled.",
      gatt: \.notifiesUnasked),
    .init(
      "splits-notifications", "A message of more than 20 bytes comes in two.",
      gatt: \.splitsNotifications),
    .init(
      "cuts-data-to-fit",
      "Configuration data that does not fit is cut, and its length byte with it.",
      gatt: \.cutsDataToFit),
    .init(
      "no-ni-service", "The Nearby Interaction service is missing.",
      gatt: \.lacksNearbyInteraction),
    .init(
      "configuration-data-readable-by-all", "The configuration data is read without encryption.",
      gatt: \.readsUnencrypted),
    .init(
      "value-with-identifier", "The readable configuration data begins with the identifier 0x01.",
      gatt: \.valueHasIdentifier),
    .init(
      "keeps-first-value", "The readable configuration data stays that of the first initialize.",
      gatt: \.keepsFirstValue),
    .init(
      "zeroes-value-after-start", "The readable configuration data is zeros after did-start.",
      gatt: \.zeroesValue),
    .init(
      "stays-hidden", "After a disconnection it advertises no more.",
      gatt: \.doesNotReadvertise),
    .init("loses-bonds", "A reset forgets every bond.", gatt: \.losesBonds),
    .init(
      "advertises-no-service", "The advertisement names no service.",
      gatt: \.advertisesNothing),
    .init(
      "second-central-ends-first", "What a second central writes ends the session of the first.",
      gatt: \.secondCentralEndsFirst),
    .init(
      "notifies-everyone", "Every central hears what is meant for one.",
      gatt: \.notifiesEveryone),
    .init(
      "serves-one-central-ever", "Only the first central since the reset is served.",
      gatt: \.wedgesAfterFirstCentral),
    .init(
      "one-value-for-all", "All sessions share the readable configuration data of the first.",
      gatt: \.hasOneValueForAll),
  ]
}
