import Bench
import Errors
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner

/// A connection that a case makes by itself, beside or instead of the accessory's own link.
struct CentralLink {
  let connection: any GATTConnection
  let found: [GATTDiscovery]
  let channel: DataService
  let context: CaseContext

  /// The characteristic of the data channel that carries messages to the accessory.
  var receive: GATTDiscovery? {
    channel.layout.map { find($0.receive) }
      ?? GATTLayout.messages(of: channel.uuid, among: found).receive
  }
  /// The one that carries messages to the phone.
  var transmit: GATTDiscovery? {
    channel.layout.map { find($0.transmit) }
      ?? GATTLayout.messages(of: channel.uuid, among: found).transmit
  }
  /// The readable configuration data, one instance a session.
  var values: [GATTDiscovery] {
    found.filter { $0.handle.characteristic == GATTLayout.configurationData.uuid }
  }

  private func find(_ characteristic: GATTCharacteristic) -> GATTDiscovery? {
    found.first { $0.handle.characteristic == characteristic.uuid }
  }

  func subscribe(_ on: Bool = true) async throws {
    guard let transmit else { throw context.missing("TX") }
    try await judging("notifications of TX can be turned \(on ? "on" : "off")") {
      () throws(RigError) in
      try await connection.encryptingIfAsked { () throws(RigError) in
        try await connection.setNotifications(on, of: transmit.handle)
      }
    }
  }

  /// The value of a characteristic, which has to be there for the asking.
  func read(_ value: GATTDiscovery) async throws -> [UInt8] {
    try await judging("the value of \(value.handle.characteristic) is read") {
      () throws(RigError) in
      try await connection.read(value.handle)
    }
  }

  /// The refusal of a read; nil where the value is read.
  func refusal(of value: GATTDiscovery) async throws -> RigError? {
    do throws(RigError) { _ = try await connection.read(value.handle) } catch {
      if let ending = ending(error) { throw ending }
      return error
    }
    return nil
  }

  /// Performs an operation that the accessory has to do: a refusal, and the end of the connection, is its
  /// own, and what has become of the adapter is not.
  private func judging<Value>(
    _ what: String, _ operation: () async throws(RigError) -> Value
  ) async throws -> Value {
    do throws(RigError) { return try await operation() } catch {
      if let ending = ending(error) { throw ending }
      guard error.code.isAttributeRefusal || error.code == .pairingFailed else { throw error }
      throw context.violation(what, expected: "it is done", got: error.reason)
    }
  }

  /// What an error means that has to do with the connection; nil for others.
  private func ending(_ error: RigError) -> CaseEnding? {
    switch error.code {
    case .noAdapter, .endedHere: .rigFault("board lost: \(error)")
    case .closed:
      context.violation(
        "the connection is kept", expected: "a connection", got: "the device has disconnected")
    default: nil
    }
  }

  func send(_ message: AccessoryMessage) async throws {
    guard let receive else { throw context.missing("RX") }
    let isConfirmed =
      receive.properties.contains(.write) || !receive.properties.contains(.writeWithoutResponse)
    let bytes = message.encode()
    try await judging("RX takes \(message.identifier)") { () throws(RigError) in
      try await connection.encryptingIfAsked { () throws(RigError) in
        try await connection.write(bytes, to: receive.handle, withResponse: isConfirmed)
      }
    }
  }

  func configure(with shareable: ShareableConfigurationData) async throws {
    try await context.relaying { try await send(.configureAndStart(shareable.encode())) }
  }

  /// The next notification of TX that is no claimed message of the vendor; nil when none comes until
  /// `deadline`.
  func next(until deadline: LabInstant) async throws -> [UInt8]? {
    let accessory = try? context.accessory()
    // Other characteristics tell of other things: that services have changed, a battery.
    let transmit = transmit?.handle
    do throws(RigError) {
      while true {
        switch try await connection.events.receive(until: deadline) {
        case .notified(let handle, let chunk):
          guard transmit == nil || handle == transmit else { continue }
          if accessory?.declares(chunk.bytes) != true { return chunk.bytes }
        case .disconnected(let error): throw error
        }
      }
    } catch {
      if error.code == .timedOut { return nil }
      if let ending = ending(error) { throw ending }
      throw error
    }
  }

  /// Notifications until one of an identifier, that one included; nil when it does not come.
  func message(
    _ identifier: AccessoryMessage.Identifier, within limit: Duration
  ) async throws -> [UInt8]? {
    let deadline = context.lab.now.advanced(by: limit)
    while let message = try await next(until: deadline) {
      if message.first == identifier.rawValue { return message }
    }
    return nil
  }

  /// A stop, an initialize, and the configuration data of the answer, without the identifier.
  func initialize(_ what: String) async throws -> [UInt8] {
    // Some answer an initialize only when nothing is configured.
    try await send(.stop())
    try await send(.initialize())
    let limit = context.limits.accessoryAnswer
    guard let answer = try await message(.accessoryConfigurationData, within: limit) else {
      throw context.violation(what, expected: "configuration data", got: "nothing")
    }
    return Array(answer.dropFirst())
  }
}

