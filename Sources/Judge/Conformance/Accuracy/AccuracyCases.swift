import Journal
import Room
import Runner
import Statistics
import UCI
import UCIHost

/// How right two boards range: judged as phones' rules do, and as boards are after their
/// calibration.
///
/// Each figure stands with the number of its values and its interval; where they are too few to
/// tell on which side of a limit the truth is, no board is judged.
enum AccuracyCases {
  static let all: [Case] = [
    within, median, spread, strength, calibrated, scatter, symmetry, drift, outliers, modes, sight,
    angle, jitter, loss,
  ]

  /// The name of the suite; its cases run when they are asked for.
  static let suite = "accuracy"

  private static let interval = RangingParameters.blockInterval
  private static let android = "Android compatibility definition 7.4.9"
  private static let proposal = "rig limit after calibration"

  private static func pair(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, ranges: Int = 200,
    judge: @escaping @Sendable (AccuracySample, RangingPair.Side) async throws -> Void
  ) -> Case {
    Case(
      id, suite: suite, title, caseClass, requirement: requirement, source: source,
      boards: .uciPair, tags: ["pair"], declared: interval * (2 * ranges + 50)
    ) { context in
      let sample = try await AccuracySample(context, ranges: ranges)
      for side in sample.sides { try await judge(sample, side) }
    }
  }

  static let within = pair(
    "AC01", "95 % within 15 cm",
    requirement:
      "95 % of ranges in line of sight are within 15 cm of the distance; Android asks for "
      + "it at 1 m.",
    source: "\(android) C-1-6"
  ) { sample, side in
    let truth = try RangingPair.truth(sample.context)
    try sample.context.measure(
      "ranges within 15 cm by the \(side.name)",
      .share(side.distances) { abs($0 - truth) <= 0.15 + 1e-9 }, unit: "%",
      limits: Event.Limits(min: 95))
  }

  static let median = pair(
    "AC02", "median",
    requirement:
      "The median of ranges is within 25 cm of the distance; Android asks for it at 1 m.",
    source: "\(android) C-1-7"
  ) { sample, side in
    let truth = try RangingPair.truth(sample.context)
    try sample.context.measure(
      "error of the median by the \(side.name)", .median(side.distances.map { $0 - truth }),
      unit: "m", limits: Event.Limits(min: -0.25, max: 0.25))
  }

  static let spread = pair(
    "AC03", "spread",
    requirement: "95 of 100 ranges lie within 30 cm of each other.",
    source: "Android CTS, ranging measurement test", ranges: 400
  ) { sample, side in
    try sample.context.measure(
      "p97.5 less p2.5 by the \(side.name)",
      .figure(side.distances) { values in
        values.quantile(0.975).flatMap { high in values.quantile(0.025).map { high - $0 } }
      }, unit: "m", limits: Event.Limits(max: 0.3))
  }

  static let strength = Case(
    "AC04", suite: suite, "balance of received power", .inferred,
    requirement: "The medians of the power that both boards receive are at most 5 dB apart.",
    source: "Android CTS, ranging measurement test", boards: .uciPair, tags: ["pair"],
    declared: interval * 450
  ) { context in
    let sample = try await AccuracySample(context, ranges: 200)
    let powers = sample.sides.map(\.powers)
    guard let mine = powers[0].median, let its = powers[1].median else {
      try context.require(
        !sample.sides[0].distances.isEmpty, "the boards range", expected: "distances", got: "none")
      return context.observe("not told: the boards do not both report the power that they receive")
    }
    let error =
      (powers.map { pow2(max($0.robustDeviation ?? 0, 0.15)) / Double($0.count) }.reduce(0, +))
      .squareRoot() * 1.25
    try context.measure(
      "difference of the median powers",
      .normal(mine - its, error: error, count: min(powers[0].count, powers[1].count)), unit: "dB",
      limits: Event.Limits(min: -5, max: 5))
  }

  private static func pow2(_ value: Double) -> Double { value * value }

  static let calibrated = pair(
    "AC05", "error after calibration",
    requirement: "A calibrated pair is right within 2 cm in the mean of its ranges.",
    source: "\(proposal): 2 cm, from Qorvo APS014"
  ) { sample, side in
    let truth = try RangingPair.truth(sample.context)
    try sample.context.measure(
      "error of the trimmed mean by the \(side.name)", .trimmed(side.distances.map { $0 - truth }),
      unit: "m", limits: Event.Limits(min: -0.02, max: 0.02))
  }

  static let scatter = pair(
    "AC06", "scatter",
    requirement: "Ranges of boards that stand still scatter by at most 5 cm, outliers apart.",
    source: "\(proposal): 1.4826 times the median distance from the median"
  ) { sample, side in
    try sample.context.measure(
      "robust deviation by the \(side.name)", .scatter(side.distances),
      unit: "m", limits: Event.Limits(max: 0.05))
  }

