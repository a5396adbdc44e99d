import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner
import UCIHost

/// What an accessory does with a valid configure-and-start (0x0B).
enum ConfigureCases {
  static let all: [Case] = [
    answered, onceWithoutBody, soonEnough, ranges, blocks, longBlocks, rounds, frames, vector,
    sessionIdentifiers, countries, hopping, overrides, reserved, drifts, patient,
  ]

  static let answered = Case.accessory(
    "C01", "configure and start",
    requirement: "A valid shareable configuration is answered with did-start.",
    source: "accessory protocol §1.3"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
  }

  static let onceWithoutBody = Case.accessory(
    "C02", "did-start comes once, without a body",
    requirement: "Did-start has no body and is sent once for an accepted start.",
    source: "accessory protocol §1.1"
  ) { bench, accessory in
    let started = try await bench.start(bench.session(with: accessory), on: accessory)
    try bench.require(
      started.bytes.count == 1, "did-start has no body", expected: "1 byte",
      got: "\(started.bytes.count) bytes")
    try await bench.fence(accessory, "nothing follows the one did-start")
  }

  static let soonEnough = Case.accessory(
    "C03", "time to did-start",
    requirement: "Did-start comes within the rig's limit, well before the phone gives up.",
    source: "Apple: ranging must start in a limited time; the limits are the rig's"
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let asked = bench.lab.now
    try await accessory.send(.configureAndStart(try session.shareable.encode()))
    let started = try await bench.expect(
      .didStart, from: accessory, within: bench.limits.removalTimeout,
      "did-start comes before the phone gives up")
    try bench.measure(
      "time to did-start", Double(asked.duration(to: started.at).microseconds) / 1000, unit: "ms",
      limits: .init(max: Double(bench.limits.accessoryStart.microseconds) / 1000))
  }

  static let ranges = Case.accessory(
    "C04", "ranging after did-start",
    requirement: "After did-start the accessory ranges, as the phone's radio sees it.",
    source: "Qorvo forum 11573 (did-start without a radio)", needs: [.radio],
    declared: .milliseconds(360)
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let radio = try await bench.startRanging(session, on: accessory)
    try await bench.expectRounds(2, of: session, on: radio)
  }

  /// A case that ranges with a changed blob; one instance a parameter.
  private static func ranging(
    _ id: String, _ title: String, requirement: String, source: String, needs: [Need] = [],
    declared: Duration = .milliseconds(360), parameters: [String],
    declaredByParameter: [Duration] = [],
    change: @escaping @Sendable (String, inout ShareableConfigurationData) -> Void
  ) -> Case {
    Case.accessory(
      id, title, requirement: requirement, source: source, needs: [.radio] + needs,
      declared: declared, parameters: parameters, declaredByParameter: declaredByParameter
    ) { bench, accessory in
      let parameter = bench.parameter
      let session = try await bench.session(with: accessory) { change(parameter, &$0) }
      let radio = try await bench.startRanging(session, on: accessory)
      try await bench.expectRounds(2, of: session, on: radio)
    }
  }

  static let blocks = ranging(
    "C05", "block interval",
    requirement: "The block interval of the configuration is followed: 162, 180 and 198 ms.",
    source: "accessory protocol §3.3 (iPhone captures)", parameters: ["162", "180", "198"],
    declaredByParameter: [324, 360, 396].map { .milliseconds($0) }
  ) { parameter, shareable in shareable.rangingDuration = UInt16(parameter) ?? 180 }

  static let longBlocks = ranging(
    "C06", "long block interval",
    requirement: "Long block intervals of the infrequent rate are followed.",
    source: "accessory protocol §2.1 (infrequent rate); the intervals are the rig's",
    parameters: ["774", "1548"], declaredByParameter: [1548, 3096].map { .milliseconds($0) }
  ) { parameter, shareable in shareable.rangingDuration = UInt16(parameter) ?? 774 }

  static let rounds = ranging(
    "C07", "slots of a round",
    requirement: "Slots and slot duration of the configuration are followed.",
    source: "accessory protocol §3.1 (iPhone captures; defaults of the specification)",
    declared: .milliseconds(400), parameters: ["6x3600", "25x2400"]
  ) { parameter, shareable in
    shareable.slotsPerRound = parameter == "6x3600" ? 6 : 25
    shareable.slotDuration = parameter == "6x3600" ? 3600 : 2400
    shareable.rangingDuration = 200
  }

