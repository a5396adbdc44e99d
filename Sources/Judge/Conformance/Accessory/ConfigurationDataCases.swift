import Journal
import NearbyAccessory
import RigFile
import Runner
import WireFormat

/// The fields of the accessory configuration data.
enum ConfigurationDataCases {
  static let all: [Case] = [
    length, outerVersion, reserved, updateRate, innerLength, role, drift, sourceAddress, request,
    innerReserved, claimedVersion, possibleDrift, identity,
  ]

  static let length = Case.accessory(
    "N02", "length of the configuration data",
    requirement:
      "Accessory configuration data is 16 bytes and as many more as its length byte says.",
    source: "accessory protocol §2.1 (AOSP codec)"
  ) { context, accessory in
    let data = try await context.initialize(accessory)
    try context.require(
      data.count > AccessoryConfigurationData.headerLength, "the header is complete",
      expected: "more than 16 bytes", got: "\(data.count) bytes")
    let declared = 16 + Int(data[15])
    try context.require(
      data.count == declared, "length of the configuration data",
      expected: "\(declared) bytes, as its length byte says", got: "\(data.count) bytes")
  }

  static let outerVersion = Case.accessory(
    "N03", "version of the wrapper",
    requirement: "The wrapper of the configuration data has the version 1.0.",
    source: "accessory protocol §2.1 (AOSP, QNIQ)"
  ) { context, accessory in
    let data = try await context.configuration(of: accessory)
    try context.require(
      data.majorVersion == 1 && data.minorVersion == 0, "version of the wrapper",
      expected: "1.0", got: "\(data.majorVersion).\(data.minorVersion)")
  }

  static let reserved = Case.accessory(
    "N04", "reserved bytes of the wrapper",
    requirement: "The ten reserved bytes of the wrapper are zero.",
    source: "accessory protocol §2.1 (AOSP, QNIQ)"
  ) { context, accessory in
    let data = try await context.configuration(of: accessory)
    try context.require(
      data.reserved.allSatisfy { $0 == 0 }, "reserved bytes of the wrapper",
      expected: "ten zeros", got: Hexadecimal.encode(data.reserved))
  }

  static let updateRate = Case.accessory(
    "N05", "preferred update rate",
    requirement: "The preferred update rate is 0, 10 or 20.",
    source: "accessory protocol §2.1 (AOSP)"
  ) { context, accessory in
    let rate = try await context.configuration(of: accessory).preferredUpdateRate
    try context.require(
      [.automatic, .infrequent, .userInteractive].contains(rate), "preferred update rate",
      expected: "0, 10 or 20", got: "\(rate.rawValue)")
  }

  static let innerLength = Case.accessory(
    "N06", "length of the UWB part",
    requirement:
      "The UWB part has the length of its version: 19 bytes for 1.0, 21 for 1.1, 32 for 2.0.",
    source: "accessory protocol §2.2 (AOSP, QNIQ, NXP)"
  ) { context, accessory in
    let data = try await context.initialize(accessory)
    // By hand, because the decoder would take a wrong length for the reason that it is short.
    try context.require(
      data.count >= 20, "the version of the UWB part is there", expected: "20 bytes or more",
      got: "\(data.count) bytes")
    let version = SpecificationVersion(
      UInt16(data[16]) | UInt16(data[17]) << 8, UInt16(data[18]) | UInt16(data[19]) << 8)
    let expected = version.layout.accessoryLength
    let length = Int(data[15])
    let isNewer = version > .v2_0
    try context.require(
      isNewer ? length >= expected : length == expected, "length of the UWB part",
      expected: "\(expected) bytes\(isNewer ? " or more" : "") for version \(version)",
      got: "\(length) bytes")
  }

  static let role = Case.accessory(
    "N07", "ranging role", requirement: "The ranging role is 0 or 1.",
    source: "accessory protocol §2.2 (AOSP, QNIQ)"
  ) { context, accessory in
    let role = try await context.configuration(of: accessory).uwb.role
    try context.require(
      role == .responder || role == .initiator, "ranging role", expected: "0 or 1",
      got: "\(role.rawValue)")
  }

  static let drift = Case.accessory(
    "N08", "clock drift",
    requirement: "From 1.1 on, the configuration data carries the drift of the accessory's clock.",
    source: "accessory protocol §2.2 (AOSP, NXP); the limit is the rig's",
    needs: [.specification(atLeast: "1.1")]
  ) { context, accessory in
    let uwb = try await context.configuration(of: accessory).uwb
    if accessory.description.claims.acd == nil, uwb.version < .v1_1 {
      throw CaseEnding.skip("the configuration data is of version \(uwb.version)")
    }
    try context.require(
      uwb.version >= .v1_1, "the configuration data carries a clock drift",
      expected: "version 1.1 or later", got: "version \(uwb.version)")
    try context.measure("clock drift", Double(uwb.clockDrift), unit: "ppm")
    let limit = context.limits.driftMaximum
    if uwb.clockDrift == 0 || Int(uwb.clockDrift) > limit {
      context.observe("the clock drift is \(uwb.clockDrift) ppm, usual are 1 to \(limit) ppm")
    }
  }

