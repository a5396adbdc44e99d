import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import Runner

extension PhoneRig {
  /// Accessory configuration data that is valid, with an address of its own.
  static func data(
    _ address: UInt16 = 0x1234, _ change: (inout AccessoryConfigurationData) -> Void = { _ in }
  ) -> [UInt8] {
    var data = AccessoryConfigurationData(
      uwb: UWBConfigurationData(
        version: .v1_1, manufacturerIdentifier: 0x3F53F, modelIdentifier: 3000,
        middlewareVersion: 0x0101_0000, role: .responder, sourceAddress: address, clockDrift: 25))
    change(&data)
    // Data that cannot be encoded is empty, and that is refused.
    return (try? data.encode()) ?? []
  }

  /// A session that was run with an accessory that is not there.
  func runSession(
    permission: NearbyPermission = .allowedWhileInUse,
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) async throws -> PhoneSession {
    let phone = try await phone(permission: permission, change)
    return try session(running: accessory(phone), on: phone)
  }

  /// A new session of a phone that is run.
  func session(
    running configuration: SessionConfiguration, on phone: Phone
  ) throws -> PhoneSession {
    let session = phone.makeSession()
    try session.run(configuration)
    return session
  }

  @discardableResult
  func startedSession(
    running configuration: SessionConfiguration, on phone: Phone,
    _ what: String = "the session starts"
  ) async throws -> PhoneSession {
    let session = try session(running: configuration, on: phone)
    try await expectStart(session, what)
    return session
  }

  func startedSession() async throws -> PhoneSession {
    let session = try await runSession()
    try await expectStart(session)
    return session
  }

  /// The same, which has started and generated its shareable data.
  func preparedSession(
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) async throws -> PhoneSession {
    let session = try await runSession(change)
    try await shareableAfterStart(session)
    return session
  }

  /// The start of a session and the shareable data of its run.
  func shareableAfterStart(_ session: PhoneSession) async throws {
    try await expectStart(session)
    try await shareable(session)
  }

  /// The shareable data of a new session with an accessory of such configuration data.
  func shareable(on phone: Phone, for data: [UInt8]) async throws -> ShareableConfigurationData {
    try await shareable(
      startedSession(running: .accessory(phone.accessoryConfiguration(data: data)), on: phone))
  }

  /// Sessions of the phones `anna` and `ben`, run with each other's token.
  func pairedSessions(
    _ neighbourhood: PhoneNeighbourhood? = nil
  ) async throws -> (PhoneSession, PhoneSession) {
    let anna = try await phone("anna", neighbourhood: neighbourhood)
    let ben = try await phone("ben", neighbourhood: neighbourhood)
    let (first, second) = (anna.makeSession(), ben.makeSession())
    try await pair(first, second)
    return (first, second)
  }

  func accessory(
    _ phone: Phone, _ address: UInt16 = 0x1234, options: SessionOptions = SessionOptions()
  ) throws -> SessionConfiguration {
    var configuration = try phone.accessoryConfiguration(data: Self.data(address))
    configuration.options = options
    return .accessory(configuration)
  }

  /// The shareable data of the next run of a session.
  @discardableResult
  func shareable(
    _ session: PhoneSession, _ what: String = "shareable data is generated"
  ) async throws -> ShareableConfigurationData {
    let event = try await expect(what, from: session) { event in
      if case .generatedShareableData = event { true } else { false }
    }
    guard case .generatedShareableData(let blob, _) = event.event,
      let data = try? ShareableConfigurationData.decode(blob)
    else {
      throw context.violation(
        "the shareable data can be read", expected: "every field", got: "bytes that cannot be read")
    }
    return data
  }

  /// Hands the tokens of two sessions to each other over a link, as applications do, and runs both.
  func pair(_ first: PhoneSession, _ second: PhoneSession) async throws {
    let tokens = try await exchangeTokens(first, second)
    try first.run(.peer(try first.phone.peerConfiguration(token: tokens.second)))
    try second.run(.peer(try second.phone.peerConfiguration(token: tokens.first)))
  }

  /// The tokens of two sessions, as the other side receives them.
  func exchangeTokens(
    _ first: PhoneSession, _ second: PhoneSession
  ) async throws -> (first: [UInt8], second: [UInt8]) {
    let (left, right) = MemoryLink.pair(lab, name: "the applications", preservesMessages: true)
    let one = FrameLink(left, cutter: MessageCutter(), lab: lab)
    let other = FrameLink(right, cutter: MessageCutter(), lab: lab)
    defer { one.close() }
    try await one.send(first.discoveryToken?.bytes ?? [])
    try await other.send(second.discoveryToken?.bytes ?? [])
    let deadline = lab.now.advanced(by: Self.patience)
    return (
      try await other.receive(until: deadline).bytes, try await one.receive(until: deadline).bytes
    )
  }
}