  static let symmetry = Case(
    "AC07", suite: suite, "both ends agree", .required,
    requirement: "Both boards measure one distance within 3 cm.", source: "\(proposal): 3 cm",
    boards: .uciPair, tags: ["pair"], declared: interval * 450
  ) { context in
    let sample = try await AccuracySample(context, ranges: 200)
    let (mine, its) = (
      Estimate.trimmed(sample.sides[0].distances), Estimate.trimmed(sample.sides[1].distances)
    )
    let halves = [mine, its].compactMap { $0.likely.map { ($0.upperBound - $0.lowerBound) / 2 } }
    let error = halves.map(pow2).reduce(0, +).squareRoot() / ConfidenceInterval.z
    try context.measure(
      "difference of the trimmed means",
      .normal(mine.value - its.value, error: error, count: min(mine.count, its.count)), unit: "m",
      limits: Event.Limits(min: -0.03, max: 0.03))
  }

  static let drift = pair(
    "AC08", "drift",
    requirement: "Ranges of boards that stand still do not move by more than 5 cm in 200 of them.",
    source: "rig limit: 5 cm"
  ) { sample, side in
    let values = side.distances
    guard let drift = Estimate.drift(values) else {
      throw CaseEnding.inconclusive("too few ranges to see a drift: \(values.count)")
    }
    try sample.context.measure(
      "drift by the \(side.name)", drift, unit: "m", limits: Event.Limits(min: -0.05, max: 0.05))
  }

  static let outliers = pair(
    "AC09", "outliers",
    requirement: "At most one range in a hundred is more than 30 cm away from the median.",
    source: "\(proposal): 1 %", ranges: 400
  ) { sample, side in
    let middle = side.distances.median ?? 0
    try sample.context.measure(
      "ranges beyond 30 cm of the median by the \(side.name)",
      .share(side.distances) { abs($0 - middle) > 0.3 }, unit: "%", limits: Event.Limits(max: 1))
  }

  static let modes = pair(
    "AC10", "one mode",
    requirement: "Ranges of boards that stand still are one group, not two.",
    source: "reported by users of Qorvo boards: flips of 120 cm; gap of four robust deviations"
  ) { sample, side in
    guard side.distances.count >= 100 else {
      throw CaseEnding.inconclusive("too few ranges to tell groups: \(side.distances.count)")
    }
    let found = side.distances.twoModes.flatMap { $0.high - $0.low > 0.15 ? $0 : nil }
    try sample.context.measure(
      "groups of ranges by the \(side.name)", found == nil ? 1 : 2, unit: "",
      limits: Event.Limits(min: 1, max: 1))
  }

  static let sight = pair(
    "AC11", "line of sight is told truly", .inferred,
    requirement:
      "In line of sight at most one range in ten is reported as blocked, and through what "
      + "takes 10 dB at most one in ten as free.",
    source: "FiRa UCI (NLOS); Qorvo APS006; rig limit: 10 %"
  ) { sample, side in
    guard !side.sights.isEmpty, let isBlocked = try sample.isBlocked() else {
      try sample.context.require(
        !side.distances.isEmpty, "the \(side.name) ranges", expected: "distances", got: "none")
      return side.sights.isEmpty
        ? sample.context.observe("not told: the \(side.name) says nothing of the line of sight")
        : sample.context.step("what stands between the boards takes too little to judge by")
    }
    try sample.context.measure(
      "ranges reported as \(isBlocked ? "free" : "blocked") by the \(side.name)",
      .share(side.sights) { ($0 > 0) != isBlocked }, unit: "%", limits: Event.Limits(max: 10))
  }

  static let angle = pair(
    "AC12", "angle inside the sector",
    requirement: "A board that measures angles is right within 5 degrees in the median inside ±45 "
      + "degrees, and within 10 degrees in 95 of 100 ranges.",
    source: "rig limits: 5 and 10 degrees"
  ) { sample, side in
    let context = sample.context
    let truth = try RangingPair.bearing(side.index, context)
    guard abs(truth) <= 45 else {
      return context.step("the \(side.name) does not face its peer: its angle is not judged")
    }
    guard !side.azimuths.isEmpty else {
      return context.step("the \(side.name) measures no angles")
    }
    try context.measure(
      "azimuths within 10 degrees by the \(side.name)",
      .share(side.azimuths) { abs($0 - truth) <= 10 }, unit: "%", limits: Event.Limits(min: 95))
    try context.measure(
      "error of the median azimuth by the \(side.name)", .median(side.azimuths.map { $0 - truth }),
      unit: "degrees", limits: Event.Limits(min: -5, max: 5))
  }

  static let jitter = pair(
    "AC13", "cadence jitter",
    requirement: "95 of 100 rounds come on their regular schedule, give or take the rig's "
      + "jitter-maximum.",
    source: "rig limit: jitter-maximum, the host's own lateness included", ranges: 100
  ) { sample, side in
    try RangingQualityCases.judgeJitter(of: side, sample.context)
  }

  static let loss = pair(
    "AC14", "loss",
    requirement: "Of the rounds of boards on the bench at most 2 % give no distance.",
    source: "\(proposal): 2 %"
  ) { sample, side in
    try sample.context.measure(
      "rounds without a distance by the \(side.name)",
      .share(side.rounds.map { $0.fix == nil ? 1 : 0 }) { $0 > 0 }, unit: "%",
      limits: Event.Limits(max: 2))
  }
}
