import NearbyAccessory

extension AccessoryFault {
  static let initialization: [AccessoryFault] = [
    .init("answers-initialize-twice", "One initialize is answered with two configuration data.") {
      $0.onSend(.accessoryConfigurationData) { message, _ in [.now(message), .now(message)] }
    },
    .init("fixed-source-address", "The source address is the same after every initialize.") {
      $0.address = { _, history in history.ownAddress }
    },
    .init(
      "ignores-second-initialize",
      "An initialize that follows another one without a start between them is not answered."
    ) {
      $0.behaviour = { $0.answersInitializeWhileConfigured = false }
    },
    .init(
      "ignores-initialize-while-ranging", "An initialize while the radio ranges is not answered."
    ) {
      $0.behaviour = { $0.initializeWhileActive = .ignore }
    },
    .init(
      "dies-on-initialize-with-junk", "An initialize with bytes behind it makes the board reset."
    ) {
      $0.onReceive(.initialize, [.die]) { message, _ in message.count > 1 }
    },
    .init(
      "wedges-after-50-initializes",
      "After fifty initializes on one connection nothing is answered until the next."
    ) {
      $0.onReceive(.initialize, [.wedge]) { _, history in history.initializes >= 50 }
    },
  ]
}
