import Errors
import Journal
import LabRuntime
import Links
import NearbyAccessory
import RigFile
import Runner

/// The GATT server that a phone finds over Bluetooth LE.
enum GATTCases {
  static let all: [Case] = [
    service, properties, commands, unasked, whole, smallest, readvertising, bonding, advertised,
  ]

  static let service = Case.accessory(
    "L01", "service and characteristics",
    requirement: "The service of the data channel with RX and TX is found by discovery.",
    source: "accessory protocol §4 (AOSP, QNIQ, STELLA)", needs: [.gatt]
  ) { context, accessory in
    accessory.disconnect()
    let central = try await context.central(accessory)
    for (name, found) in [("RX", central.receive), ("TX", central.transmit)] {
      try context.require(
        found?.handle.service == central.channel.uuid,
        "\(name) is found in the service \(central.channel.name)", expected: name,
        got: found == nil ? "nothing" : name)
    }
    central.connection.disconnect()
    try await accessory.connect()
    try await context.fence(accessory, "the data channel carries messages")
  }

  static let properties = Case.accessory(
    "L02", "what RX and TX can do",
    requirement:
      "TX can notify or indicate and has a client configuration descriptor, RX can be written.",
    source: "accessory protocol §4 (AOSP, STELLA)", needs: [.gatt]
  ) { context, accessory in
    accessory.disconnect()
    let central = try await context.central(accessory)
    // Core Bluetooth and Android turn on either with one call.
    let isIndicating = central.transmit?.properties.isSuperset(of: .indicate) ?? false
    try context.require(
      isIndicating || central.transmit?.properties.contains(.notify) ?? false, "TX can notify",
      expected: "notify or indicate",
      got: central.transmit.map { "properties 0x" + String($0.properties.rawValue, radix: 16) }
        ?? "no TX")
    try context.require(
      central.transmit?.descriptors.contains(GATTLayout.clientConfiguration) ?? false,
      "TX has a client configuration descriptor", expected: "2902",
      got: central.transmit?.descriptors.joined(separator: ", ") ?? "no TX")
    try context.require(
      !(central.receive?.properties.isDisjoint(with: [.write, .writeWithoutResponse]) ?? true),
      "RX can be written", expected: "write, with or without response",
      got: central.receive.map { "properties 0x" + String($0.properties.rawValue, radix: 16) }
        ?? "no RX")
    central.connection.disconnect()
    try await accessory.connect()
    try await context.fence(accessory, "the data channel carries messages")
  }

