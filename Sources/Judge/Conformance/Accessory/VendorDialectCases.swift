import Journal
import LabRuntime
import NearbyAccessory
import RigFile
import Runner

/// Versions, dialects and roles: what an accessory chooses, and what it makes of the phone's choice.
enum VendorDialectCases {
  static let all: [Case] = [oldest, roundControl, dialects, rate, role, declined]

  static let oldest = Case.accessory(
    "C12", "configuration of version 1.0",
    requirement: "An accessory of 1.0 accepts the 28 bytes of version 1.0 and ranges with them.",
    source: "accessory protocol §3.1 (NXP)",
    needs: [.radioIfPresent, .specification(exactly: "1.0")], declared: .blocks(1)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration) {
      // Every byte counts, the last one too.
      $0.destinationAddress |= 0x0100
      if $0.destinationAddress == configuration.uwb.sourceAddress { $0.destinationAddress ^= 1 }
    }
    let length = try shareable.encode().count
    guard length == 28 else {
      throw context.violation(
        "the configuration data is of the version that is claimed", expected: "1.0",
        got: "one for which a configuration has \(length) bytes")
    }
    try await context.rangeIfPresent(
      with: accessory, shareable, configuration, start: "28 bytes are answered with did-start",
      "ranging with what the 28 bytes say")
  }

  static let roundControl = Case.accessory(
    "C17", "round control",
    requirement: "Round control 3 is accepted; 6, contention, is accepted or refused.",
    source: "accessory protocol §3.1 (captures: 3; AOSP: 6)",
    parameters: ["3", "6"]
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration) {
      $0.roundControl = UInt8(context.parameter) ?? 3
    }
    if context.parameter == "3" {
      try await context.start(accessory, with: shareable)
      return
    }
    try await context.configure(accessory, with: shareable)
    let deadline = context.lab.now.advanced(by: context.limits.accessoryStart)
    let answer = try await context.nextAnswer(from: accessory, until: deadline)
    if answer?.message?.identifier != .didStart {
      context.observe("round control 6 is not accepted: \(answer?.description ?? "silence")")
    }
    try await context.fence(accessory, "nothing follows")
  }

  static let dialects = Case.accessory(
    "N16", "initialize of another dialect", .varies,
    requirement: "An initialize for Android is answered as any other or not at all.",
    source: "accessory protocol §1.1 (observed: CANVAS, STELLA, nrfuwb speak to Android too)",
    tags: ["survival"], parameters: ["0A01", "0A02", "A5"]
  ) { context, accessory in
    let message: [UInt8] =
      switch context.parameter {
      case "0A01": [0x0A, 0x01]
      case "0A02": [0x0A, 0x02]
      default: [0xA5]
      }
    try await accessory.send(bytes: message)
    let deadline = context.lab.now.advanced(by: context.limits.accessoryAnswer)
    let answer = try await context.nextAnswer(from: accessory, until: deadline)
    if let answer {
      let data = answer.message?.body ?? []
      let isOwn = (try? AccessoryConfigurationData.decode(data)) != nil
      if !isOwn { context.observe("\(context.parameter) is answered with \(answer.description)") }
    } else if context.parameter != "A5" {
      context.observe("\(context.parameter) is not answered")
    }
    try await context.fence(accessory, "nothing follows")
  }

  static let rate = Case.accessory(
    "V01", "preferred update rate of each initialize",
    requirement: "The preferred update rate is the same in every configuration data.",
    source: "accessory protocol §2.1 (AOSP)"
  ) { context, accessory in
    var rates = [try await context.configuration(of: accessory).preferredUpdateRate.rawValue]
    for isRefused in [false, true] {
      if isRefused { try await accessory.send(.configureAndStart([1, 0])) }
      let next = try context.read(await context.fence(accessory, "nothing precedes the answer"))
      rates.append(next.preferredUpdateRate.rawValue)
    }
    try context.require(
      rates.allSatisfy { $0 == rates[0] }, "the preferred update rate stays the same",
      expected: "\(rates[0]) three times", got: rates.map(String.init).joined(separator: ", "))
  }

  static let role = Case.accessory(
    "V02", "role on the air",
    requirement: "An accessory of role 0 answers the phone's polls, one of role 1 polls.",
    source: "accessory protocol §2.2 (AOSP, QNIQ)", needs: [.radio], declared: .blocks(2)
  ) { context, accessory in
    // The phone's radio takes the side that the configuration data leaves to it.
    let configuration = try await context.configuration(of: accessory)
    let side = configuration.uwb.role == .initiator ? "polls" : "answers polls"
    try await context.range(with: accessory, configuration, rounds: 2, "the accessory \(side)")
  }

  static let declined = Case.accessory(
    "V04", "a request that the phone declines", .varies,
    requirement: "The accessory follows the phone's values, or refuses them before did-start.",
    source: "accessory protocol §3.1 (R4 interoperability note)",
    needs: [.radio, .specification(atLeast: "2.0")], declared: .blocks(2)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let request = configuration.uwb.request
    let shareable = context.shareable(for: configuration) {
      $0.slotsPerRound = request.slotsPerRound == 6 ? 12 : 6
      $0.slotDuration = request.slotDuration == 3600 ? 2400 : 3600
      $0.rangingDuration = request.interval == 180 ? 198 : 180
    }
    let radio = try await context.radio(for: shareable, configuration)
    try await context.configure(accessory, with: shareable)
    let deadline = context.lab.now.advanced(by: context.limits.accessoryStart)
    var isStarted = false
    while !isStarted, let received = try await accessory.next(until: deadline) {
      isStarted = received.message?.identifier == .didStart
    }
    guard isStarted else {
      context.observe("values other than those asked for are refused")
      try await context.fence(accessory, "nothing follows")
      return
    }
    try await radio.requireRanging(rounds: 2, "ranging with the phone's values")
  }
}
