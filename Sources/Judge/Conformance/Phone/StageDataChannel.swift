import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

/// The data channel of an accessory behind a GATT server, over the connection of the phone's own
/// application: writes and notifications, one message each.
struct StageDataChannel {
  private static let receive = GATTHandle(
    service: GATTLayout.nordicUART.service.uuid,
    characteristic: GATTLayout.nordicUART.receive.uuid)
  private static let transmit = GATTHandle(
    service: GATTLayout.nordicUART.service.uuid,
    characteristic: GATTLayout.nordicUART.transmit.uuid)

  let stage: PhoneStage
  let central: BluetoothCentral
  /// The Bluetooth identifier of the accessory.
  let identifier: String

  private var connection: any GATTConnection {
    get throws {
      guard let connection = central.connection(to: identifier) else {
        throw CaseEnding.rigFault("\(identifier) is not connected")
      }
      return connection
    }
  }

  /// What the phone's Bluetooth side tells next; nil when it tells nothing in time.
  func nextEvent(
    within limit: Duration = PhoneStage.patience
  ) async throws -> BluetoothCentral.Event? {
    do throws(LabError) {
      let event = try await central.events.receive(until: stage.lab.now.advanced(by: limit))
      stage.context.noteFromPhone("\(event)")
      return event
    } catch {
      guard error.code != .cancelled else { throw CaseEnding.inconclusive("the case was ended") }
      return nil
    }
  }

  /// Makes a new connection ready: room for whole messages, an encrypted link, notifications.
  func open(pairing: Bool = true) async throws {
    let connection = try connection
    _ = try await connection.exchangeMTU(185)
    if pairing { try await central.pair(identifier) }
    try await connection.setNotifications(true, of: Self.transmit)
  }

  func send(_ message: AccessoryMessage) async throws {
    stage.context.step("to the accessory: \(message.identifier)")
    try await connection.write(message.encode(), to: Self.receive, withResponse: true)
  }

  /// The body of the next message of an identifier, whatever comes before it.
  func next(_ wanted: AccessoryMessage.Identifier) async throws -> [UInt8] {
    let deadline = stage.lab.now.advanced(by: PhoneStage.patience)
    while let (_, _, chunk) = try? await central.notifications.receive(until: deadline) {
      stage.context.step("from the accessory: \(chunk.bytes.count) bytes")
      if chunk.bytes.first == wanted.rawValue { return Array(chunk.bytes.dropFirst()) }
    }
    throw CaseEnding.rigFault("the accessory of the stage does not send \(wanted)")
  }

  /// The configuration data of a new exchange.
  func exchange() async throws -> [UInt8] {
    try await send(.initialize())
    return try await next(.accessoryConfigurationData)
  }

  /// A configuration for a session that goes on in the background.
  func configuration(_ phone: Phone, _ data: [UInt8]) throws -> SessionConfiguration {
    .accessory(try phone.accessoryConfiguration(data: data, bluetoothPeerIdentifier: identifier))
  }

  /// A whole exchange, up to an accessory that ranges with a session.
  func start(_ session: PhoneSession) async throws {
    try session.run(configuration(session.phone, await exchange()))
    try await stage.expectStart(session, "a session with the data of the accessory starts")
    let shareable = try await stage.shareable(session)
    let made = stage.lab.now
    try await send(.configureAndStart(shareable.encode()))
    stage.context.noteRelay(made.duration(to: stage.lab.now))
    _ = try await next(.didStart)
  }
}

extension PhoneStage {
  /// The Bluetooth side of a phone that knows an accessory behind a GATT server.
  func central(of accessory: String, for phone: String = "phone") throws -> BluetoothCentral {
    BluetoothCentral(
      lab: lab, peripherals: [try peripheral(accessory, for: phone)], behaviour: behaviour)
  }

  /// Connects a phone to its accessory, pairs them, and turns notifications on.
  func dataChannel(_ phone: Phone, _ accessory: String = "lock") async throws -> StageDataChannel {
    guard let central = phone.bluetooth else { throw CaseEnding.rigFault("no Bluetooth") }
    let channel = StageDataChannel(
      stage: self, central: central, identifier: "virtual:\(accessory)")
    central.connect(channel.identifier)
    guard try await channel.nextEvent() == .connected(channel.identifier) else {
      throw CaseEnding.rigFault("\(accessory) cannot be connected to")
    }
    try await channel.open()
    return channel
  }
}
