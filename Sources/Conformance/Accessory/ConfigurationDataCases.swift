import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// What stands in accessory configuration data.
enum ConfigurationDataCases {
  static let all: [Case] = [
    length, outerVersion, outerReserved, updateRate, innerLength, role, drift, sourceAddress,
    request, innerReserved,
  ]

  /// A case that looks at the bytes of one answer.
  private static func bytes(
    _ id: String, _ title: String, requirement: String, source: String, needs: [Need] = [],
    judge: @escaping @Sendable (CaseContext, [UInt8]) throws -> Void
  ) -> Case {
    Case.accessory(
      id, title, requirement: requirement, source: source, needs: needs
    ) { bench, accessory in
      let data = try await bench.initialize(accessory)
      try bench.require(
        data.count >= 35, "the smallest configuration data is there", expected: "35 bytes or more",
        got: "\(data.count) bytes")
      try judge(bench, data)
    }
  }

  static let length = bytes(
    "N02", "length of the configuration data",
    requirement:
      "Accessory configuration data is 16 bytes and as many more as its length byte says.",
    source: "accessory protocol §2.1 (AOSP codec)"
  ) { bench, data in
    let declared = 16 + Int(data[15])
    try bench.require(
      data.count == declared, "length of the configuration data",
      expected: "\(declared) bytes, as its length byte says", got: "\(data.count) bytes")
  }

  static let outerVersion = bytes(
    "N03", "version of the configuration data",
    requirement: "The version of accessory configuration data is 1.0.",
    source: "accessory protocol §2.1"
  ) { bench, data in
    try bench.require(
      Array(data[0..<4]) == [1, 0, 0, 0], "version of the configuration data",
      expected: "1.0", got: "\(data[0] | data[1]).\(data[2] | data[3])")
  }

  static let outerReserved = bytes(
    "N04", "reserved bytes of the configuration data",
    requirement: "The ten reserved bytes are zero.", source: "accessory protocol §2.1"
  ) { bench, data in
    try bench.require(
      data[5..<15].allSatisfy { $0 == 0 }, "the reserved bytes", expected: "ten zeros",
      got: "\(Array(data[5..<15]))")
  }

  static let updateRate = bytes(
    "N05", "preferred update rate",
    requirement: "The preferred update rate is 0, 10 or 20.",
    source: "accessory protocol §2.1 (AOSP); rig policy"
  ) { bench, data in
    try bench.require(
      [0, 10, 20].contains(data[4]), "preferred update rate", expected: "0, 10 or 20",
      got: "\(data[4])")
  }

  static let innerLength = bytes(
    "N06", "length and version of the UWB part",
    requirement: "The UWB part has the length of its version: 19, 21 or 32 bytes.",
    source: "accessory protocol §2.2 (AOSP, QNIQ, NXP)"
  ) { bench, data in
    let version = SpecificationVersion(
      UInt16(data[16]) | UInt16(data[17]) << 8, UInt16(data[18]) | UInt16(data[19]) << 8)
    let expected = version.layout.accessoryLength
    // A later major version may have more to say than 2.0.
    let fits = version.major > 2 ? Int(data[15]) >= 32 : Int(data[15]) == expected
    try bench.require(
      fits, "length of the UWB part", expected: "\(expected) bytes in version \(version)",
      got: "\(data[15]) bytes")
  }

  static let role = bytes(
    "N07", "ranging role", requirement: "The ranging role is 0 or 1.",
    source: "accessory protocol §2.2; rig policy"
  ) { bench, data in
    try bench.require(
      data[32] <= 1, "ranging role", expected: "0 (responder) or 1 (initiator)", got: "\(data[32])")
  }

  static let drift = bytes(
    "N08", "clock drift",
    requirement: "From version 1.1 on the data tells the largest clock drift, within the rig's "
      + "limit.",
    source: "accessory protocol §2.2 (AOSP: 25 to 200 ppm seen); the limit is the rig's",
    needs: [.specification(atLeast: "1.1")]
  ) { bench, data in
    try bench.require(
      data.count >= 37, "the clock drift is there", expected: "37 bytes or more",
      got: "\(data.count) bytes")
    let drift = Int(data[35]) | Int(data[36]) << 8
    // The sheet asks for a warning, not for a failure.
    if drift == 0 || drift > bench.limits.driftMaximum {
      bench.observe(
        "a clock drift of \(drift) ppm, expected 1 to \(bench.limits.driftMaximum) ppm")
    }
  }

  static let sourceAddress = Case.accessory(
    "N09", "source address", .inferred,
    requirement: "The source address is neither 0x0000 nor 0xFFFF.",
    source: "accessory protocol §7 N09 (R4NOTE)"
  ) { bench, accessory in
    let address = try bench.decoded(try await bench.initialize(accessory)).uwb.sourceAddress
    try bench.require(
      address != 0 && address != 0xFFFF, "source address", expected: "neither 0 nor 0xFFFF",
      got: "\(address)")
  }

  static let request = Case.accessory(
    "N10", "requested round",
    requirement:
      "The requested round has 6 slots or more of 2400 RSTU or more in steps of 1200, and "
      + "fits into an interval within the rig's bounds.",
    source: "accessory protocol §2.2 (AOSP, R4NOTE); the bounds are the rig's",
    needs: [.specification(exactly: "2.0")]
  ) { bench, accessory in
    let request = try bench.decoded(try await bench.initialize(accessory)).uwb.request
    try bench.require(
      request.slotsPerRound >= 6, "requested slots per round", expected: "6 or more",
      got: "\(request.slotsPerRound)")
    try bench.require(
      request.slotDuration >= 2400 && request.slotDuration % 1200 == 0, "requested slot duration",
      expected: "2400 RSTU or more, in steps of 1200", got: "\(request.slotDuration) RSTU")
    let least = bench.limits.intervalMinimum.microseconds / 1000
    let most = bench.limits.intervalMaximum.microseconds / 1000
    try bench.require(
      least...most ~= Int64(request.interval), "requested interval",
      expected: "\(least) to \(most) ms", got: "\(request.interval) ms")
    let round = Int(request.slotsPerRound) * Int(request.slotDuration) / 1200
    try bench.require(
      round <= Int(request.interval), "the round fits into the interval",
      expected: "at most \(request.interval) ms", got: "\(round) ms")
  }

  static let innerReserved = Case.accessory(
    "N11", "reserved bytes of the UWB part",
    requirement: "The four reserved bytes of the UWB part are zero.",
    source: "accessory protocol §2.2 (AOSP, R4NOTE)", needs: [.specification(exactly: "2.0")]
  ) { bench, accessory in
    let reserved = try bench.decoded(try await bench.initialize(accessory)).uwb.request.reserved
    try bench.require(
      reserved == 0, "reserved bytes of the UWB part", expected: "zero", got: "\(reserved)")
  }
}
