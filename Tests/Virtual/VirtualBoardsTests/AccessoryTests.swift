import Errors
import LabRuntime
import Links
import NearbyAccessory
import Room
import Testing
import VirtualBoards
import WireFormat

@Suite("A virtual accessory")
struct AccessoryTests {
  static func shareable(
    _ version: SpecificationVersion = .v1_1, session: UInt32 = 0x4F4F, phone: UInt16 = 0x91D8
  ) -> ShareableConfigurationData {
    ShareableConfigurationData(
      version: version, sessionIdentifier: session, staticSTSIV: [1, 2, 3, 4, 5, 6],
      destinationAddress: phone)
  }

  static let versions: [(ConfigurationLayout, SpecificationVersion)] = [
    (.v1_0, .v1_0), (.v1_1, .v1_1), (.v2_0, .v2_0),
  ]

  @Test("is initialized, started, heard at the true distance, and stopped", arguments: versions)
  func exchange(layout: ConfigurationLayout, version: SpecificationVersion) throws {
    let (sizes, heard) = try inLab { lab, room, services in
      let port = try services.accessory(
        lab, room, .init(name: "lock", specification: layout))
      room.place("phone", at: Position(0, 0, 1))
      var phone = ScriptedPhone(lab, room, port)
      try await phone.connect()
      let data = Self.shareable(version)
      try await phone.say([0x0A])
      let size = phone.configuration.map { Int($0.uwb.version.layout.accessoryLength) }
      var heard = [phone.range("before", data)]
      try await phone.configure(data)
      heard.append(phone.range("ranging", data))
      try await phone.say([0x0C])
      heard.append(phone.range("after", data))
      #expect(phone.transcript.count == 6, "\(phone.transcript)")
      return (size, heard)
    }
    #expect(sizes == layout.accessoryLength)
    #expect(heard == [nil, 5, nil])
  }

  @Test("says what a Qorvo kit says, with a source address of its own each time")
  func identity() throws {
    let addresses = try inLab { lab, room, services in
      let port = try services.accessory(lab, room, .init(name: "lock"))
      var phone = ScriptedPhone(lab, room, port)
      try await phone.connect()
      var addresses: [UInt16] = []
      for _ in 0..<20 {
        try await phone.say([0x0A])
        let data = try #require(phone.configuration)
        addresses.append(data.uwb.sourceAddress)
        var expected = data.uwb
        expected.manufacturerIdentifier = 0x3F53F
        expected.modelIdentifier = 3000
        expected.clockDrift = 25
        expected.role = .responder
        #expect(data.uwb == expected)
        #expect(data.preferredUpdateRate == .userInteractive)
      }
      return addresses
    }
    #expect(Set(addresses).count == 20)
  }

  @Test("turns its radio off when the phone is gone, and serves the next one")
  func disconnect() throws {
    let heard = try inLab { lab, room, services in
      let port = try services.accessory(lab, room, .init(name: "lock"))
      room.place("phone", at: Position(0, 0, 1))
      var phone = ScriptedPhone(lab, room, port)
      var heard: [Double?] = []
      for _ in 0..<5 {
        try await phone.connect()
        try await phone.say([0x0A])
        try await phone.configure(Self.shareable())
        heard.append(phone.range("ranging", Self.shareable()))
        phone.disconnect()
        try await phone.wait(.milliseconds(10))
        heard.append(phone.range("gone", Self.shareable()))
      }
      return heard
    }
    #expect(heard == [5, nil, 5, nil, 5, nil, 5, nil, 5, nil])
  }

  @Test("two of them are heard at once, each at its own distance")
  func two() throws {
    let heard = try inLab { lab, room, services in
      let near = try services.accessory(
        lab, room, .init(name: "near"), at: Position(0, 1, 1))
      let far = try services.accessory(
        lab, room, .init(name: "far", framing: .slip), at: Position(0, 10, 1))
      room.place("phone", at: Position(0, 0, 1))
      let first = Self.shareable()
      var second = Self.shareable(session: 0x5050, phone: 0x2222)
      second.rangingDuration = 198
      var one = ScriptedPhone(lab, room, near)
      var other = ScriptedPhone(lab, room, far, framing: .slip)
      try await one.connect()
      try await other.connect()
      try await one.send([0x0A])
      try await other.say([0x0A])
      try await one.listen(.milliseconds(1))
      try await one.configure(first)
      try await other.configure(second)
      return [one.range("near", first), other.range("far", second)]
    }
    #expect(heard == [1, 10])
  }

  @Test(
    "hostile bytes never end it: afterwards a full exchange works",
    arguments: StreamFraming.allCases, 0..<8)
  func hostile(framing: StreamFraming, seed: Int) throws {
    let heard = try inLab(seed: UInt64(seed)) { lab, room, services in
      let port = try services.accessory(lab, room, .init(name: "lock", framing: framing))
      room.place("phone", at: Position(0, 0, 1))
      var random = lab.random("hostile")
      var phone = ScriptedPhone(lab, room, port, framing: framing)
      try await phone.connect()
      for _ in 0..<400 {
        let bytes = random.bytes(random.index(below: 80))
        switch random.index(below: 12) {
        case 0:
          phone.disconnect()
          try await phone.connect()
        case 1: try await phone.sendRaw(random.bytes(5000))
        case 2...4: try await phone.sendRaw(bytes)
        case 5: try await phone.send([0x0B] + Self.shareable().encode())
        case 6: try await phone.send([0x0B] + bytes)
        default:
          let identifier = [0x0A, 0x0B, 0x0C, 0xFF][random.index(below: 4)] as UInt8
          try await phone.send([identifier] + bytes.prefix(random.index(below: 3)))
        }
        try await phone.listen(.microseconds(100))
      }
      phone.disconnect()
      try await phone.connect()
      try await phone.say([0x0A])
      try await phone.configure(Self.shareable())
      return phone.range("ranging", Self.shareable())
    }
    #expect(heard == 5)
  }

  @Test("an unknown personality is refused with those that exist")
  func personality() {
    let lab = Lab.simulated(seed: 1)
    let error = #expect(throws: RigError.self) {
      try VirtualAccessory(
        lab: lab, room: Room(seed: 1), settings: .init(name: "lock", personality: "nobody"))
    }
    #expect(error?.code == .usage)
    #expect(error?.reason.contains("reference") == true)
  }
}
