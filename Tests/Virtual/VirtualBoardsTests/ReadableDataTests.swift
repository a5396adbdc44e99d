import LabRuntime
import Links
import NearbyAccessory
import Room
import Testing
import VirtualBoards

@Suite("The readable configuration data of a virtual accessory")
struct ReadableDataTests {
  /// A central with its connection to a device.
  private struct Central {
    let connection: any GATTConnection
    let channel = GATTLayout.nordicUART
    var data: [UInt8] = []

    init(_ device: VirtualGATTAccessory, _ name: String, _ lab: Lab) async throws {
      connection = try await device.central(name).connect(until: lab.now.advanced(by: .seconds(5)))
      _ = try await connection.exchangeMTU(247)
      try await connection.encrypt()
      try await connection.setNotifications(true, of: handle(channel.transmit))
    }

    func handle(_ characteristic: GATTCharacteristic) -> GATTHandle {
      GATTHandle(
        service: channel.service.uuid, characteristic: characteristic.uuid, instance: 0)
    }

    /// Writes a message and gives the one that comes next.
    func say(_ message: [UInt8], _ lab: Lab) async throws -> [UInt8] {
      try await connection.write(message, to: handle(channel.receive), withResponse: true)
      let event = try await connection.events.receive(until: lab.now.advanced(by: .seconds(1)))
      guard case .notified(_, let chunk) = event else { return [] }
      return chunk.bytes
    }

    mutating func start(_ version: SpecificationVersion, _ lab: Lab) async throws {
      data = Array(try await say([0x0A], lab).dropFirst())
      let blob = try AccessoryTests.shareable(version).encode()
      #expect(try await say([0x0B] + blob, lab) == [0x02])
    }

    func value(_ instance: Int) async throws -> [UInt8] {
      try await connection.read(
        GATTHandle(
          service: GATTLayout.nearbyInteraction.uuid,
          characteristic: GATTLayout.configurationData.uuid, instance: instance))
    }
  }

  private static func withDevice<Value: Sendable>(
    _ personality: String, _ layout: ConfigurationLayout = .v1_1,
    _ body: @escaping @Sendable (VirtualGATTAccessory, Lab) async throws -> Value
  ) throws -> Value {
    try inLab { lab, room, _ in
      room.place("tag", at: Position(3, 4, 1))
      let device = try VirtualGATTAccessory(
        lab: lab, room: room,
        settings: .init(name: "tag", specification: layout, personality: personality),
        layout: .init(
          dataChannel: GATTLayout.nordicUART, hasNearbyInteraction: true, sessions: 2))
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await device.serve(MemoryPort(lab, name: "tag")) }
        defer { group.cancelAll() }
        return try await body(device, lab)
      }
    }
  }

  static let after: [(String, ConfigurationLayout, SpecificationVersion, Int?)] = [
    ("reference", .v1_1, .v1_1, nil), ("nxp-stella", .v1_1, .v1_1, 50),
    ("canvas", .v1_1, .v1_1, 48), ("canvas", .v1_0, .v1_0, 48), ("nrfuwb", .v1_1, .v1_1, nil),
  ]

  @Test("is the data until did-start, and then what its maker's firmware leaves", arguments: after)
  func afterStart(
    personality: String, layout: ConfigurationLayout, version: SpecificationVersion, zeros: Int?
  ) throws {
    let (value, data) = try Self.withDevice(personality, layout) { device, lab in
      var central = try await Central(device, "phone", lab)
      try await central.start(version, lab)
      return (try await central.value(0), central.data)
    }
    #expect(value == (zeros.map { [UInt8](repeating: 0, count: $0) } ?? data))
  }

  @Test("is never written by Stella in a specification other than 1.1")
  func onlyOneVersion() throws {
    let value = try Self.withDevice("nxp-stella", .v1_0) { device, lab in
      var central = try await Central(device, "phone", lab)
      try await central.start(.v1_0, lab)
      return try await central.value(0)
    }
    #expect(value.isEmpty)
  }

  @Test("stays with Stella while another session ranges")
  func severalSessions() throws {
    let (values, data) = try Self.withDevice("nxp-stella") { device, lab in
      var first = try await Central(device, "phone", lab)
      try await first.start(.v1_1, lab)
      var second = try await Central(device, "another phone", lab)
      try await second.start(.v1_1, lab)
      return ([try await first.value(0), try await first.value(1)], second.data)
    }
    #expect(values == [[UInt8](repeating: 0, count: 50), data])
  }

  @Test("is not touched by an Android phone")
  func android() throws {
    let (before, after, answer) = try Self.withDevice("nxp-stella") { device, lab in
      let central = try await Central(device, "phone", lab)
      _ = try await central.say([0x0A], lab)
      let before = try await central.value(0)
      let answer = try await central.say([0xA5], lab)
      let phone = UwbPhoneConfigurationData(
        sessionIdentifier: 7, profile: 1, deviceRangingRole: 1, macAddress: [1, 2])
      #expect(try await central.say([0x0B] + phone.encode(), lab) == [0x02])
      return (before, try await central.value(0), answer)
    }
    #expect(before.count == 37)
    #expect(after == before)
    #expect(answer.count == 19)
  }
}