extension Need {
  /// A Bluetooth LE device: its GATT server is there to be looked at.
  static let gatt = Need(named: "gatt") { boards in
    boards.first { $0.part?.gatt == nil && $0.link.scheme != .ble }
      .map { "no GATT: \($0.name) is not on a Bluetooth LE link" }
  }

  /// What bluetoothd does not show.
  static let ownChannel = Need(named: "kernel-channel") { boards in
    boards.first { $0.isCarriedByBlueZ }
      .map { "\($0.name) is reached with via=bluez, which hides what this case looks at" }
  }

  static let power = Need(named: "power") { boards in
    boards.first { $0.playedLink != .virtual && [.virtual, .none].contains($0.power) }
      .map { "the rig cannot cut the power of \($0.name)" }
  }

  static let button = Need(named: "button") { boards in
    boards.first { $0.part?.gatt == nil }
      .map { "the rig cannot make \($0.name) end its session by itself" }
  }

  static let background = Need(named: "background") { boards in
    boards.first { $0.claims.background != true }
      .map { "not claimed: \($0.name) claims no background" }
  }

  static let severalSessions = Need(named: "sessions") { boards in
    boards.first { ($0.claims.sessions ?? 1) < 2 }
      .map { "not claimed: \($0.name) claims \($0.claims.sessions ?? 1) session" }
  }
}

extension CaseContext {
  /// The device behind an accessory, for a central of that name.
  func peripheral(
    _ accessory: some CaseBoard, for central: String = "phone"
  ) throws -> any GATTPeripheral {
    guard let peripheral = accessory.peripheral(for: central) else {
      throw CaseEnding.skip(
        central == BenchBoard.ownCentral
          ? "the rig has no Bluetooth LE connection to \(accessory.name)"
          : "a second central needs a second Bluetooth adapter")
    }
    return peripheral
  }

  /// Connects as a central, with everything that one needs to know of the server.
  func central(
    _ accessory: some CaseBoard, _ name: String = "phone", unit: Int? = 247, encrypted: Bool = true
  ) async throws -> CentralLink {
    let device = try peripheral(accessory, for: name)
    step("central \(name) connects")
    do throws(RigError) {
      let connection = try await device.connect(until: lab.now.advanced(by: limits.reopen))
      atEnd { connection.disconnect() }
      if let unit {
        // A server without the request stays at 23, which is no fault.
        do throws(RigError) { _ = try await connection.exchangeMTU(unit) } catch {
          if !error.code.isAttributeRefusal { throw error }
        }
      }
      // An accessory for the foreground alone need not pair, and a refused link is of no use.
      let isForBackground = accessory.description.claims.background == true
      if encrypted, isForBackground || accessory.description.link == .virtual {
        try await connection.encrypt()
      }
      let found = try await connection.discover()
      step("central \(name) has found \(found.count) characteristics")
      return CentralLink(
        connection: connection, found: found,
        channel: accessory.description.dataService, context: self)
    } catch {
      if [.noAdapter, .endedHere].contains(error.code) {
        throw CaseEnding.rigFault("board lost: \(accessory.name): \(error)")
      }
      throw violation("a central can connect", expected: "a connection", got: "\(error)")
    }
  }

  /// Connects as the only central, after an initialize over the link that the accessory had.
  func onlyCentral(
    _ accessory: AccessoryBoard, unit: Int? = 247, encrypted: Bool = true, subscribes: Bool = true
  ) async throws -> CentralLink {
    _ = try await initialize(accessory)
    accessory.disconnect()
    let central = try await central(accessory, unit: unit, encrypted: encrypted)
    if subscribes { try await central.subscribe() }
    return central
  }

  /// Listens for the next advertisement of a device for as long as the rig file gives it.
  ///
  /// - Parameter service: of which it is to be certain whether the advertisement names it.
  func listen(
    to device: any GATTPeripheral, for service: String? = nil
  ) async throws -> GATTHearing {
    let deadline = lab.now.advanced(by: limits.readvertise)
    while true {
      let hearing: GATTHearing
      do throws(RigError) { hearing = try await device.listen(until: deadline, for: service) } catch
      {
        throw CaseEnding.rigFault("this computer cannot listen for advertisements: \(error)")
      }
      if case .heard = hearing { return hearing }
      guard lab.now < deadline else { return hearing }
      try await lab.sleep(for: .milliseconds(50), label: "an advertisement")
    }
  }

  func missing(_ name: String) -> CaseEnding {
    violation("the data channel has \(name)", expected: name, got: "nothing of its UUID")
  }
}

/// The service that carries the messages of a board.
struct DataService {
  /// Its layout; nil where that is not known.
  var layout: GATTDataChannel?
  /// Its UUID.
  var uuid: String

  /// A name for a person.
  var name: String { layout?.service.name ?? uuid }
}

extension RigBoard {
  /// The service that carries its messages: that of its link, else Nordic's.
  var dataService: DataService {
    if dataChannel == nil, case .ble(_, let parameters) = link {
      return DataService(uuid: GATTLayout.longUUID(parameters.service))
    }
    let layout = dataChannel ?? GATTLayout.nordicUART
    return DataService(layout: layout, uuid: layout.service.uuid)
  }

  /// Whether bluetoothd carries its messages.
  fileprivate var isCarriedByBlueZ: Bool {
    if case .ble(_, let parameters) = link { parameters.via == .bluez } else { false }
  }
}
