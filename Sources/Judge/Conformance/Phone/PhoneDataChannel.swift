import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

/// The data channel of an accessory behind a GATT server, over the connection of the phone's own
/// application: writes and notifications, one message each.
struct PhoneDataChannel {
  private static let receive = GATTHandle(
    service: GATTLayout.nordicUART.service.uuid,
    characteristic: GATTLayout.nordicUART.receive.uuid)
  private static let transmit = GATTHandle(
    service: GATTLayout.nordicUART.service.uuid,
    characteristic: GATTLayout.nordicUART.transmit.uuid)

  let rig: PhoneRig
  let central: BluetoothCentral
  let identifier: String

  private var connection: any GATTConnection {
    get throws {
      guard let connection = central.connection(to: identifier) else {
        throw CaseEnding.rigFault("\(identifier) is not connected")
      }
      return connection
    }
  }

  /// The next event of the phone's Bluetooth side; nil when none comes in time.
  func nextEvent() async throws -> BluetoothCentral.Event? {
    let deadline = rig.lab.now.advanced(by: PhoneRig.patience)
    let event = try await rig.receive(from: central.events, until: deadline)
    if let event { rig.context.noteFromPhone("\(event)") }
    return event
  }

  /// Makes a new connection ready: room for whole messages, an encrypted link, notifications.
  func open(pairing: Bool = true) async throws {
    let connection = try connection
    _ = try await connection.exchangeMTU(185)
    if pairing { try await central.pair(identifier) }
    try await connection.setNotifications(true, of: Self.transmit)
  }

  func send(_ message: AccessoryMessage) async throws {
    rig.context.step("to the accessory: \(message.identifier)")
    try await connection.write(message.encode(), to: Self.receive, withResponse: true)
  }

  /// The body of the next message of an identifier, whatever comes before it.
  func next(_ wanted: AccessoryMessage.Identifier) async throws -> [UInt8] {
    let deadline = rig.lab.now.advanced(by: PhoneRig.patience)
    while let (_, _, chunk) = try? await central.notifications.receive(until: deadline) {
      rig.context.step("from the accessory: \(chunk.bytes.count) bytes")
      if chunk.bytes.first == wanted.rawValue { return Array(chunk.bytes.dropFirst()) }
    }
    throw CaseEnding.rigFault("the accessory of the rig does not send \(wanted)")
  }

  func exchange() async throws -> [UInt8] {
    try await send(.initialize())
    return try await next(.accessoryConfigurationData)
  }

  /// A whole exchange, up to an accessory that ranges with a session.
  func start(_ session: PhoneSession) async throws {
    try session.run(session.phone.background(await exchange(), identifier))
    try await rig.expectStart(session, "a session with the data of the accessory starts")
    let shareable = try await rig.shareable(session)
    try await rig.context.relaying { try await send(.configureAndStart(shareable.encode())) }
    _ = try await next(.didStart)
  }
}

extension PhoneRig {
  /// A phone that is connected to and paired with the accessory `lock` behind a GATT server, and its
  /// data channel.
  func phoneOfServer(_ name: String = "phone") async throws -> (Phone, PhoneDataChannel) {
    let central = bluetooth(try peripheral("lock", for: name))
    let phone = try await phone(name, bluetooth: central)
    let channel = PhoneDataChannel(rig: self, central: central, identifier: "virtual:lock")
    central.connect(channel.identifier)
    guard try await channel.nextEvent() == .connected(channel.identifier) else {
      throw CaseEnding.rigFault("lock cannot be connected to")
    }
    try await channel.open()
    return (phone, channel)
  }
}
