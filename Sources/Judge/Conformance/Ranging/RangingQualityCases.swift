import Journal
import LabRuntime
import RigFile
import Runner
import Statistics
import UCI
import UCIHost

/// How well two boards range: when, how often, how far.
enum RangingQualityCases {
  static let all: [Case] = [
    firstFix, cadence, jitter, blocks, loss, distance, spread, symmetry, angle, restart, strength,
    endurance,
  ]

  private static let interval = RangingParameters.blockInterval
  private static let count = 25

  private static func pair(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, declared: Duration = interval * (count + 10), parameters: [String] = [],
    body: @escaping @Sendable (CaseContext) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "ranging", title, caseClass, requirement: requirement, source: source,
      boards: .uciPair, tags: ["pair"], declared: declared, parameters: parameters, body: body)
  }

  static let firstFix = pair(
    "RG01", "start-up",
    requirement:
      "Two boards measure each their first distance within 10 blocks after the second has started, "
      + "also where that is 1.5 s after the first.",
    source: "rig limit: 10 blocks", declared: interval * 35,
    parameters: ["at-once", "controller-late", "controlee-late"]
  ) { context in
    let pair = try await RangingPair(
      context, lag: context.parameter == "at-once" ? .zero : interval * 15,
      controleeIsLast: context.parameter == "controlee-late")
    let start = context.lab.now
    let limit = Double(interval.microseconds) / 1000 * Double(RangingLimits.firstFixBlocks)
    try await pair.judge(1) { side in
      try context.measure(
        "time to the first distance of the \(side.name)",
        .span(from: start, to: side.rounds.first?.at ?? start), limits: Event.Limits(max: limit))
    }
  }

  static let cadence = pair(
    "RG02", "cadence",
    requirement:
      "Rounds of two boards come at the interval that was configured, whichever it is.",
    source: "AOSP (RANGING_DURATION); rig limit: 2 %", declared: .milliseconds(500) * (count + 5),
    parameters: ["100ms", "200ms", "500ms"]
  ) { context in
    let milliseconds = Double(context.parameter.prefix { $0.isNumber }) ?? 100
    let pair = try await RangingPair(context, interval: .milliseconds(Int64(milliseconds)))
    let margin = milliseconds * RangingLimits.cadence
    let allowed = milliseconds - margin...milliseconds + margin
    try await pair.judge(20) { side in
      try context.measure(
        "median interval of the \(side.name)",
        .schedule(side.rounds, interval: allowed) { $0.intervals.median ?? 0 },
        limits: Event.Limits(min: allowed.lowerBound, max: allowed.upperBound))
    }
  }

  static let jitter = pair(
    "RG03", "jitter",
    requirement:
      "95 of 100 rounds come on their regular schedule, give or take the rig's jitter-maximum.",
    source: "rig limit: jitter-maximum, the host's own lateness included"
  ) { context in
    try await RangingPair(context).judge(count) { try judgeJitter(of: $0, context) }
  }

  /// The host's own lateness is part of it.
  static func judgeJitter(of side: RangingPair.Side, _ context: CaseContext) throws {
    let regular = interval.inMilliseconds
    try context.measure(
      "jitter (p95) of the \(side.name)",
      .schedule(side.rounds, interval: regular...regular) { $0.deviations.quantile(0.95) ?? 0 },
      limits: Event.Limits(max: context.limits.jitterMaximum.inMilliseconds))
  }

  static let blocks = pair(
    "RG04", "missing blocks",
    requirement: "Every block of a session is reported, whether it gave a distance or not.",
    source: "observed: DWM3001CDK; AOSP"
  ) { context in
    try await RangingPair(context).judge(count) { side in
      let rounds = side.rounds
      let counted = (rounds.last?.sequence ?? 0) &- (rounds.first?.sequence ?? 0) &+ 1
      try context.measure(
        "blocks that the \(side.name) counts and does not report",
        Double(counted) - Double(rounds.count), unit: "blocks", limits: Event.Limits(min: 0, max: 0)
      )
    }
  }

  static let loss = pair(
    "RG05", "loss rate",
    requirement: "Of the rounds of two boards that hear each other at most 10 % give no distance, "
      + "also where rounds hop.",
    source: "rig limit: 10 %; AOSP (HOPPING_MODE)", parameters: ["steady", "hopping"]
  ) { context in
    let hops = context.parameter == "hopping"
    for index in 0...1 where hops {
      try await context.need(.hoppingMode, "hopping", from: context.uci(index).host())
    }
    let pair = try await RangingPair(context) {
      guard hops else { return }
      $0.hoppingMode = 1
      // Two rounds fit into a block, so that there is somewhere to hop to.
      $0.slotsPerRound = 12
    }
    try await pair.judge(count) { side in
      let lost = side.rounds.count { $0.fix == nil }
      try context.measure(
        "loss rate of the \(side.name)", Double(lost) / Double(side.rounds.count) * 100,
        unit: "%", limits: Event.Limits(max: RangingLimits.loss * 100))
    }
  }

  static let distance = pair(
    "RG06", "distance",
    requirement: "The median distance of either board is that of the rig file, within 0.25 m, on "
      + "channel 5 and by single-sided ranging too where both boards have them.",
    source: "Android compatibility definition 7.4.9 C-1-7, antenna delays included",
    parameters: ["channel-9", "channel-5", "single-sided"]
  ) { context in
    let truth = try RangingPair.truth(context)
    for index in 0...1 {
      let host = try context.uci(index).host()
      switch context.parameter {
      case "channel-5":
        try await context.need(.channels, mask: 0x01, "channel 5", from: host)
      case "single-sided":
        try await context.need(
          .rangingMethod, mask: 0x02, "single-sided ranging", from: host)
      default: break
      }
    }
    let pair = try await RangingPair(context) {
      switch context.parameter {
      case "channel-5": $0.channel = 5
      case "single-sided": $0.rangingRoundUsage = 1
      default: break
      }
    }
    try await pair.judge(count) { side in
      try context.measure(
        "error of the median distance by the \(side.name)", (side.distances.median ?? 0) - truth,
        unit: "m", limits: Event.Limits(min: -RangingLimits.distance, max: RangingLimits.distance))
    }
  }

  static let spread = pair(
    "RG07", "spread",
    requirement: "Distances between boards that do not move scatter by at most 0.08 m.",
    source: "Android CTS: 95 of 100 ranges within 0.3 m, a standard deviation of 0.08 m"
  ) { context in
    try await RangingPair(context).judge(count) { side in
      try context.measure(
        "standard deviation of the distance by the \(side.name)",
        side.distances.deviation ?? 0, unit: "m", limits: Event.Limits(max: RangingLimits.spread))
    }
  }

  static let symmetry = pair(
    "RG08", "both ends agree",
    requirement: "Controller and controlee measure one distance, within 0.1 m.",
    source: "rig limit: 0.1 m"
  ) { context in
    let pair = try await RangingPair(context)
    let mine = try await pair.rounds(count, of: pair.controller).distances.median ?? 0
    let theirs = try await pair.rounds(count, of: pair.controlee).distances.median ?? 0
    try context.measure(
      "difference of the median distances", abs(mine - theirs), unit: "m",
      limits: Event.Limits(max: RangingLimits.agreement))
  }

  static let angle = pair(
    "RG09", "angle of arrival",
    requirement: "A board that claims to measure angles measures the azimuth of its peer within 5 "
      + "degrees and no elevation beyond 90, and one that does not claim it reports none.",
    source: "AOSP (AOA_SUPPORT, AOA_RESULT_REQ); rig limit: 5 degrees, inside ±45 degrees"
  ) { context in
    let pair = try await RangingPair(context) { $0.resultReport = 0x0F }
    for session in [pair.controller, pair.controlee] {
      let capabilities = try await session.host.capabilities()
      // In either numbering.
      let support =
        capabilities[CapabilityID.aoaSupport] ?? capabilities[FiRa1CapabilityID.aoaSupport]
      let side = try await pair.side(session, rounds: count)
      let angles = side.azimuths
      let found = angles.isEmpty ? "none" : "\(angles.count) of them"
      guard support?.contains(where: { $0 != 0 }) ?? false else {
        try context.require(
          angles.isEmpty, "the \(side.name) claims no angles and reports none",
          expected: "no azimuth", got: found)
        continue
      }
      let elevations = side.rounds.compactMap { $0.fix?.elevation }
      let steepest = elevations.map { abs($0) * 180 / .pi }.max()
      try context.require(
        (steepest ?? 0) < 90.1, "the elevation by the \(side.name)",
        expected: "-90 to 90 degrees", got: steepest.map { "\($0)" } ?? "none")
      let truth = try RangingPair.bearing(side.index, context)
      // Behind an antenna array an angle means nothing.
      guard abs(truth) <= RangingLimits.sector else {
        context.step("the \(side.name) does not face its peer: its angle is not judged")
        try context.require(
          !side.rounds.isEmpty, "the \(side.name) reports rounds", expected: "rounds",
          got: "\(side.rounds.count) of them")
        continue
      }
      try context.require(
        !angles.isEmpty, "the \(side.name) claims angles and reports them",
        expected: "an azimuth", got: found)
      try context.measure(
        "error of the median azimuth by the \(side.name)", (angles.median ?? 0) - truth,
        unit: "degrees", limits: Event.Limits(min: -RangingLimits.angle, max: RangingLimits.angle))
    }
  }

  static let restart = pair(
    "RG10", "stop and start",
    requirement: "Boards that are stopped and started again measure the distance of before.",
    source: "rig limit: 0.1 m between the medians of three starts", declared: interval * 100
  ) { context in
    let pair = try await RangingPair(context)
    var medians: [Double] = []
    for start in 0..<3 {
      if start > 0 {
        for session in [pair.controller, pair.controlee] { try await context.stop(session) }
        for session in [pair.controlee, pair.controller] {
          session.discardRounds()
          try await context.start(session)
        }
      }
      let rounds = try await pair.rounds(15, of: pair.controlee)
      try await medians.append(
        (rounds + pair.rounds(15, of: pair.controller)).distances.median ?? 0)
    }
    let apart = (medians.max() ?? 0) - (medians.min() ?? 0)
    try context.measure(
      "medians of three starts are apart by", apart, unit: "m",
      limits: Event.Limits(max: RangingLimits.agreement))
  }

  static let strength = pair(
    "RG11", "signal strength", .inferred,
    requirement: "The signal strength of a round that gave a distance is one that can be heard.",
    source: "AOSP (RSSI_REPORTING); rig limit: -115 to -20 dBm"
  ) { context in
    let pair = try await RangingPair(context) { $0.reportsRSSI = true }
    try await pair.judge(count) { side in
      guard let strength = side.powers.median else {
        try context.require(
          !side.rounds.isEmpty, "the \(side.name) reports rounds", expected: "rounds",
          got: "\(side.rounds.count)")
        return context.observe("the \(side.name) reports no signal strength")
      }
      try context.measure(
        "median signal strength at the \(side.name)", strength, unit: "dBm",
        limits: Event.Limits(
          min: RangingLimits.strength.lowerBound, max: RangingLimits.strength.upperBound))
    }
  }

  static let endurance = pair(
    "RG12", "30 seconds",
    requirement: "Boards that range for 300 rounds lose none of them for good and measure the same "
      + "distance at the end as at the beginning.",
    source: "rig limits: 10 % lost, 0.1 m", declared: interval * 310
  ) { context in
    try await RangingPair(context).judge(300) { side in
      let lost = side.rounds.count { $0.fix == nil }
      try context.measure(
        "loss rate of the \(side.name) in 300 rounds", Double(lost) / 3, unit: "%",
        limits: Event.Limits(max: RangingLimits.loss * 100))
      let begin = side.rounds.prefix(100).distances.median ?? 0
      let end = side.rounds.suffix(100).distances.median ?? 0
      try context.measure(
        "drift of the distance by the \(side.name)", end - begin, unit: "m",
        limits: Event.Limits(min: -RangingLimits.agreement, max: RangingLimits.agreement))
    }
  }
}
