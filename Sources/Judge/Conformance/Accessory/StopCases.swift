import Journal
import LabRuntime
import NearbyAccessory
import RigFile
import Runner

/// Answers to stop (0x0C), and whether the accessory stops.
enum StopCases {
  static let all: [Case] = [
    idle, configured, starting, ranging, radioSilence, reportedAsStop, twice, thenInitialize, junk,
    startingAlone,
  ]

  static let idle = Case.accessory(
    "S01", "stop while idle", .varies,
    requirement: "A stop while idle is answered with did-stop.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, CANVAS answer; AOSP is silent)"
  ) { context, accessory in
    try await accessory.send(.stop())
    let answer = try await context.nextAnswer(from: accessory, within: context.limits.stopAnswer)
    if let answer {
      try context.require(
        answer.message?.identifier == .didStop, "a stop while idle is answered with did-stop",
        expected: "did-stop or silence", got: answer.description)
    } else {
      context.observe("a stop while idle is not answered")
    }
    try await context.fence(accessory, "nothing follows")
  }

  static let configured = Case.accessory(
    "S02", "stop while configured",
    requirement: "After a stop between configuration data and start, initialize works again.",
    source: "accessory protocol §1.4 (observed: QNIQ, STELLA, CANVAS)"
  ) { context, accessory in
    _ = try await context.initialize(accessory)
    let data = try await context.fence(accessory, "nothing but did-stop answers the stop")
    try await context.start(accessory, with: context.shareable(for: context.read(data)))
  }

  static let starting = Case.accessory(
    "S03", "stop while starting", .inferred,
    requirement: "A stop while starting is the end: no did-start comes after did-stop.",
    source: "accessory protocol §7 (robustness)"
  ) { context, accessory in
    let shareable = context.shareable(for: try await context.configuration(of: accessory))
    let answers = try await context.answers(
      to: [.configureAndStart(shareable.encode()), .stop(), .initialize()], from: accessory)
    let stopped = answers.identifiers.firstIndex(of: .didStop) ?? answers.endIndex
    let started = answers.identifiers.lastIndex(of: .didStart) ?? answers.startIndex
    try context.require(
      started <= stopped, "no did-start comes after did-stop",
      expected: "did-start before did-stop, or none", got: answers.names)
    try await context.fence(accessory, "no did-start comes late")
  }

  static let ranging = Case.accessory(
    "S04", "stop while ranging",
    requirement: "A stop while ranging is answered with did-stop.",
    source: "accessory protocol §1.3 (observed: QNIQ, STELLA, CANVAS); the limit is the rig's"
  ) { context, accessory in
    var answers: [(from: LabInstant, to: LabInstant)] = []
    // A late answer to the stop before the case would be taken for that to the next one.
    if let earlier = accessory.lastStop {
      let end = earlier.advanced(by: context.limits.stopAnswer * 2 + context.limits.silence)
      while answers.count < 100,
        let received = try await context.nextAnswer(from: accessory, until: end)
      {
        guard received.message?.identifier == .didStop else { continue }
        answers.append((earlier, received.at))
      }
    }
    for _ in 1...CaseContext.repetitions {
      try await context.prepareRanging(accessory)
      let asked = context.lab.now
      let stopped = try await context.stop(
        accessory, "a stop while ranging is answered with did-stop")
      answers.append((asked, stopped.at))
    }
    try context.measureAnswers("did-stop after", answers, limit: context.limits.stopAnswer)
  }

  static let radioSilence = Case.accessory(
    "S05", "radio after a stop",
    requirement:
      "Within two blocks of did-stop the accessory's radio is silent, also where the stop had a byte "
      + "behind it, and stays so behind an initialize, whenever that comes.",
    source: "accessory protocol §1.3, §1.5 (observed: QNIQ, STELLA; Apple's sample retries so)",
    needs: [.radio], declared: .blocks(16)
  ) { context, accessory in
    let radio = try await context.range(with: accessory).radio
    try await context.stop(accessory)
    try await requireSilence(of: radio, "the radio is silent after a stop")
    let configuration = try await context.configuration(of: accessory)
    try await requireSilence(of: radio, "the radio stays silent behind an initialize")
    try await radio.stop()
    let (again, _) = try await context.range(with: accessory, configuration, "ranging again")
    var answers = try await context.answers(to: [.stop(), .initialize()], from: accessory)
    let next = try context.read(answers.last?.message?.body ?? [])
    // Some answer the stop later than the initialize.
    let deadline = context.lab.now.advanced(by: context.limits.stopAnswer)
    while !answers.identifiers.contains(.didStop),
      let received = try await context.nextAnswer(from: accessory, until: deadline)
    {
      answers.append(received)
    }
    try await requireSilence(
      of: again, "the radio is silent after a stop with an initialize right behind it")
    try await again.stop()
    // Some answer no other initialize before the next stop.
    var hasEnded = false
    let newest = try await context.anotherConfiguration(of: accessory, ending: &hasEnded)
    let longer = try await context.range(with: accessory, newest ?? next).radio
    try await accessory.send(.stop(trailing: [0]))
    let answer = try await context.nextAnswer(from: accessory, within: context.limits.stopAnswer)
    // One that ignores it has not stopped (S10).
    if answer?.message?.identifier == .didStop {
      try await requireSilence(
        of: longer, "the radio is silent after a stop with a byte behind it")
    }
  }

