import NearbyAccessory
import Testing
import WireFormat

struct CaptureTests {
  @Test("captured configuration data holds the listed fields and encodes to the same bytes")
  func accessoryConfigurationData() throws {
    let vectors = try Vector.load("acd")
    #expect(vectors.map(\.name) == ["A1", "A2", "A4", "A9"])
    for vector in vectors {
      let bytes = try vector.bytes()
      guard vector.kind == "message" else {
        // The part alone was captured: behind a wrapper of the usual values.
        let blob: [UInt8] =
          [1, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 10) + [UInt8(bytes.count)] + bytes
        let data = try AccessoryConfigurationData.decode(blob)
        #expect(fields(of: data.uwb) == vector.fields, "\(vector.testDescription)")
        #expect(try data.encode() == blob)
        continue
      }
      let message = try AccessoryMessage.decode(bytes, direction: .accessoryToPhone)
      #expect(message.encode() == bytes)
      guard case .accessoryConfigurationData(let blob) = message else {
        Issue.record("\(vector.name) is \(message)")
        continue
      }
      let data = try AccessoryConfigurationData.decode(blob)
      var found = fields(of: data.uwb)
      found["major"] = .number(Int(data.majorVersion))
      found["minor"] = .number(Int(data.minorVersion))
      found["rate"] = .number(Int(data.preferredUpdateRate.rawValue))
      #expect(found == vector.fields, "\(vector.testDescription)")
      #expect(try data.encode() == blob)
      #expect(AcceptancePolicy.strict.review(blob) == .accepted(data, warnings: []))
    }
  }

  private func fields(of part: UWBConfigurationData) -> [String: Vector.Value] {
    [
      "specMajor": .number(Int(part.version.major)), "specMinor": .number(Int(part.version.minor)),
      "manufacturer": .number(Int(part.manufacturerIdentifier)),
      "model": .number(Int(part.modelIdentifier)),
      "middleware": .number(Int(part.middlewareVersion)), "role": .number(Int(part.role.rawValue)),
      "address": .number(Int(part.sourceAddress)), "drift": .number(Int(part.clockDrift)),
    ]
  }

  @Test("captured shareable data holds the listed fields and encodes to the same bytes")
  func shareableConfigurationData() throws {
    let vectors = try Vector.load("scd")
    #expect(vectors.map(\.name) == ["S1", "S3"])
    for vector in vectors {
      let bytes = try vector.bytes()
      let data = try ShareableConfigurationData.decode(bytes)
      let found: [String: Vector.Value] = [
        "specMajor": .number(Int(data.version.major)),
        "specMinor": .number(Int(data.version.minor)),
        "declaredLength": .number(Int(data.declaredLength)),
        "country": .text(data.country.description),
        "session": .number(Int(data.sessionIdentifier)),
        "preamble": .number(Int(data.preambleCode)), "channel": .number(Int(data.channel)),
        "slots": .number(Int(data.slotsPerRound)),
        "slotDuration": .number(Int(data.slotDuration)),
        "duration": .number(Int(data.rangingDuration)),
        "roundControl": .number(Int(data.roundControl)),
        "iv": .text(Hexadecimal.encode(data.staticSTSIV)),
        "address": .number(Int(data.destinationAddress)), "drift": .number(Int(data.clockDrift)),
      ]
      #expect(found == vector.fields, "\(vector.testDescription)")
      #expect(try data.encode() == bytes)
    }
  }

  @Test("the defaults of shareable data are those of the captures")
  func defaults() throws {
    let bytes = try #require(try Vector.load("scd").first).bytes()
    let data = ShareableConfigurationData(
      sessionIdentifier: 0x4F4F, staticSTSIV: [0x1B, 0xAF, 0x75, 0x65, 0x52, 0x38],
      destinationAddress: 0x91D8)
    #expect(try data.encode() == bytes)
  }

  @Test("the captured Android blob is read little-endian and encodes to the same bytes")
  func android() throws {
    let vector = try #require(try Vector.load("android").first)
    let blob = Array(try vector.bytes().dropFirst())
    let data = try UwbDeviceConfigurationData.decode(blob)
    #expect(blob.count == 18)
    #expect(data.profiles == [1, 2, 3])
    let found: [String: Vector.Value] = [
      "specMajor": .number(Int(data.version.major)), "specMinor": .number(Int(data.version.minor)),
      "chip": .text(Hexadecimal.encode(data.chipIdentifier)),
      "firmware": .text(Hexadecimal.encode(data.chipFirmware)),
      "middleware": .text(Hexadecimal.encode(data.middleware)),
      "mask": .number(Int(data.profileMask)), "roles": .number(Int(data.rangingRoles)),
      "mac": .text(Hexadecimal.encode(data.macAddress)),
    ]
    #expect(found == vector.fields)
    #expect(try data.encode() == blob)
  }

  @Test("the Android phone blob has 14 bytes and comes back")
  func androidPhone() throws {
    let data = UwbPhoneConfigurationData(
      sessionIdentifier: 0x0102_0304, profile: 1, deviceRangingRole: 2, macAddress: [0xAB, 0xCD])
    let bytes = try data.encode()
    #expect(Hexadecimal.encode(bytes) == "01000000040302010a090102abcd")
    #expect(try UwbPhoneConfigurationData.decode(bytes) == data)
    for length in 0..<14 {
      #expect(throws: WireError.self) {
        try UwbPhoneConfigurationData.decode(Array(bytes[..<length]))
      }
    }
  }
}
