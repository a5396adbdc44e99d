import Journal
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner

enum SeveralCentralsCases {
  static let all: [Case] = [second, addressed, followed, everyValue]

  static let second = Case.accessory(
    "M01", "a second central", .varies,
    requirement: "A second central is served, or refused without disturbing the first.",
    source: "accessory protocol §1.4 (observed: QNIQ serves the first, STELLA several)",
    needs: [.gatt]
  ) { context, accessory in
    let first = try await context.onlyCentral(accessory)
    try await context.range(first)
    guard let other = try await context.secondCentral(accessory) else {
      context.step("a second central cannot connect")
      try await context.requireAnswering(first, "the first is served on")
      return
    }
    try await other.subscribe()
    try await other.send(.initialize())
    let answer = try await other.message(
      .accessoryConfigurationData, within: context.limits.accessoryAnswer)
    if answer == nil { context.observe("a second central is not answered") }
    try await context.requireSilence(first, "the first is not disturbed")
    try await context.requireAnswering(first, "the first is served on")
  }

  static let addressed = Case.accessory(
    "M04", "answers to the one that asked",
    requirement: "A notification goes to the central that it is meant for and to no other.",
    source: "accessory protocol §1.4 (observed: STELLA)", needs: [.gatt, .severalSessions]
  ) { context, accessory in
    let first = try await context.onlyCentral(accessory)
    guard let other = try await context.secondCentral(accessory) else {
      throw CaseEnding.skip("a second central cannot connect")
    }
    try await other.subscribe()
    _ = try await other.initialize("the second central is answered")
    try await context.requireSilence(first, "the other central hears nothing")
  }

  static let followed = Case.accessory(
    "M05", "a central after another", .inferred,
    requirement: "When the first central has left, another one can run a whole exchange.",
    source: "accessory protocol §1.4 (observed: QNIQ)", needs: [.gatt]
  ) { context, accessory in
    let first = try await context.onlyCentral(accessory)
    try await context.range(first)
    first.connection.disconnect()
    try await context.peripheral(accessory).waitUntilDisconnected(
      until: context.lab.now.advanced(by: context.limits.reopen))
    let other = try await context.central(accessory, "another phone")
    try await other.subscribe()
    try await context.range(other)
  }

  static let everyValue = Case.accessory(
    "M06", "configuration data of every session", .inferred,
    requirement: "With several background sessions, each one's configuration data can be read.",
    source: "accessory protocol §4 (the rig's reading: one instance a session)",
    needs: [.gatt, .background, .severalSessions]
  ) { context, accessory in
    let first = try await context.onlyCentral(accessory)
    guard let other = try await context.secondCentral(accessory) else {
      throw CaseEnding.skip("a second central cannot connect")
    }
    try await other.subscribe()
    let sent = [
      try await first.initialize("the first central is answered"),
      try await other.initialize("the second central is answered"),
    ]
    var values: [[UInt8]] = []
    for value in first.values { values.append(try await first.read(value)) }
    let missing = sent.count { !values.contains($0) }
    try context.require(
      missing == 0, "the data of every session can be read", expected: "\(sent.count) values",
      got: "\(sent.count - missing) of them in \(values.count) characteristics")
  }
}

extension CaseContext {
  /// A second central beside the first; nil when the accessory takes none.
  fileprivate func secondCentral(_ accessory: AccessoryBoard) async throws -> CentralLink? {
    let device = try peripheral(accessory, for: "another phone")
    let deadline = lab.now.advanced(by: limits.readvertise)
    guard let connection = try? await device.connect(until: deadline) else { return nil }
    connection.disconnect()
    return try await central(accessory, "another phone")
  }

  /// A whole exchange over one connection, up to did-start; the configuration data.
  @discardableResult
  func range(_ central: CentralLink) async throws -> [UInt8] {
    let data = try await central.initialize("initialize is answered")
    let shareable = shareable(for: try read(data))
    try await central.configure(with: shareable)
    let started = try await central.message(.didStart, within: limits.accessoryStart)
    try require(
      started != nil, "a valid configuration is answered with did-start", expected: "did-start",
      got: started == nil ? "nothing" : "did-start")
    return data
  }

  fileprivate func requireSilence(_ central: CentralLink, _ what: String) async throws {
    let stray = try await central.next(until: lab.now.advanced(by: limits.silence))
    let message = stray.flatMap { try? AccessoryMessage.decode($0, direction: .accessoryToPhone) }
    try require(
      stray == nil, what, expected: "nothing",
      got: message.map { "\($0.identifier)" } ?? stray.map { "\($0.count) bytes" } ?? "nothing")
  }

  fileprivate func requireAnswering(_ central: CentralLink, _ what: String) async throws {
    try await central.send(.stop())
    _ = try await central.initialize(what)
  }
}
