import Journal
import NearbyAccessory
import RigFile
import Runner
import WireFormat

/// Versions, dialects and roles: what an accessory chooses, and what it makes of the phone's choice.
enum VendorDialectCases {
  static let all: [Case] = [oldest, roundControl, dialects, rate, role, declined, older]

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
    let answer = try await context.nextAnswer(
      from: accessory, within: context.limits.accessoryStart)
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
    let message = try Hexadecimal.decode(context.parameter)
    try await accessory.send(bytes: message)
    let answer = try await context.nextAnswer(
      from: accessory, within: context.limits.accessoryAnswer)
    if let answer {
      let data = answer.message?.body ?? []
      let isOwn = (try? AccessoryConfigurationData.decode(data)) != nil
      if !isOwn { context.observe("\(context.parameter) is answered with \(answer.description)") }
    } else {
      accessory.noteUnanswered(message)
      if context.parameter != "A5" { context.observe("\(context.parameter) is not answered") }
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
    guard try await context.takes(shareable, accessory) else {
      context.observe("values other than those asked for are refused")
      try await context.fence(accessory, "nothing follows")
      return
    }
    try await radio.requireRanging(rounds: 2, "ranging with the phone's values")
  }

  static let older = Case.accessory(
    "V05", "a version below the accessory's own", .inferred,
    requirement:
      "A configuration of a version below that of the accessory's data is refused, or the "
      + "accessory ranges as that version says; its data stays of its own version.",
    source:
      "accessory protocol §3.1 (observed: QNIQ takes it, Qorvo's library its own version alone)",
    needs: [.radioIfPresent, .specification(atLeast: "1.1")], declared: .seconds(2) + .blocks(3),
    parameters: ["1.0", "1.1"]
  ) { context, accessory in
    var configuration = try await context.configuration(of: accessory)
    let own = configuration.uwb.version
    let version: SpecificationVersion = context.parameter == "1.0" ? .v1_0 : .v1_1
    guard version < own else {
      throw CaseEnding.skip("the accessory's own data is of version \(own)")
    }
    // What 2.0 alone can say must not be left over.
    if own >= .v2_0 {
      try await context.preparing {
        try await context.start(
          accessory,
          with: context.shareable(for: configuration, "before") { $0.hoppingMode = 1 })
        try await context.stop(accessory)
      }
      configuration = try await context.configuration(of: accessory)
    }
    let shareable = context.shareable(for: configuration) {
      $0.version = version
      $0.hoppingMode = 0
      $0.declaredLength = UInt8(
        clamping: version.layout.shareableLength - ShareableConfigurationData.headerLength)
    }
    let radio = try await context.radioIfPresent(for: shareable, configuration)
    if try await context.takes(shareable, accessory) {
      try await radio?.requireRanging(
        rounds: 2, "ranging as version \(version) says",
        again: try context.retelling(accessory, shareable))
    } else {
      context.observe("version \(version) is refused by an accessory of \(own)")
    }
    try await radio?.stop()
    let after = try context.read(await context.fence(accessory, "nothing follows")).uwb.version
    try context.require(
      after == own, "the data stays of the accessory's own version", expected: "\(own)",
      got: "\(after)")
  }
}

extension CaseContext {
  /// Tells an accessory to start with what it may refuse; whether it did start.
  fileprivate func takes(
    _ shareable: ShareableConfigurationData, _ accessory: AccessoryBoard
  ) async throws -> Bool {
    try await configure(accessory, with: shareable)
    return try await comes(.didStart, from: accessory, within: limits.accessoryStart)
  }
}
