import NearbyAccessory
import Testing
import WireFormat

struct BlobTests {
  @Test(
    "configuration data has the length of its version",
    arguments: [(.v1_0, 35), (.v1_1, 37), (.v2_0, 48)] as [(SpecificationVersion, Int)])
  func accessoryLength(version: SpecificationVersion, length: Int) throws {
    let data = Samples.accessory(version)
    let bytes = try data.encode()
    #expect(bytes.count == length)
    #expect(Int(bytes[15]) == length - 16)
    let again = try AccessoryConfigurationData.decode(bytes)
    #expect(try again.encode() == bytes)
    #expect(again.uwb.version == version)
    #expect(again.uwb.sourceAddress == 0x1234)
  }

  @Test("configuration data cut at any length is an error inside it", arguments: Samples.versions)
  func accessoryCut(version: SpecificationVersion) throws {
    let bytes = try Samples.accessory(version).encode()
    for length in 0..<bytes.count {
      let error = #expect(throws: WireError.self) {
        try AccessoryConfigurationData.decode(Array(bytes[..<length]))
      }
      #expect(error?.code == .truncated)
      #expect(error?.message == "ACD")
      #expect((error?.offset ?? .max) <= length)
    }
  }

  @Test("a field missing inside the UWB part is placed in the whole blob")
  func innerOffset() throws {
    var bytes = try Samples.accessory(.v1_1).encode()
    bytes[15] = 20
    let error = #expect(throws: WireError.self) { try AccessoryConfigurationData.decode(bytes) }
    #expect(error?.field == "ClockDrift")
    #expect(error?.offset == 35)
  }

  @Test("reserved, extra and trailing bytes of configuration data survive")
  func accessoryExtras() throws {
    var bytes = try Samples.accessory(SpecificationVersion(3, 7)).encode()
    for offset in 5..<15 { bytes[offset] = UInt8(offset) }
    bytes[15] += 3
    bytes += [0xE1, 0xE2, 0xE3, 0xF1]
    let data = try AccessoryConfigurationData.decode(bytes)
    #expect(data.uwb.extra == [0xE1, 0xE2, 0xE3])
    #expect(data.trailing == [0xF1])
    #expect(data.reserved == Array(5..<15))
    #expect(data.uwb.request.slotsPerRound == 25)
    #expect(try data.encode() == bytes)
  }

  @Test(
    "shareable data has the length of its version",
    arguments: [(.v1_0, 28), (.v1_1, 30), (.v2_0, 35)] as [(SpecificationVersion, Int)])
  func shareableLength(version: SpecificationVersion, length: Int) throws {
    let data = Samples.shareable(version)
    let bytes = try data.encode()
    #expect(bytes.count == length)
    #expect(Int(bytes[4]) == length - 5)
    let again = try ShareableConfigurationData.decode(bytes)
    #expect(try again.encode() == bytes)
  }

  @Test("shareable data cut at any length is an error", arguments: Samples.versions)
  func shareableCut(version: SpecificationVersion) throws {
    let bytes = try Samples.shareable(version).encode()
    for length in 0..<bytes.count {
      let error = #expect(throws: WireError.self) {
        try ShareableConfigurationData.decode(Array(bytes[..<length]))
      }
      #expect(error?.code == .truncated)
      #expect(error?.message == "SCD")
    }
  }

  @Test("reserved and trailing bytes of shareable data survive, whatever its length byte says")
  func shareableExtras() throws {
    var bytes = try Samples.shareable(.v2_0).encode()
    bytes.replaceSubrange(30..<34, with: [1, 2, 3, 4])
    bytes[4] = 0xEE
    bytes += [0x77]
    let data = try ShareableConfigurationData.decode(bytes)
    #expect(data.reserved == 0x0403_0201)
    #expect(data.declaredLength == 0xEE)
    #expect(data.trailing == [0x77])
    #expect(try data.encode() == bytes)
  }

  @Test("a blob that cannot be written is an error")
  func unwritable() {
    var shareable = Samples.shareable()
    shareable.staticSTSIV = [1, 2, 3]
    #expect(throws: WireError.self) { try shareable.encode() }
    var accessory = Samples.accessory()
    accessory.reserved = []
    #expect(throws: WireError.self) { try accessory.encode() }
    accessory = Samples.accessory()
    accessory.uwb.extra = [UInt8](repeating: 0, count: 240)
    #expect(throws: WireError.self) { try accessory.encode() }
  }

  @Test("a country that is no two letters is shown as bytes")
  func country() {
    #expect(ShareableConfigurationData.CountryCode.europe.description == "EU")
    #expect(ShareableConfigurationData.CountryCode(0x1B, 0x5B).description == "0x1b5b")
  }

  @Test("the data channels have a way in each direction", arguments: GATTLayout.dataChannels)
  func dataChannels(channel: GATTDataChannel) {
    #expect(channel.receive.properties.contains(.write))
    #expect(channel.transmit.properties.contains(.notify))
    #expect(channel.service.characteristics.contains(channel.receive))
    #expect(channel.service.characteristics.contains(channel.transmit))
    let all = channel.service.characteristics.map(\.uuid) + [channel.service.uuid]
    #expect(all.allSatisfy { $0.utf8.count == 36 && $0 == $0.uppercased() })
  }
}
