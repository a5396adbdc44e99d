import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// When and how often an accessory answers initialize (0x0A).
enum InitializeCases {
  static let all: [Case] = [
    answeredOnce, freshAddress, sameMaker, again, whileRanging, withJunk, oftenAgain,
  ]

  static let answeredOnce = Case.accessory(
    "N01", "initialize while idle",
    requirement: "An initialize while idle is answered with exactly one accessory configuration "
      + "data message.",
    source: "accessory protocol §1.3 (observed: QNIQ, Apple's sample, AOSP)"
  ) { bench, accessory in
    let asked = bench.lab.now
    try await accessory.send(.initialize())
    let answer = try await bench.expect(
      .accessoryConfigurationData, from: accessory, within: bench.limits.accessoryAnswer,
      "initialize is answered with accessory configuration data")
    try bench.measure(
      "answer to initialize", Double(asked.duration(to: answer.at).microseconds) / 1000, unit: "ms")
    try await bench.fence(accessory, "nothing follows the one answer")
  }

  static let freshAddress = Case.accessory(
    "N12", "source address of two initializes", .varies,
    requirement: "Every initialize brings a fresh source address.",
    source: "accessory protocol §2.2 (observed: AOSP, NXP)"
  ) { bench, accessory in
    let first = try bench.decoded(try await bench.initialize(accessory)).uwb.sourceAddress
    let second = try bench.decoded(try await bench.fence(accessory, "nothing comes by itself"))
      .uwb.sourceAddress
    try bench.require(
      first != second, "the source address of the second initialize", expected: "a fresh one",
      got: "the same, \(first)")
  }

  static let sameMaker = Case.accessory(
    "N13", "manufacturer and model of two initializes",
    requirement: "Manufacturer and model are the same in every answer.",
    source: "accessory protocol §2.4 (captures)"
  ) { bench, accessory in
    let first = try bench.decoded(try await bench.initialize(accessory)).uwb
    let second = try bench.decoded(try await bench.fence(accessory, "nothing comes by itself")).uwb
    try bench.require(
      first.manufacturerIdentifier == second.manufacturerIdentifier
        && first.modelIdentifier == second.modelIdentifier,
      "manufacturer and model of the second answer",
      expected: "\(first.manufacturerIdentifier), \(first.modelIdentifier)",
      got: "\(second.manufacturerIdentifier), \(second.modelIdentifier)")
  }

  static let again = Case.accessory(
    "N14", "initialize while configured", .varies,
    requirement: "An initialize while configured is answered with new configuration data.",
    source: "accessory protocol §1.4 (observed: Qorvo, Stella; nrfuwb ignores it)"
  ) { bench, accessory in
    _ = try await bench.initialize(accessory)
    try await accessory.send(.initialize())
    let answer = try await accessory.next(within: bench.limits.accessoryAnswer)
    try await bench.fence(accessory, "the accessory goes on")
    try bench.require(
      answer?.message?.identifier == .accessoryConfigurationData,
      "the answer to the second initialize", expected: "accessory configuration data",
      got: answer?.words ?? "nothing")
  }

  static let whileRanging = Case.accessory(
    "N15", "initialize while ranging", .varies,
    requirement: "An initialize while ranging is answered with new configuration data.",
    source: "accessory protocol §1.4 (observed: Qorvo, Stella; nrfuwb ignores it)"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    try await accessory.send(.initialize())
    var answer = try await accessory.next(within: bench.limits.accessoryAnswer)
    if answer?.message?.identifier == .didStop {
      answer = try await accessory.next(within: bench.limits.accessoryAnswer)
    }
    try await bench.fence(accessory, "the accessory goes on")
    try bench.require(
      answer?.message?.identifier == .accessoryConfigurationData,
      "the answer to initialize while ranging", expected: "accessory configuration data",
      got: answer?.words ?? "nothing")
  }

  static let withJunk = Case.accessory(
    "N17", "initialize with bytes behind it", .inferred,
    requirement: "An initialize with junk behind it is answered or ignored, and survived.",
    source: "accessory protocol §7 N17 (robustness)", tags: ["survival"],
    parameters: ["1", "16", "60"]
  ) { bench, accessory in
    let junk = [UInt8](repeating: 0xEE, count: Int(bench.parameter) ?? 1)
    try await accessory.send(bytes: [0x0A] + junk)
    try await bench.fence(
      accessory, allowing: [.accessoryConfigurationData], "junk behind an initialize is survived")
  }

  static let oftenAgain = Case.accessory(
    "N18", "initialize a hundred times", .inferred,
    requirement: "A hundred initializes at 10 Hz are each answered validly or ignored, and the "
      + "accessory still answers.",
    source: "accessory protocol §7 N18 (robustness)", declared: .seconds(10)
  ) { bench, accessory in
    for round in 1...100 {
      let tick = bench.lab.now.advanced(by: .milliseconds(100))
      try await accessory.send(.initialize())
      while let answer = try await accessory.next(until: tick) {
        try bench.require(
          answer.message?.identifier == .accessoryConfigurationData,
          "every answer is configuration data", expected: "accessory configuration data",
          got: "\(answer.words) in round \(round)")
      }
    }
    try await bench.fence(accessory, "the accessory still answers")
  }
}
