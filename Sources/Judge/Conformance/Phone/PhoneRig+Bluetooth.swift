import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

extension PhoneRig {
  func bluetooth(_ device: any GATTPeripheral) -> BluetoothCentral {
    BluetoothCentral(lab: lab, peripherals: [device], behaviour: behaviour)
  }

  /// A device `lock` whose Nearby Interaction service has the usual data.
  func device(isInReach: Bool = true) -> StandInPeripheral {
    StandInPeripheral(lab, values: [.init(bytes: Self.data())], isInReach: isInReach)
  }

  /// Asserts that the device is connected to within a second.
  func requireConnected(_ central: BluetoothCentral, _ what: String) async throws {
    let event = try? await central.events.receive(until: lab.now.advanced(by: .seconds(1)))
    try context.require(
      event == .connected(StandInPeripheral.address), what, expected: "connected",
      got: event.map { "\($0)" } ?? "nothing")
  }

  func connect(_ phone: Phone, pairing: Bool = true) async throws {
    guard let central = phone.bluetooth else { throw CaseEnding.rigFault("no Bluetooth") }
    central.connect(StandInPeripheral.address)
    let event = try? await central.events.receive(until: lab.now.advanced(by: .seconds(1)))
    guard event == .connected(StandInPeripheral.address) else {
      throw CaseEnding.rigFault("lock cannot be connected to")
    }
    if pairing { try await central.pair(StandInPeripheral.address) }
  }

  /// A background session with a device `lock` that has the usual data.
  func preparedInBackground(
    _ phone: Phone
  ) async throws -> (session: PhoneSession, shareable: ShareableConfigurationData) {
    try await connect(phone)
    let session = try await startedSession(
      running: phone.background(Self.data(), StandInPeripheral.address), on: phone)
    return (session, try await shareable(session))
  }

  /// A phone in a background session with the accessory of the rig, which was told to start.
  func rangingInBackground() async throws -> (Phone, PhoneSession) {
    let device = StandInPeripheral(lab)
    let phone = try await phone(bluetooth: bluetooth(device))
    try await connect(phone)
    let channel = try await channel(to: "lock")
    let cleared = LabGate(lab, label: "the rig of \(channel.name) to be cleared")
    spawn {
      // The channel lives as long as the rig.
      try? await cleared.wait()
      channel.close()
    }
    try await channel.send(.initialize())
    let answer = try await channel.nextMessage(until: lab.now.advanced(by: Self.patience))
    guard case .accessoryConfigurationData(let data) = answer.message else {
      throw CaseEnding.rigFault("the accessory of the rig does not answer")
    }
    device.set([.init(bytes: data)])
    let session = try await startedSession(
      running: phone.background(data, device.address), on: phone)
    let shareable = try await shareable(session)
    try await context.relaying {
      try await channel.send(.configureAndStart(try shareable.encode()))
    }
    return (phone, session)
  }
}

extension Phone {
  func background(_ data: [UInt8], _ identifier: String) throws -> SessionConfiguration {
    .accessory(try accessoryConfiguration(data: data, bluetoothPeerIdentifier: identifier))
  }
}

extension RadioOrder {
  /// The order for the radio of an accessory: the other side of the one for the phone's radio.
  static func ofAccessory(
    _ accessory: AccessoryConfigurationData, with shareable: ShareableConfigurationData
  ) -> RadioOrder {
    var own = shareable
    own.destinationAddress = accessory.uwb.sourceAddress
    var other = accessory
    other.uwb.sourceAddress = shareable.destinationAddress
    other.uwb.role = accessory.uwb.role == .initiator ? .responder : .initiator
    return RadioOrder(own, other)
  }
}
