import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// What an accessory answers to initialize (0x0A).
enum InitializeCases {
  static let all: [Case] = [answeredOnce, length]

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

  static let length = Case.accessory(
    "N02", "length of the configuration data",
    requirement:
      "Accessory configuration data is 16 bytes and as many more as its length byte says.",
    source: "accessory protocol §2.1 (AOSP codec)"
  ) { bench, accessory in
    let data = try await bench.initialize(accessory)
    try bench.require(
      data.count > AccessoryConfigurationData.headerLength, "the header is complete",
      expected: "more than 16 bytes", got: "\(data.count) bytes")
    let declared = 16 + Int(data[15])
    try bench.require(
      data.count == declared, "length of the configuration data",
      expected: "\(declared) bytes, as its length byte says", got: "\(data.count) bytes")
  }
}
