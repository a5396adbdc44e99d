import RangingOOB

extension OOBFault {
  /// Faults of the GATT server, of the Find Hub network and of motion.
  static let device: [OOBFault] = [
    .init("lacks-notifications", "The characteristic does not notify.") {
      $0.device.lacksNotifications = true
    },
    .init("notifies-unasked", "Notifications come before they are turned on.") {
      $0.device.notifiesUnasked = true
    },
    .init("cuts-notifications", "What does not fit into a notification is cut.") {
      $0.device.cutsNotifications = true
    },
    .init("cuts-long-writes", "Of a long write the first 20 bytes are taken.") {
      $0.device.cutsLongWrites = true
      $0.onReceive(.configurationRequest, []) { message, _ in message.count < 21 }
    },
    .init("second-phone-ends-first", "A second phone ends the session of the first.") {
      $0.device.secondCentralEndsFirst = true
    },
    .init("keeps-nonce", "A nonce is good for as many operations as one likes.") {
      $0.device.keepsNonce = true
    },
    .init("keeps-nonce-of-failure", "A refused operation does not use its nonce up.") {
      $0.device.keepsNonceOfFailure = true
    },
    .init("takes-any-key", "Operations with any proof are taken.") { $0.device.takesAnyKey = true },
    .init("takes-first-key", "Of the account keys the first alone is taken.") {
      $0.device.takesFirstKeyOnly = true
    },
    .init("answers-with-first-key", "The first account key proves every answer.") {
      $0.device.answersWithFirstKey = true
    },
    .init("proves-without-end", "The proof of an answer leaves the last byte out.") {
      $0.device.provesWithoutEnd = true
    },
    .init("reads-any-length", "The data length is not looked at.") {
      $0.device.readsAnyLength = true
    },
    .init("takes-any-operation", "The data id is not looked at.") {
      $0.device.takesAnyOperation = true
    },
    .init("answers-late", "The response to a write comes before the notification.") {
      $0.device.answersLate = true
    },
    .init("proves-stop-without-data", "The proof of a stop must leave its data out.") {
      $0.device.provesStopWithoutData = true
    },
    .init("checks-always", "Proofs are checked in the mode of unwanted tracking too.") {
      $0.device.checksAlways = true
    },
    .init("never-answers-configuration", "A configuration is not answered.") {
      $0.behaviour = { $0.answersConfiguration = false }
    },
    .init("motion-as-degrees", "Motion is told in degrees.") {
      $0.onSend(.motion) { bytes, _ in [Array(bytes.prefix(2)) + [30]] }
    },
    .init("old-motion", "Motion has version 1.") {
      $0.onSend(.motion) { bytes, _ in [[1] + Array(bytes.dropFirst())] }
    },
    .init("slight-motion", "Every motion is told as a slight one.") {
      $0.onSend(.motion) { bytes, _ in [Array(bytes.prefix(2)) + [1]] }
    },
    .init("repeats-motion-number", "The number of motion stays the same.") {
      $0.device.repeatsMotionNumber = true
    },
    .init("floods-motion", "Motion is told ten times a second.") { $0.device.floodsMotion = true },
    .init("breaks-before-make", "It announces make before break, and ends one for the other.") {
      $0.onCapabilities { $0.tail?.transitioning = .makeBeforeBreak }
    },
  ]
}