  static let frames = ranging(
    "C08", "channel and preamble",
    requirement: "Channel and preamble code of the configuration are followed.",
    source: "accessory protocol §3.1 (AOSP)",
    parameters: [
      "channel-5", "channel-9", "preamble-9", "preamble-10", "preamble-11", "preamble-12",
    ]
  ) { parameter, shareable in
    let number = UInt8(parameter.split(separator: "-").last ?? "") ?? 9
    if parameter.hasPrefix("channel") {
      shareable.channel = number
    } else {
      shareable.preambleCode = number
    }
  }

  static let vector = Case.accessory(
    "C09", "another STS vector on the phone's side",
    requirement: "The STS vector of the configuration is used: a peer with another one gets no "
      + "distance.",
    source: "accessory protocol §3.2", needs: [.radio], declared: .milliseconds(540)
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let radio = try await bench.startRadio(for: session) { parameters in
      parameters.staticSTSIV[0] ^= 0xFF
    }
    try await bench.start(session, on: accessory)
    try await bench.expectNoRounds(3, of: session, on: radio, "a peer with another STS vector")
  }

  static let sessionIdentifiers = ranging(
    "C10", "session identifier",
    requirement: "Any session identifier is accepted and used on the air.",
    source: "accessory protocol §3.1", parameters: ["00000001", "0000ffff", "ffffffff"]
  ) { parameter, shareable in
    shareable.sessionIdentifier = UInt32(parameter, radix: 16) ?? 1
  }

  /// A case in which a changed blob must be accepted; nothing needs a radio.
  private static func accepted(
    _ id: String, _ title: String, requirement: String, source: String, needs: [Need] = [],
    parameters: [String],
    change: @escaping @Sendable (String, inout ShareableConfigurationData) -> Void
  ) -> Case {
    Case.accessory(
      id, title, requirement: requirement, source: source, needs: needs, parameters: parameters
    ) { bench, accessory in
      let parameter = bench.parameter
      let session = try await bench.session(with: accessory) { change(parameter, &$0) }
      try await bench.start(session, on: accessory, "\(title) \(parameter) is accepted")
    }
  }

  static let countries = accepted(
    "C11", "country code", requirement: "Any two-letter country code is accepted.",
    source: "accessory protocol §3.1", parameters: ["EU", "US", "JP", "ZZ"]
  ) { parameter, shareable in
    let letters = Array(parameter.utf8)
    shareable.country = .init(letters.first ?? 69, letters.last ?? 85)
  }

  static let hopping = accepted(
    "C13", "hopping mode", requirement: "An accessory of version 2.0 accepts both hopping modes.",
    source: "accessory protocol §3.1 (AOSP, R4NOTE)", needs: [.specification(exactly: "2.0")],
    parameters: ["0", "1"]
  ) { parameter, shareable in shareable.hoppingMode = UInt8(parameter) ?? 0 }

  static let overrides = Case.accessory(
    "C14", "the phone decides",
    requirement: "The values of the phone override what the accessory "
      + "asked for.",
    source: "accessory protocol §7 C14 (R4NOTE)",
    needs: [.radio, .specification(exactly: "2.0")], declared: .milliseconds(396)
  ) { bench, accessory in
    // Neither the slots nor the interval that the accessory asks for.
    var session = try await bench.session(with: accessory)
    let request = session.accessory.uwb.request
    session.shareable.slotsPerRound = request.slotsPerRound == 6 ? 8 : 6
    session.shareable.rangingDuration = request.interval == 198 ? 180 : 198
    let radio = try await bench.startRanging(session, on: accessory)
    try await bench.expectRounds(2, of: session, on: radio)
  }

  static let reserved = accepted(
    "C15", "reserved bytes", requirement: "Reserved bytes that are not zero are ignored.",
    source: "accessory protocol §3.1; rig policy", needs: [.specification(exactly: "2.0")],
    parameters: ["a5a5a5a5"]
  ) { parameter, shareable in shareable.reserved = UInt32(parameter, radix: 16) ?? 1 }

  static let drifts = accepted(
    "C16", "clock drift of the phone",
    requirement: "A clock drift of 100 and of 200 ppm is accepted.",
    source: "accessory protocol §3.3 (iPhone captures)", needs: [.specification(atLeast: "1.1")],
    parameters: ["100", "200"]
  ) { parameter, shareable in shareable.clockDrift = UInt16(parameter) ?? 100 }

  static let patient = Case.accessory(
    "C27", "configure after a pause", .inferred,
    requirement: "A configuration that comes late after the accessory's data still starts.",
    source: "accessory protocol §7 C27; rig policy", parameters: ["1s", "5s", "60s"],
    declaredByParameter: [.seconds(1), .seconds(5), .seconds(60)]
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    try await bench.lab.sleep(
      for: bench.instance.declared, label: "the pause before the configuration")
    try await bench.start(session, on: accessory, "a configuration that comes late still starts")
  }
}
