import NearbyAccessory
import RigFile
import Runner

enum RetryCases {
  static let all: [Case] = [resumed, cached, tenTimes]

  static let resumed = Case.accessory(
    "T01", "suspended and resumed",
    requirement: "After a stop and a new initialize the accessory ranges again.",
    source: "accessory protocol §5.1 (Apple's sample), §5.7", needs: [.radioIfPresent],
    declared: .blocks(2)
  ) { context, accessory in
    for what in ["ranging before the suspension", "ranging after the suspension"] {
      let radio = try await context.rangeIfPresent(with: accessory, for: what, what)
      try await context.stop(accessory)
      try await radio?.stop()
    }
  }

  static let cached = Case.accessory(
    "T02", "retry with known configuration data",
    requirement:
      "After a stop, a new configuration starts the accessory without a new initialize, also one "
      + "with the session identifier of the one before.",
    source: "accessory protocol §5.1 (Apple's headers: the same configuration may run again)",
    needs: [.radioIfPresent], declared: .blocks(3)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    try await context.start(accessory, with: context.shareable(for: configuration, "first"))
    // Whether it answers stops at all is for S04.
    try await accessory.send(.stop())
    let answer = try await context.nextAnswer(from: accessory, within: context.limits.stopAnswer)
    let isTold = answer?.message?.identifier == .didStop
    var known: UInt32?
    for retry in ["second", "third", "fourth"] {
      let radio = try await context.rangeIfPresent(
        with: accessory, knowing: configuration, for: retry,
        start: "a retry without initialize is answered with did-start", "ranging after the retry"
      ) {
        // A phone may keep its identifier: what else is new holds all the same.
        if retry == "third", let known { $0.sessionIdentifier = known }
        known = $0.sessionIdentifier
      }
      try await radio?.stop()
      guard retry != "fourth" else { break }
      if isTold {
        try await context.stop(
          accessory, "the stop of the \(retry) session is answered as that of the first")
      } else {
        try await context.stop(accessory)
      }
    }
  }

  static let tenTimes = Case.accessory(
    "T04", "stop and initialize ten times",
    requirement:
      "An accessory answers a stop and an initialize right behind it ten times in a row, and ranges on "
      + "with what follows.",
    source: "accessory protocol §1.5 (Apple's sample retries so)", needs: [.radioIfPresent],
    declared: .blocks(3)
  ) { context, accessory in
    try await context.prepareRanging(accessory)
    for number in 1...10 {
      let answers = try await context.answers(to: [.stop(), .initialize()], from: accessory)
      let others = answers.identifiers.filter {
        $0 != .didStop && $0 != .accessoryConfigurationData
      }
      try context.require(
        others.isEmpty, "retry \(number) is answered with did-stop and configuration data",
        expected: "did-stop, configuration data", got: answers.names)
      let configuration = try context.read(answers.last?.message?.body ?? [])
      let shareable = context.shareable(for: configuration, "retry \(number)")
      // Most of them end a session, and some come while the accessory is idle.
      if number == 10 {
        // As long as some take to work off a stop.
        try await context.rangeIfPresent(
          with: accessory, shareable, configuration, rounds: 3, "ranging behind the last stop")
      } else if number % 3 != 0 {
        try await context.start(accessory, with: shareable)
      }
    }
  }
}