  static let commands = Case.accessory(
    "L03", "write without response", .varies,
    requirement: "RX takes a write without response too.",
    source: "accessory protocol §4 (Qorvo's profile, STELLA)", needs: [.gatt]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory, subscribes: false)
    try context.require(
      central.receive?.properties.contains(.writeWithoutResponse) ?? false,
      "RX takes a write without response", expected: "write without response",
      got: "write with response only")
  }

  static let unasked = Case.accessory(
    "L04", "notifications before they are turned on",
    requirement: "Nothing is notified before the client configuration descriptor is written.",
    source: "accessory protocol §7 (observed: nrfuwb checks the subscription)",
    needs: [.gatt, .ownChannel]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory, subscribes: false)
    try await central.send(.initialize())
    var early = try await central.next(until: context.lab.now.advanced(by: context.limits.silence))
    let isBonded =
      central.connection.isEncrypted
      || central.found.contains { $0.handle.service == GATTLayout.nearbyInteraction.uuid }
    if early != nil, isBonded {
      // A server keeps the descriptor of a client that it has a bond with (Bluetooth Core 5.4, volume 3,
      // part G, 3.3.3.3), and the rig had turned notifications on: they are turned off.
      try await central.subscribe(false)
      try await central.send(.stop())
      while try await central.next(until: context.lab.now.advanced(by: .milliseconds(200))) != nil {
      }
      try await central.send(.initialize())
      early = try await central.next(until: context.lab.now.advanced(by: context.limits.silence))
    }
    try context.require(
      early == nil, "nothing is notified before notifications are on", expected: "nothing",
      got: early.map { "\($0.count) bytes" } ?? "nothing")
    try await central.subscribe()
    _ = try await central.initialize("initialize is answered once they are on")
  }

  static let whole = Case.accessory(
    "L05", "configuration data in one notification", .inferred,
    requirement: "With room for it, the configuration data comes whole in one notification.",
    source: "accessory protocol §1.2 (QNIQ, AOSP, STELLA: one notification is one message)",
    needs: [.gatt]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory)
    let data = try await central.initialize("initialize is answered")
    let expected = data.count > 15 ? 16 + Int(data[15]) : 17
    try context.require(
      data.count == expected, "the configuration data is whole", expected: "\(expected) bytes",
      got: "\(data.count) bytes")
  }

  static let smallest = Case.accessory(
    "L06", "the smallest MTU", .inferred,
    requirement: "At an ATT_MTU of 23 no cut configuration data looks like whole data.",
    source: "accessory protocol §1.2 (20 bytes of payload cannot carry it)",
    needs: [.gatt, .ownChannel]
  ) { context, accessory in
    let central = try await context.onlyCentral(accessory, unit: nil)
    try await central.send(.initialize())
    let answer = try await central.message(
      .accessoryConfigurationData, within: context.limits.accessoryAnswer)
    let data = Array((answer ?? []).dropFirst())
    let looksWhole = data.count > 15 && data.count == 16 + Int(data[15])
    try context.require(
      !looksWhole || data.count >= 35, "no cut configuration data looks whole",
      expected: "nothing, or data that is seen to be cut", got: "\(data.count) bytes that fit")
  }

  static let readvertising = Case.accessory(
    "L13", "advertising after a disconnection",
    requirement: "After a disconnection the accessory advertises again.",
    source: "accessory protocol §1.4 (observed: STELLA, CANVAS); the limit is the rig's",
    needs: [.gatt]
  ) { context, accessory in
    _ = try await context.initialize(accessory)
    let device = try context.peripheral(accessory)
    accessory.disconnect()
    await device.waitUntilDisconnected(
      until: context.lab.now.advanced(by: context.limits.reopen))
    let gone = context.lab.now
    let hearing = try await context.listen(to: device)
    let heard = context.lab.now
    if hearing == .deaf,
      let connection = try? await device.connect(
        until: context.lab.now.advanced(by: context.limits.reopen))
    {
      // Only what advertises takes a connection.
      connection.disconnect()
      throw CaseEnding.heldUp(
        "this computer heard no advertisement of any device, and yet the accessory takes a "
          + "connection: `uwbrig scan ble` shows whether the adapter hears")
    }
    var isHeard = false
    if case .heard = hearing { isHeard = true }
    try context.require(
      isHeard, "the accessory advertises again",
      expected: "an advertisement within \(context.limits.readvertise)",
      got: isHeard ? "an advertisement" : "none")
    try context.measure(
      "advertises after", Double(gone.duration(to: heard).microseconds) / 1000, unit: "ms")
  }

  static let bonding = Case.accessory(
    "L14", "bonds", .inferred,
    requirement: "A bond survives a reset: the next connection is encrypted without new pairing.",
    source: "accessory protocol §7 (QNIQ enables bonding)", needs: [.gatt, .ownChannel, .power]
  ) { context, accessory in
    _ = try await context.initialize(accessory)
    try await accessory.requirePowerCut(for: .seconds(1))
    let device = try context.peripheral(accessory)
    let connection = try await device.connect(
      until: context.lab.now.advanced(by: context.limits.reopen))
    context.atEnd { connection.disconnect() }
    do throws(RigError) { try await connection.encrypt() } catch {
      throw context.violation(
        "the bond survives a reset", expected: "an encrypted link without pairing",
        got: "\(error)")
    }
    try context.require(
      connection.isEncrypted, "the bond survives a reset", expected: "an encrypted link",
      got: connection.isEncrypted ? "an encrypted link" : "one that is not")
  }

  static let advertised = Case.accessory(
    "L15", "service in the advertisement", .inferred,
    requirement: "The advertisement names the service of the data channel.",
    source: "accessory protocol §4 (Qorvo forum: a board that Apple's sample does not find)",
    needs: [.gatt]
  ) { context, accessory in
    _ = try await context.initialize(accessory)
    let device = try context.peripheral(accessory)
    let service = accessory.description.dataService.uuid
    accessory.disconnect()
    await device.waitUntilDisconnected(
      until: context.lab.now.advanced(by: context.limits.reopen))
    let hearing = try await context.listen(to: device, for: service)
    guard case .heard(let seen) = hearing else {
      let words = "no advertisement was heard within \(context.limits.readvertise): L13 judges that"
      throw hearing == .deaf ? CaseEnding.heldUp(words) : CaseEnding.inconclusive(words)
    }
    try context.require(
      seen.services.contains(service), "the advertisement names the service",
      expected: service,
      got: seen.services.isEmpty ? "no service" : seen.services.joined(separator: ", "))
  }
}
