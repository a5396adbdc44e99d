import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// What an accessory does with a stop (0x0C).
enum StopCases {
  static let all: [Case] = [
    whileIdle, whileConfigured, whileRanging, radioSilence, notAsStart, twice, thenInitialize,
    withJunk,
  ]

  static let whileIdle = Case.accessory(
    "S01", "stop while idle", .varies, requirement: "A stop while idle is answered with did-stop.",
    source: "accessory protocol §1.4 (observed: Qorvo, NXP, Canvas)"
  ) { bench, accessory in
    try await accessory.send(.stop())
    let answer = try await accessory.next(within: bench.limits.stopAnswer)
    try await bench.fence(accessory, "the accessory goes on")
    try bench.require(
      answer?.message?.identifier == .didStop, "the answer to a stop while idle",
      expected: "did-stop", got: answer?.words ?? "nothing")
  }

  static let whileConfigured = Case.accessory(
    "S02", "stop while configured",
    requirement: "A stop while configured does no harm: the next cycle works.",
    source: "accessory protocol §1.4"
  ) { bench, accessory in
    _ = try await bench.initialize(accessory)
    let data = try await bench.fence(accessory, "nothing but did-stop answers the stop")
    try await bench.start(
      bench.session(for: try bench.decoded(data)), on: accessory,
      "the next cycle is answered with did-start")
  }

  static let whileRanging = Case.accessory(
    "S04", "stop while ranging",
    requirement: "A stop while ranging is answered with did-stop within the rig's limit.",
    source: "accessory protocol §1.3; the limit is the rig's"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    let asked = bench.lab.now
    try await accessory.send(.stop())
    let stopped = try await bench.expect(
      .didStop, from: accessory, within: bench.limits.stopAnswer,
      "a stop while ranging is answered with did-stop")
    try bench.measure(
      "answer to stop", Double(asked.duration(to: stopped.at).microseconds) / 1000, unit: "ms")
  }

  static let radioSilence = Case.accessory(
    "S05", "radio after did-stop",
    requirement: "The radio is silent within two blocks of did-stop.",
    source: "accessory protocol §1.3", needs: [.radio], declared: .milliseconds(900)
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let radio = try await bench.startRanging(session, on: accessory)
    try await bench.expectRounds(1, of: session, on: radio)
    try await accessory.send(.stop())
    _ = try await bench.expect(
      .didStop, from: accessory, within: bench.limits.stopAnswer, "did-stop")
    try await bench.expectNoRounds(
      2, ignoring: 2, of: session, on: radio, "the radio after did-stop")
  }

  static let notAsStart = Case.accessory(
    "S06", "what a stop is reported as",
    requirement: "The report of a stop is did-stop, never did-start.",
    source: "accessory protocol §1.4 (a fault of nrfuwb)"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    try await accessory.send(.stop())
    let answer = try await accessory.next(within: bench.limits.stopAnswer)
    try bench.require(
      answer?.message?.identifier != .didStart, "the report of a stop", expected: "did-stop",
      got: answer?.words ?? "nothing")
  }

  static let twice = Case.accessory(
    "S07", "stop twice", .inferred,
    requirement: "Two stops are answered with one did-stop and at most one more.",
    source: "accessory protocol §7 S07 (robustness)"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    try await accessory.send(.stop())
    try await accessory.send(.stop())
    try await accessory.send(.initialize())
    var stops = 0
    while let answer = try await accessory.next(within: bench.limits.accessoryAnswer) {
      if answer.message?.identifier == .accessoryConfigurationData { break }
      if answer.message?.identifier == .didStop { stops += 1 }
    }
    try bench.require(
      stops <= 2, "answers to two stops", expected: "at most 2", got: "\(stops)")
    try await bench.fence(accessory, "the accessory goes on")
  }

  static let thenInitialize = Case.accessory(
    "S08", "stop and initialize without a pause",
    requirement: "A stop with an initialize right behind it is answered with did-stop, then with "
      + "configuration data.",
    source: "Apple's sample retries so"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    try await accessory.send(.stop())
    try await accessory.send(.initialize())
    _ = try await bench.expect(
      .didStop, from: accessory, within: bench.limits.stopAnswer, "did-stop answers the stop")
    _ = try await bench.expect(
      .accessoryConfigurationData, from: accessory, within: bench.limits.accessoryAnswer,
      "configuration data answers the initialize behind it")
  }

  static let withJunk = Case.accessory(
    "S10", "stop with bytes behind it", .inferred,
    requirement: "A stop with junk behind it is taken as a stop or ignored, and survived.",
    source: "accessory protocol §7 S10 (robustness)", tags: ["survival"], parameters: ["1", "16"]
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    let junk = [UInt8](repeating: 0xEE, count: Int(bench.parameter) ?? 1)
    try await accessory.send(bytes: [0x0C] + junk)
    try await bench.fence(accessory, "a stop with junk behind it is survived")
  }
}
