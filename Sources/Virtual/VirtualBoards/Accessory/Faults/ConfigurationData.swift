import NearbyAccessory

/// Offsets in accessory configuration data, from its first byte.
private enum Offset {
  static let majorVersion = 0
  static let updateRate = 4
  static let reserved = 5
  static let inner = AccessoryConfigurationData.headerLength
  static let minorVersion = inner + 2
  static let manufacturer = inner + 4
  static let model = inner + 8
  static let role = inner + 16
  static let sourceAddress = inner + 17
  static let drift = inner + 19
  static let innerReserved = inner + 21
  static let hopping = inner + 25
  static let slots = inner + 26
}

extension [UInt8] {
  fileprivate mutating func put(_ bytes: [UInt8], at offset: Int) {
    for (index, byte) in bytes.enumerated() where indices.contains(offset + index) {
      self[offset + index] = byte
    }
  }
}

extension AccessoryFault {
  private init(
    _ name: String, _ summary: String, since: ConfigurationLayout = .v1_0, put bytes: [UInt8],
    at offset: Int
  ) {
    self.init(name, summary, since: since) {
      $0.configuration = { body, _ in body.put(bytes, at: offset) }
    }
  }

  static let configurationData: [AccessoryFault] = [
    .init(
      "trailing-bytes-after-acd",
      "One byte follows the configuration data that the length byte does not count."
    ) {
      $0.configuration = { body, _ in body.append(0) }
    },
    .init(
      "outer-version-2", "The wrapper of the configuration data has the version 2.0.",
      put: [2, 0], at: Offset.majorVersion),
    .init(
      "rfu-not-zero", "The reserved bytes of the configuration data are not zero.",
      put: [0x55, 0xAA], at: Offset.reserved),
    .init(
      "update-rate-5", "The preferred update rate is 5, which means nothing.",
      put: [5], at: Offset.updateRate),
    .init(
      "inner-length-mismatch",
      "The UWB part names another version than the one whose length it has."
    ) {
      $0.configuration = { body, history in
        let wrong: UInt16 = history.version.layout == .v1_0 ? 1 : 0
        // 2.0 becomes 1.0, 1.1 becomes 1.0, 1.0 becomes 1.1.
        body.put([1, 0] + wrong.wireOrder, at: Offset.inner)
      }
    },
    .init(
      "role-2", "The ranging role is 2, which two-way ranging does not have.",
      put: [2], at: Offset.role),
    .init(
      "drift-zero", "The clock drift is 0 ppm, which no crystal keeps.", since: .v1_1,
      put: [0, 0], at: Offset.drift),
    .init(
      "source-address-zero", "The source address is 0x0000, which no board may have.",
      put: [0, 0], at: Offset.sourceAddress),
    .init(
      "five-slots", "Five slots in a round are asked for, too few for deferred ranging.",
      since: .v2_0,
      put: [5, 0], at: Offset.slots),
    .init(
      "hopping-mode-2", "Hopping of mode 2 is asked for, which does not exist.", since: .v2_0,
      put: [2], at: Offset.hopping),
    .init(
      "minor-version-9", "The UWB part names a minor version that does not exist.",
      put: [9, 0], at: Offset.minorVersion),
    .init(
      "erased-identity", "The manufacturer of the chipset is that of erased memory.",
      put: [0xFF, 0xFF, 0xFF, 0xFF], at: Offset.manufacturer),
    .init(
      "inner-rfu-not-zero", "The reserved bytes of the UWB part are not zero.", since: .v2_0,
      put: [0x55, 0xAA], at: Offset.innerReserved),
    .init("model-changes", "Every configuration data names another chipset model.") {
      $0.configuration = { body, history in
        body.put(UInt16(truncatingIfNeeded: history.initializes).wireOrder, at: Offset.model)
      }
    },
  ]
}
