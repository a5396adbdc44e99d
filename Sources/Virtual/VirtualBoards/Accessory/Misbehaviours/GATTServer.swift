extension AccessoryMisbehaviour {
  /// Faults of the GATT server; they show on boards with `gatt`.
  static let gatt: [AccessoryMisbehaviour] = [
    AccessoryMisbehaviour("no-tx-characteristic", "The data channel has no TX characteristic.") {
      $0.gatt.lacksTransmit = true
    },
    AccessoryMisbehaviour("tx-without-cccd", "Notifications cannot be turned on.") {
      $0.gatt.lacksClientConfiguration = true
    },
    AccessoryMisbehaviour("no-write-commands", "RX takes no write without response.") {
      $0.gatt.refusesWriteCommands = true
    },
    AccessoryMisbehaviour("notifies-unasked", "Messages are notified before the CCCD is enabled.") {
      $0.gatt.notifiesUnasked = true
    },
    AccessoryMisbehaviour("splits-notifications", "A message of more than 20 bytes comes in two.") {
      $0.gatt.splitsNotifications = true
    },
    AccessoryMisbehaviour(
      "cuts-data-to-fit",
      "Configuration data that does not fit is cut, and its length byte with it."
    ) {
      $0.gatt.cutsDataToFit = true
    },
    AccessoryMisbehaviour("no-ni-service", "The Nearby Interaction service is missing.") {
      $0.gatt.lacksNearbyInteraction = true
    },
    AccessoryMisbehaviour(
      "configuration-data-readable-by-all", "The configuration data is read without encryption."
    ) {
      $0.gatt.readsUnencrypted = true
    },
    AccessoryMisbehaviour(
      "value-with-identifier", "The readable configuration data begins with the identifier 0x01."
    ) {
      $0.gatt.valueHasIdentifier = true
    },
    AccessoryMisbehaviour(
      "keeps-first-value", "The readable configuration data stays that of the first initialize."
    ) {
      $0.gatt.keepsFirstValue = true
    },
    AccessoryMisbehaviour(
      "zeroes-value-after-start", "The readable configuration data is zeros after did-start."
    ) {
      $0.gatt.zeroesValue = true
    },
    AccessoryMisbehaviour("stays-hidden", "After a disconnection it advertises no more.") {
      $0.gatt.doesNotReadvertise = true
    },
    AccessoryMisbehaviour("loses-bonds", "A reset forgets every bond.") {
      $0.gatt.losesBonds = true
    },
    AccessoryMisbehaviour("advertises-no-service", "The advertisement names no service.") {
      $0.gatt.advertisesNothing = true
    },
    AccessoryMisbehaviour(
      "second-central-ends-first", "What a second central writes ends the session of the first."
    ) {
      $0.gatt.secondCentralEndsFirst = true
    },
    AccessoryMisbehaviour("notifies-everyone", "Every central hears what is meant for one.") {
      $0.gatt.notifiesEveryone = true
    },
    AccessoryMisbehaviour(
      "serves-one-central-ever", "Only the first central since the reset is served."
    ) {
      $0.gatt.wedgesAfterFirstCentral = true
    },
    AccessoryMisbehaviour(
      "one-value-for-all", "All sessions share the readable configuration data of the first."
    ) {
      $0.gatt.hasOneValueForAll = true
    },
  ]
}
