import LabRuntime
import NearbyAccessory
import NearbySession
import Testing
import UCI
import UCIHost

@Suite("What the phone chooses for an accessory")
struct ExchangeSettingsTests {
  private func shareable(
    for accessory: AccessoryConfigurationData, seed: UInt64 = 1
  ) -> ShareableConfigurationData {
    var random = LabRandom(seed: seed, stream: "shareable data")
    return ExchangeSettings().shareable(for: accessory, random: &random)
  }

  @Test(
    "has the version of the accessory, and grants what that asks for from 2.0 on",
    arguments: [
      (SpecificationVersion.v1_0, 28, SpecificationVersion.v1_0), (.v1_1, 30, .v1_1),
      (.v2_0, 35, .v2_0), (SpecificationVersion(3, 0), 35, .v2_0),
    ])
  func versions(
    _ version: SpecificationVersion, _ length: Int, _ answer: SpecificationVersion
  ) {
    let shareable = shareable(
      for: AccessoryConfigurationData(
        uwb: UWBConfigurationData(
          version: version, sourceAddress: 0x1234,
          request: .init(hoppingMode: 1, slotsPerRound: 8, slotDuration: 2400, interval: 240))))
    #expect(shareable.version == answer)
    #expect(shareable.byteCount == length)
    #expect(shareable.rangingDuration == (answer == .v2_0 ? 240 : 180))
    #expect(shareable.hoppingMode == (answer == .v2_0 ? 1 : 0))
  }

  @Test(
    "follows the preferred update rate",
    arguments: [
      (PreferredUpdateRate.automatic, UInt16(180)), (.userInteractive, 180), (.infrequent, 774),
    ])
  func intervals(_ rate: PreferredUpdateRate, _ interval: UInt16) {
    let accessory = AccessoryConfigurationData(
      preferredUpdateRate: rate, uwb: UWBConfigurationData(sourceAddress: 0x1234))
    #expect(shareable(for: accessory).rangingDuration == interval)
  }

  @Test("is random each time, in a session whose upper half is 0")
  func fresh() {
    var random = LabRandom(seed: 1, stream: "shareable data")
    let accessory = AccessoryConfigurationData(uwb: UWBConfigurationData(sourceAddress: 0x1234))
    let blobs = (0..<20).map { _ in
      ExchangeSettings().shareable(for: accessory, random: &random)
    }
    #expect(Set(blobs.map(\.staticSTSIV)).count == 20)
    #expect(Set(blobs.map(\.destinationAddress)).count == 20)
    #expect(blobs.allSatisfy { $0.sessionIdentifier > 0 && $0.sessionIdentifier <= 0xFFFF })
  }

  @Test("never takes the address of the accessory", arguments: [UInt16(1), 2, 0xFFFD])
  func addresses(_ taken: UInt16) {
    var random = LabRandom(seed: 3, stream: "addresses")
    let data = AccessoryConfigurationData(uwb: UWBConfigurationData(sourceAddress: taken))
    for _ in 0..<200_000 {
      let blob = ExchangeSettings().shareable(for: data, random: &random)
      guard blob.destinationAddress == taken || blob.destinationAddress == 0 else { continue }
      Issue.record("the address \(blob.destinationAddress)")
      return
    }
  }

  @Test(
    "gives the phone's radio the other side than the accessory, and what the blob says",
    arguments: [(RangingRole.responder, UInt8(1)), (.initiator, 0)])
  func radio(_ role: RangingRole, _ type: UInt8) {
    let accessory = AccessoryConfigurationData(
      uwb: UWBConfigurationData(role: role, sourceAddress: 0x1234))
    var shareable = shareable(for: accessory)
    shareable.rangingDuration = 162
    let order = RadioOrder(shareable, accessory)
    #expect(order.sessionIdentifier == shareable.sessionIdentifier)
    #expect(order.peerAddress == 0x1234)
    let list = order.parameters.tlvs(dialect: .fira2)
    let value = { (id: AppConfigID) in list.first { $0.id == id }?.value }
    #expect(value(.deviceType) == [type])
    #expect(value(.deviceRole) == [type])
    #expect(value(.vendorID) == [0x4C, 0x00])
    #expect(value(.staticSTSIV) == shareable.staticSTSIV)
    #expect(value(.slotsPerRR) == [6])
    #expect(value(.slotDuration) == [0x10, 0x0E])
    #expect(value(.rangingDuration) == [162, 0, 0, 0])
    #expect(value(.preambleCodeIndex) == [11])
    #expect(value(.rangingRoundUsage) == [2])
    // 3 is what a board does anyway.
    #expect(value(.rangingRoundControl) == nil)
    #expect(value(.dstMACAddress) == [0x34, 0x12])
    let own = shareable.destinationAddress
    #expect(value(.deviceMACAddress) == [UInt8(own & 0xFF), UInt8(own >> 8)])
  }
}
