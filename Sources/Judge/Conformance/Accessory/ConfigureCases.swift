import Journal
import LabRuntime
import NearbyAccessory
import RigFile
import Runner

/// Good configurations (0x0B), as far as the accessory's own messages tell.
enum ConfigureCases {
  static let all: [Case] = [
    started, reportedOnce, startTime, sessionIdentifiers, countries, hopping, reservedBytes, drift,
    afterOneSecond, afterFiveSeconds, afterOneMinute,
  ]

  static let started = Case.accessory(
    "C01", "a valid configuration",
    requirement: "Valid shareable configuration data is answered with did-start.",
    source: "accessory protocol §1.3 (observed: QNIQ, Apple's sample, AOSP)"
  ) { context, accessory in
    try await context.start(accessory)
  }

  static let reportedOnce = Case.accessory(
    "C02", "did-start",
    requirement: "Did-start has no body and is sent once for each start.",
    source: "accessory protocol §1.1 (observed: QNIQ, Apple's sample)"
  ) { context, accessory in
    let shareable = context.shareable(for: try await context.configuration(of: accessory))
    let started = try await context.start(accessory, with: shareable)
    try context.require(
      started.bytes.count == 1, "did-start has no body", expected: "1 byte",
      got: "\(started.bytes.count) bytes")
    try await context.fenceAfterSilence(accessory, "did-start is sent once")
  }

  static let startTime = Case.accessory(
    "C03", "time until did-start",
    requirement: "Did-start comes while the phone is still prepared for the session.",
    source: "accessory protocol §5.1 (Apple's headers: a limited time); the limit is the rig's"
  ) { context, accessory in
    let limit = context.limits.accessoryStart
    var answers: [(from: LabInstant, to: LabInstant)] = []
    for number in 1...CaseContext.repetitions {
      let shareable = context.shareable(
        for: try await context.configuration(of: accessory), "start \(number)")
      let asked = context.lab.now
      try await context.configure(accessory, with: shareable)
      let started = try await context.expect(
        .didStart, from: accessory, within: limit * 2,
        "a valid configuration is answered with did-start")
      answers.append((asked, started.at))
      // One that is too slow is not asked again: the verdict is known.
      if asked.duration(to: started.at) > limit { break }
      if number < CaseContext.repetitions { try await context.stop(accessory) }
    }
    try context.measureAnswers("did-start after", answers, limit: limit)
  }

  static let sessionIdentifiers = Case.accessory(
    "C10", "session identifiers",
    requirement: "Any session identifier is accepted and used, with all of its 32 bits.",
    source: "accessory protocol §3.1 (AOSP, captures)", needs: [.radioIfPresent],
    declared: .blocks(1), parameters: ["0x00000001", "0x0000FFFF", "0xFFFFFFFF"]
  ) { context, accessory in
    let identifier = UInt32(context.parameter.dropFirst(2), radix: 16) ?? 1
    try await context.rangeIfPresent(
      with: accessory, "the session identifier is used on the air"
    ) { $0.sessionIdentifier = identifier }
  }

  static let countries = Case.accessory(
    "C11", "country codes",
    requirement: "A configuration for any country of two letters is accepted.",
    source: "accessory protocol §3.1 (AOSP)", needs: [.radioIfPresent], declared: .blocks(1),
    parameters: ["EU", "US", "JP", "GB", "ZA"]
  ) { context, accessory in
    let letters = Array(context.parameter.utf8)
    try await context.rangeIfPresent(with: accessory, "ranging in \(context.parameter)") {
      $0.country = .init(letters.first ?? 0, letters.last ?? 0)
    }
  }

  static let hopping = Case.accessory(
    "C13", "configuration of version 2.0",
    requirement:
      "An accessory of 2.0 accepts the 35 bytes of version 2.0, with and without hopping, and its "
      + "rounds hop as they say.",
    source: "accessory protocol §3.1 (AOSP, R4 interoperability note)",
    needs: [.radioIfPresent, .specification(exactly: "2.0")], declared: .blocks(2),
    parameters: ["0", "1"]
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration) {
      $0.hoppingMode = UInt8(context.parameter) ?? 0
    }
    var radio: PhoneRadio?
    do {
      radio = try await context.radioIfPresent(for: shareable, configuration)
    } catch CaseEnding.skip(let reason) {
      // What the accessory says is judged all the same.
      context.step(reason)
    }
    try await context.start(accessory, with: shareable)
    try await radio?.requireRanging(
      rounds: 2, "ranging with hopping mode \(context.parameter)",
      again: try context.retelling(accessory, shareable))
  }

  static let reservedBytes = Case.accessory(
    "C15", "reserved bytes of a configuration",
    requirement: "The reserved bytes of a configuration of version 2.0 are ignored.",
    source: "accessory protocol §3.1 (the rig's reading of reserved)",
    needs: [.specification(exactly: "2.0"), .radioIfPresent], declared: .blocks(2)
  ) { context, accessory in
    try await context.rangeIfPresent(
      with: accessory, rounds: 2, "ranging whatever the reserved bytes are"
    ) { $0.reserved = 0xA55A_C33C }
  }

  static let drift = Case.accessory(
    "C16", "clock drift of a configuration",
    requirement: "A clock drift of the phone of 100 and of 200 ppm is accepted.",
    source: "accessory protocol §3.3 (captures of iPhones)",
    needs: [.specification(atLeast: "1.1"), .radioIfPresent], declared: .blocks(1),
    parameters: ["100", "200"]
  ) { context, accessory in
    try await context.rangeIfPresent(with: accessory, "ranging with a clock that drifts") {
      $0.clockDrift = UInt16(context.parameter) ?? 100
    }
  }

  static let afterOneSecond = after("C27", .seconds(1), "one second")
  static let afterFiveSeconds = after("C27-5s", .seconds(5), "five seconds")
  static let afterOneMinute = after("C27-60s", .seconds(60), "one minute")

  private static func after(_ id: String, _ age: Duration, _ words: String) -> Case {
    Case.accessory(
      id, "configuration after \(words)", .inferred,
      requirement: "A configuration that comes \(words) after the configuration data starts.",
      source: "accessory protocol §7; the times are the rig's",
      // The phone's radio is not held for what comes at each change.
      needs: age > .seconds(1) ? [.radioIfPresent] : [], declared: age + .seconds(1)
    ) { context, accessory in
      let configuration = try await context.configuration(of: accessory)
      try await context.lab.sleep(for: age, label: "the phone to make up its mind")
      let start = "a configuration after \(words) is answered with did-start"
      if age > .seconds(1) {
        try await context.rangeIfPresent(
          with: accessory, knowing: configuration, start: start,
          "ranging with a configuration after \(words)")
      } else {
        try await context.start(accessory, with: context.shareable(for: configuration), start)
      }
    }
  }
}
