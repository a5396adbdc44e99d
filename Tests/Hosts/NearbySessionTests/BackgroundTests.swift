import Errors
import Foundation
import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Synchronization
import Testing

/// A device with one value, whose connections a test can end.
private final class FakeDevice: GATTPeripheral {
  let name = "lock"
  let address = "AA:BB"
  let value: [UInt8]
  private let lab: Lab
  private let connections = Mutex<[FakeConnection]>([])

  init(_ lab: Lab, value: [UInt8] = []) {
    self.lab = lab
    self.value = value
  }

  /// Connections so far.
  var count: Int { connections.withLock { $0.count } }
  func hangUp() { connections.withLock { $0.last }?.disconnect() }

  func advertisement() async -> GATTAdvertisement? { GATTAdvertisement(localName: name) }

  func connect(until deadline: LabInstant) async throws(RigError) -> any GATTConnection {
    let connection = FakeConnection(lab, value)
    connections.withLock { $0.append(connection) }
    return connection
  }
}

private final class FakeConnection: GATTConnection {
  let maximumTransmissionUnit = 23
  let events: LabChannel<GATTEvent>
  private let value: [UInt8]
  private let encrypted = Mutex(false)

  init(_ lab: Lab, _ value: [UInt8]) {
    events = LabChannel(lab, label: "an event of the fake")
    self.value = value
  }

  var isEncrypted: Bool { encrypted.withLock { $0 } }
  func exchangeMTU(_ wanted: Int) async throws(RigError) -> Int { 23 }
  func encrypt() async throws(RigError) { encrypted.withLock { $0 = true } }
  func discover() async throws(RigError) -> [GATTDiscovery] {
    [
      GATTDiscovery(
        handle: GATTHandle(
          service: GATTLayout.nearbyInteraction.uuid,
          characteristic: GATTLayout.configurationData.uuid), properties: .read)
    ]
  }
  func read(_ handle: GATTHandle) async throws(RigError) -> [UInt8] { value }
  func write(_ value: [UInt8], to handle: GATTHandle, withResponse: Bool) async throws(RigError) {}
  func setNotifications(_ on: Bool, of handle: GATTHandle) async throws(RigError) {}
  func disconnect() { events.close() }
}

@Suite("The Bluetooth side of a phone")
struct BackgroundTests {
  @Test("connects again when a connection ends, until nobody wants it")
  func reconnects() throws {
    let devices = Record<FakeDevice>()
    let events = try withPhone(
      bluetooth: { lab in
        let device = FakeDevice(lab)
        devices.append(device)
        return BluetoothCentral(lab: lab, peripherals: [device])
      }
    ) { phone, lab in
      guard let central = phone.bluetooth else { return [BluetoothCentral.Event]() }
      central.connect("AA:BB")
      central.connect("AA:BB")
      var events = [try await central.events.receive()]
      devices.all.first?.hangUp()
      events.append(try await central.events.receive())
      events.append(try await central.events.receive())
      central.disconnect("AA:BB")
      events.append(try await central.events.receive())
      let more = try? await central.events.receive(until: lab.after(.seconds(10)))
      return events + (more.map { [$0] } ?? [])
    }
    #expect(
      events == [
        .connected("AA:BB"), .disconnected("AA:BB"), .connected("AA:BB"), .disconnected("AA:BB"),
      ])
    #expect(devices.all.first?.count == 2)
  }

  @Test("fails at once for a device that nobody knows")
  func unknown() throws {
    let event = try withPhone(
      bluetooth: { BluetoothCentral(lab: $0, peripherals: []) }
    ) { phone, _ in
      phone.bluetooth?.connect("nobody")
      return try await phone.bluetooth?.events.receive()
    }
    guard case .failed("nobody", _)? = event else {
      Issue.record("\(String(describing: event))")
      return
    }
  }

  @Test("says from which byte on the value differs")
  func difference() throws {
    var other = try accessoryData()
    other[33] ^= 0xFF
    let value = other
    let event = try withPhone(
      bluetooth: { BluetoothCentral(lab: $0, peripherals: [FakeDevice($0, value: value)]) }
    ) { phone, lab in
      phone.bluetooth?.connect("AA:BB")
      _ = try await phone.bluetooth?.events.receive()
      try await phone.bluetooth?.pair("AA:BB")
      let session = phone.makeSession()
      try session.run(
        .accessory(
          phone.accessoryConfiguration(
            data: accessoryData(), bluetoothPeerIdentifier: "AA:BB")))
      return try await session.events.receive(until: lab.after(.seconds(1))).event
    }
    guard case .invalidated(let error) = event else {
      Issue.record("\(event)")
      return
    }
    #expect(error.code == .accessoryPeerDeviceUnavailable)
    #expect(error.description.contains("byte 33"))
  }

  @Test("what outlives the application can be saved and read again")
  func restoration() throws {
    let value = try accessoryData()
    let saved = try withPhone(
      bluetooth: { BluetoothCentral(lab: $0, peripherals: [FakeDevice($0, value: value)]) }
    ) { phone, _ in
      phone.bluetooth?.connect("AA:BB")
      _ = try await phone.bluetooth?.events.receive()
      try await phone.bluetooth?.pair("AA:BB")
      let session = phone.makeSession()
      try session.run(
        .accessory(
          phone.accessoryConfiguration(data: value, bluetoothPeerIdentifier: "AA:BB")))
      _ = try await session.events.receive()
      return phone.restoration
    }
    #expect(saved.devices == ["AA:BB"])
    #expect(saved.sessions.map(\.data) == [value])
    let read = try JSONDecoder().decode(
      PhoneRestoration.self, from: JSONEncoder().encode(saved))
    #expect(read == saved)
  }
}
