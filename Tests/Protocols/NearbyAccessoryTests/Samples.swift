import NearbyAccessory

/// Blobs that the tests start from.
enum Samples {
  static func accessory(
    _ version: SpecificationVersion = .v1_1, address: UInt16 = 0x1234
  ) -> AccessoryConfigurationData {
    AccessoryConfigurationData(
      uwb: UWBConfigurationData(
        version: version, manufacturerIdentifier: 0x3F53F, modelIdentifier: 3000,
        sourceAddress: address))
  }

  static func shareable(
    _ version: SpecificationVersion = .v1_1, session: UInt32 = 0x4F4F, address: UInt16 = 0x91D8
  ) -> ShareableConfigurationData {
    ShareableConfigurationData(
      version: version, sessionIdentifier: session, staticSTSIV: [1, 2, 3, 4, 5, 6],
      destinationAddress: address)
  }

  static let versions: [SpecificationVersion] = [.v1_0, .v1_1, .v2_0]
}