  static let sourceAddress = Case.accessory(
    "N09", "source address", .inferred,
    requirement: "The source address is neither 0x0000 nor 0xFFFF.",
    source: "accessory protocol §2.2 (R4 interoperability note)"
  ) { context, accessory in
    let address = try await context.configuration(of: accessory).uwb.sourceAddress
    try context.require(
      address != 0 && address != 0xFFFF, "source address", expected: "a device's own address",
      got: address.hexadecimal)
  }

  static let request = Case.accessory(
    "N10", "requested round",
    requirement: "The round that is asked for has at least 6 slots of at least 2400 RSTU in steps "
      + "of 1200, and fits into an interval within the rig's bounds; hopping is 0 or 1.",
    source: "accessory protocol §2.2 (AOSP, R4 interoperability note); the bounds are the rig's",
    needs: [.specification(atLeast: "2.0")]
  ) { context, accessory in
    let request = try await context.requestOfRelease4(accessory)
    try context.require(
      request.slotsPerRound >= 6, "slots in a round", expected: "6 or more",
      got: "\(request.slotsPerRound)")
    try context.require(
      request.slotDuration >= 2400 && request.slotDuration % 1200 == 0, "slot duration",
      expected: "2400 RSTU or more, a multiple of 1200", got: "\(request.slotDuration) RSTU")
    let round = Int(request.slotsPerRound) * Int(request.slotDuration)
    try context.require(
      round <= Int(request.interval) * 1200, "a round fits into the interval",
      expected: "at most \(request.interval) ms", got: "a round of \(round) RSTU (1200 are 1 ms)")
    let bounds = context.limits.intervalBounds
    try context.require(
      bounds.contains(request.interval), "ranging interval",
      expected: "\(bounds.lowerBound) to \(bounds.upperBound) ms", got: "\(request.interval) ms")
    try context.require(
      request.hoppingMode <= 1, "hopping mode that is asked for", expected: "0 or 1",
      got: "\(request.hoppingMode)")
  }

  static let innerReserved = Case.accessory(
    "N11", "reserved bytes of the UWB part",
    requirement: "From 2.0 on, the four reserved bytes of the UWB part are zero.",
    source: "accessory protocol §2.2 (AOSP, R4 interoperability note)",
    needs: [.specification(atLeast: "2.0")]
  ) { context, accessory in
    let request = try await context.requestOfRelease4(accessory)
    try context.require(
      request.reserved == 0, "reserved bytes of the UWB part", expected: "zero",
      got: "0x" + String(request.reserved, radix: 16))
  }

  static let claimedVersion = Case.accessory(
    "N19", "version of the UWB part",
    requirement: "The UWB part is of the version that the accessory claims; under the newest claim "
      + "that there is, it may be newer still.",
    source: "accessory protocol §2.2, §2.3 (AOSP reads newer ones as 2.0); the claim is the rig "
      + "file's",
    needs: [.specification(atLeast: "1.0")]
  ) { context, accessory in
    guard let claimed = accessory.description.claims.acd else {
      throw CaseEnding.skip("the rig file does not say which version the accessory claims")
    }
    let version = try await context.configuration(of: accessory).uwb.version
    if claimed == RigBoard.Claims.acdVersions.last, version > .v2_0 {
      context.observe("the UWB part is of version \(version), which a phone reads as \(claimed)")
      return
    }
    try context.require(
      "\(version)" == claimed, "version of the UWB part", expected: claimed, got: "\(version)")
  }

  static let possibleDrift = Case.accessory(
    "N20", "a clock drift that a clock can have", .inferred,
    requirement: "From 1.1 on, the clock drift is neither 0 nor above 1000 ppm.",
    source:
      "accessory protocol §2.2 (AOSP, NXP); the limit is the rig's: no crystal is perfect, and "
      + "none so bad ranges", needs: [.specification(atLeast: "1.1")]
  ) { context, accessory in
    let uwb = try await context.configuration(of: accessory).uwb
    guard uwb.version >= .v1_1 else {
      throw CaseEnding.skip("the configuration data is of version \(uwb.version)")
    }
    try context.require(
      (1...1000).contains(uwb.clockDrift), "clock drift", expected: "1 to 1000 ppm",
      got: "\(uwb.clockDrift) ppm")
  }

  static let identity = Case.accessory(
    "N21", "identity of the chipset", .inferred,
    requirement: "No number of the chipset is that of erased memory.",
    source: "accessory protocol §2.2 (QNIQ, NXP; AOSP sends 0 for each); the rig's reading: "
      + "0xFFFFFFFF is not assigned"
  ) { context, accessory in
    let uwb = try await context.configuration(of: accessory).uwb
    for (name, number) in [
      ("manufacturer", uwb.manufacturerIdentifier), ("model", uwb.modelIdentifier),
      ("middleware", uwb.middlewareVersion),
    ] {
      try context.require(
        number != .max, "\(name) of the chipset", expected: "not 0xFFFFFFFF",
        got: "0x" + String(number, radix: 16))
    }
  }
}

extension CaseContext {
  /// The request in the configuration data of an accessory that claims 2.0.
  fileprivate func requestOfRelease4(
    _ accessory: AccessoryBoard
  ) async throws -> UWBConfigurationData.RangingRequest {
    let uwb = try await configuration(of: accessory).uwb
    try require(
      uwb.version >= .v2_0, "the configuration data is of the version that is claimed",
      expected: "2.0 or later", got: "\(uwb.version)")
    return uwb.request
  }
}
