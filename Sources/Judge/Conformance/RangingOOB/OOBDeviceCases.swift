import Journal
import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import RangingOOB
import Runner

/// The GATT server of an accessory for Android phones (Ranging OOB §14.1).
enum OOBDeviceCases {
  static let all: [Case] = [channel, unasked, smallest, longWrite, second]

  static let channel = Case.oob(
    "OB01", "characteristics of the channel",
    requirement: "The characteristics that carry messages can be written and can notify.",
    source: "Ranging OOB §7, §8.1 (ranging API)", needs: [.gatt]
  ) { oob in
    let central = try await oob.central(subscribes: false)
    let found = central.link
    try oob.context.require(
      found.receive?.properties.isDisjoint(with: [.write, .writeWithoutResponse]) == false,
      "messages can be written", expected: "write",
      got: found.receive == nil ? "no such characteristic" : "no write")
    try oob.context.require(
      found.transmit?.properties.contains(.notify) == true
        && found.transmit?.descriptors.contains(GATTLayout.clientConfiguration) == true,
      "messages can be notified", expected: "notify, and a client configuration descriptor",
      got: found.transmit == nil ? "no such characteristic" : "no notify")
    try await oob.end(central)
  }

  static let unasked = Case.oob(
    "OB02", "notifications before they are turned on", .inferred,
    requirement: "Nothing is notified before notifications are on, and then requests are answered.",
    source: "Ranging OOB §14.1", needs: [.gatt]
  ) { oob in
    var central = try await oob.central(subscribes: false)
    _ = try await central.send(OOBExchange.request())
    let early = try await central.notification(within: .seconds(1))
    try oob.context.require(
      early == nil, "nothing is notified before notifications are on", expected: "nothing",
      got: early.map { "\($0.count) bytes" } ?? "nothing")
    try await central.link.subscribe()
    try await central.requireAnswer("a request is answered once notifications are on")
    try await oob.end(central)
  }

  static let smallest = Case.oob(
    "OB09", "the smallest ATT_MTU",
    requirement: "At an ATT_MTU of 23 no notification is cut.",
    source: "Ranging OOB §3.3, §12 (MPU #31)", needs: [.gatt]
  ) { oob in
    var central = try await oob.central(unit: nil)
    _ = try await central.send(OOBExchange.request())
    let value = try await central.notification(within: OOBExchange.capabilityLimit)
    let isWhole = value.map { central.message($0) != nil } ?? true
    try oob.context.require(
      isWhole, "a notification is whole", expected: "a message that can be read, or none",
      got: "\(value?.count ?? 0) bytes that cannot")
    if value == nil {
      oob.context.step("capabilities do not fit into an ATT_MTU of 23, and are not sent")
    }
    try await oob.end(central)
  }

  static let longWrite = Case.oob(
    "OB10", "a configuration as a long write", .varies,
    requirement: "A configuration in parts is taken as a whole, or refused.",
    source: "Ranging OOB §3.3", needs: [.gatt, .radioIfPresent]
  ) { oob in
    let own = try await oob.ultraWideband()
    let block = oob.block(for: own)
    var central = try await oob.central(unit: nil)
    let radio = try await oob.context.radioIfPresent(RadioOrder(block, board: own.address))
    if let refusal = try await central.send(OOBExchange.message(block)) {
      oob.context.observe("a long write is refused: \(refusal)")
    } else if let radio {
      let isHeard = try await radio.isHeard(withinRounds: 10)
      try oob.context.require(
        isHeard, "a long write that is taken ranges", expected: "rounds with the accessory",
        got: isHeard ? "rounds with the accessory" : "none")
    }
    try await radio?.stop()
    try await oob.end(central)
  }

  static let second = Case.oob(
    "OB66", "a second phone", .inferred,
    requirement: "A second phone is served or refused, and the first goes on ranging.",
    source: "Ranging OOB §12 (MPU #45, #53, #57)", needs: [.gatt, .radioIfPresent]
  ) { oob in
    let context = oob.context
    guard let device = oob.board.peripheral(for: "second phone") else {
      throw CaseEnding.skip("a second central needs a second Bluetooth adapter")
    }
    let radio = try await oob.range("it ranges")
    let connection = try? await device.connect(until: context.lab.now.advanced(by: .seconds(5)))
    context.step(
      connection == nil ? "the second phone cannot connect" : "the second phone connects")
    try await radio?.requireRanging(rounds: 5, "the first session goes on beside a second phone")
    connection?.disconnect()
    try await oob.fence(
      "the first phone is still answered", allowing: [.configurationResponse, .motion])
  }
}
