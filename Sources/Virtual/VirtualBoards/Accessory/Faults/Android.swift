import NearbyAccessory

extension AccessoryFault {
  /// Faults in speaking to Android phones; they show on personalities that do.
  static let android: [AccessoryFault] = [
    .init("speaks-android", "The initialize of NXP's demonstration for Android is answered.") {
      $0.behaviour = { $0.android = .nxp(chip: [0xD4, 0x02]) }
    },
    .init(
      "big-endian-profile-mask",
      "The mask of profiles is written as NXP's Android application reads it, big-endian."
    ) {
      $0.configuration = { body, _ in
        guard body.count == UwbDeviceConfigurationData.length else { return }
        body.replaceSubrange(11..<15, with: body[11..<15].reversed())
      }
    },
    .init("offers-no-profile", "The mask of profiles for Android phones is empty.") {
      $0.configuration = { body, _ in
        guard body.count == UwbDeviceConfigurationData.length else { return }
        body.replaceSubrange(11..<15, with: [0, 0, 0, 0])
      }
    },
    .init("reads-android-big-endian", "The configuration of an Android phone is read big-endian.") {
      $0.behaviour = {
        $0.android?.readsBigEndian = true
        $0.android?.checksVersion = false
      }
    },
    .init(
      "fills-android-configuration",
      "A configuration of an Android phone that is cut short is filled up and started."
    ) {
      $0.onReceive(.configureAndStart) { message, history in
        let missing = 15 - message.count
        guard history.speaksAndroid, missing > 0 else { return [.take(message)] }
        let whole: [UInt8] = [0x0B, 1, 0, 0, 0, 1, 0, 0, 0, 10, 9, 1, 1, 0x34, 0x12]
        return [.take(message + whole.suffix(missing))]
      }
    },
    .init("starts-any-profile", "A profile that is not offered to an Android phone is started.") {
      $0.onReceive(.configureAndStart) { message, history in
        guard history.speaksAndroid, message.count == 15 else { return [.take(message)] }
        return [.take(message[0..<11] + [1] + message[12...])]
      }
    },
    .init(
      "stays-android", "Once an Android phone has initialized, every initialize is one of Android."
    ) {
      $0.onReceive(.initialize) { message, history in
        history.speaksAndroid ? [.take([0xA5])] : [.take(message)]
      }
    },
  ]
}