  private static func requireSilence(
    of radio: PhoneRadio, rounds: Int = 1, _ what: String
  ) async throws {
    let end = radio.context.lab.now.advanced(by: radio.block * 2)
    var round = try await radio.next()
    while round.at <= end { round = try await radio.next() }
    for _ in 1..<rounds where !round.isHeard { round = try await radio.next() }
    try radio.context.require(
      !round.isHeard, what, expected: "no ranging two blocks afterwards",
      got: round.isHeard ? "the accessory is still heard" : "nothing is heard")
  }

  static let reportedAsStop = Case.accessory(
    "S06", "report of a stop", requirement: "A stop is never reported as did-start.",
    source: "accessory protocol §1.4 (a fault observed in nrfuwb)"
  ) { context, accessory in
    try await context.prepareRanging(accessory)
    try await context.fence(accessory, "the stop is not reported as did-start")
  }

  static let twice = Case.accessory(
    "S07", "stop twice", .inferred,
    requirement: "Two stops are answered with at most two did-stops.",
    source: "accessory protocol §7 (robustness)"
  ) { context, accessory in
    try await context.prepareRanging(accessory)
    let answers = try await context.answers(
      to: [.stop(), .stop(), .initialize()], from: accessory)
    let stops = answers.filter { $0.message?.identifier == .didStop }
    try context.require(
      stops.allSatisfy(\.isOwedStop), "two stops are answered with at most two did-stops",
      expected: "0 to 2", got: "\(stops.count)")
    try context.require(
      answers.count == stops.count + 1, "nothing but did-stop answers a stop",
      expected: "did-stop, then configuration data", got: answers.names)
  }

  static let thenInitialize = Case.accessory(
    "S08", "stop followed at once by initialize",
    requirement: "A stop with an initialize right behind it is answered with did-stop and with "
      + "configuration data; did-stop comes first from most.",
    source: "accessory protocol §1.5 (Apple's sample retries so)"
  ) { context, accessory in
    try await context.prepareRanging(accessory)
    try await accessory.send(.stop())
    try await accessory.send(.initialize())
    let asked = context.lab.now
    let first = try await context.nextAnswer(from: accessory, within: context.limits.stopAnswer)
    if first?.message?.identifier == .accessoryConfigurationData {
      context.observe("did-stop comes behind the configuration data")
      let left = context.limits.stopAnswer - asked.duration(to: context.lab.now)
      _ = try await context.expect(
        .didStop, from: accessory, within: left, "the stop is answered with did-stop")
      return
    }
    try context.require(
      first?.message?.identifier == .didStop, "the stop is answered with did-stop",
      expected: "did-stop within \(context.limits.stopAnswer)",
      got: first?.description ?? "nothing")
    _ = try await context.expect(
      .accessoryConfigurationData, from: accessory, within: context.limits.accessoryAnswer,
      "the initialize behind it is answered with configuration data")
  }

  static let startingAlone = Case.accessory(
    "S11", "stop while starting, and nothing else", .inferred,
    requirement: "After a stop while starting no did-start comes behind did-stop, for as long as a "
      + "start takes, and none without a did-stop behind it; the radio is silent, and the next "
      + "configuration starts, whose radio is silent where the stop comes right behind did-start.",
    source: "accessory protocol §5.7, §7 (robustness)", needs: [.radioIfPresent],
    declared: .blocks(3)
  ) { context, accessory in
    let configuration = try await context.configuration(of: accessory)
    let shareable = context.shareable(for: configuration)
    let radio = try await context.radioIfPresent(for: shareable, configuration)
    try await context.configure(accessory, with: shareable)
    try await accessory.send(.stop())
    let end = context.lab.now.advanced(by: context.limits.accessoryStart)
    var (isStopped, isStarted) = (false, false)
    while let received = try await context.nextAnswer(from: accessory, until: end) {
      switch received.message?.identifier {
      case .didStop?: isStopped = true
      case .didStart? where !isStopped: isStarted = true
      default:
        throw context.violation(
          "nothing but did-stop answers the stop", expected: "did-stop, or nothing",
          got: received.description)
      }
    }
    try context.require(
      isStopped || !isStarted, "a stop while starting ends the start", expected: "did-stop",
      got: "did-start alone")
    if isStopped, let radio {
      // What was measured before is no news.
      while try await radio.next().at <= end {}
      try await radio.requireSilence(rounds: 2, "the radio is silent after a stop while starting")
    }
    try await radio?.stop()
    let next = try context.read(await context.fence(accessory, "no did-start comes late"))
    let afterwards = context.shareable(for: next, "afterwards")
    let later = try await context.radioIfPresent(for: afterwards, next)
    try await context.start(
      accessory, with: afterwards, "the next configuration is answered with did-start")
    try await context.stop(accessory)
    guard let later else { return }
    // Some turn the radio on a while behind did-start.
    try await requireSilence(
      of: later, rounds: 3, "the radio is silent after a stop right behind did-start")
  }

  static let junk = Case.accessory(
    "S10", "stop with bytes behind it", .inferred,
    requirement: "A stop with bytes behind it is a stop or is ignored, and harms nothing.",
    source: "accessory protocol §7 (robustness)", tags: ["survival"],
    parameters: ["1", "16", "60"]
  ) { context, accessory in
    var random = context.random("junk")
    try await context.prepareRanging(accessory)
    try await accessory.send(.stop(trailing: random.bytes(Int(context.parameter) ?? 1)))
    try await context.fence(accessory, "nothing but did-stop answers it")
  }
}
