public import Journal
public import LabRuntime

extension CaseContext {
  /// Records a measurement; outside of its limits it breaks the requirement.
  ///
  /// - Throws: ``CaseEnding/violation(reason:wedged:)``.
  public func measure(
    _ name: String, _ value: Double, unit: String, limits: Event.Limits? = nil
  ) throws {
    note(name, value, unit, limits)
    guard let limits else { return }
    try require(
      limits.allow(value), name, expected: "\(limits.description) \(unit)",
      got: "\(Self.short(value, limits)) \(unit)")
  }

  /// Records a time; outside of its limits it breaks the requirement, unless this machine stood
  /// still at its moments for long enough to explain it.
  ///
  /// - Throws: ``CaseEnding/violation(reason:wedged:)``, or ``CaseEnding/heldUp(_:)``.
  public func measure(_ name: String, _ time: JudgedTime, limits: Event.Limits) throws {
    if !limits.allow(time.value),
      let ending = heldUp(
        name, expected: "\(limits.description) ms",
        got: "\(Self.short(time.value, limits)) ms", time, limits: limits)
    {
      note(name, time.value, "ms", limits)
      throw ending
    }
    try measure(name, time.value, unit: "ms", limits: limits)
  }

  /// How much of the time since an instant the machine kept the rig, or what plays its boards, from its
  /// work.
  public func lostTime(since start: LabInstant) -> Duration {
    lab.lostTime(from: start, to: lab.now, of: lateness.players)
  }

  /// The ending of a case in which nothing has come, at this moment, within a limit, and the machine took
  /// so much of that time that it tells nothing of the board; nil where it does.
  public func heldUp(
    _ what: String, expected: String, got: String, within limit: Duration
  ) -> CaseEnding? {
    guard lateness.tookAnswer(awaitedFor: limit) else { return nil }
    return .heldUp("\(what): expected \(expected), received \(got); \(lateness.excuse)")
  }

  /// The ending of a case that a time beyond its limits breaks, such as a count of rounds, where this
  /// machine stood still at its moments for long enough to explain it; nil where the time is the board's.
  public func heldUp(
    _ what: String, expected: String, got: String, _ time: JudgedTime, limits: Event.Limits
  ) -> CaseEnding? {
    time.excuse(limits, lateness).map {
      .heldUp("\(what): expected \(expected), received \(got); \($0)")
    }
  }

  /// Records a figure of a sample; the requirement is broken where the truth is certainly outside
  /// of the limits.
  ///
  /// - Throws: ``CaseEnding/violation(reason:wedged:)``, or ``CaseEnding/inconclusive(_:)`` where
  ///   the values are too few to tell.
  public func measure(
    _ name: String, _ estimate: Estimate, unit: String, limits: Event.Limits
  ) throws {
    journal.emit(
      .measurement(
        Event.Measurement(
          name: name, value: estimate.value, unit: unit, limits: limits, instance: instance.name,
          count: Int64(estimate.count),
          interval: estimate.likely.map { Event.Limits(min: $0.lowerBound, max: $0.upperBound) })))
    let expected = "\(limits.description) \(unit)"
    let likely = estimate.likely.map {
      " (95 %: \(Self.short($0.lowerBound, limits)) to \(Self.short($0.upperBound, limits)))"
    }
    let got =
      "\(Self.short(estimate.value, limits)) \(unit)\(likely ?? "") of n = \(estimate.count)"
    switch estimate.keeps(limits) {
    case false?: throw violation(name, expected: expected, got: got)
    case nil:
      throw CaseEnding.inconclusive(
        "\(name): expected \(expected), received \(got): too few values to decide")
    case true?: try require(true, name, expected: expected, got: got)
    }
  }

  private func note(_ name: String, _ value: Double, _ unit: String, _ limits: Event.Limits?) {
    journal.emit(
      .measurement(
        Event.Measurement(
          name: name, value: value, unit: unit, limits: limits, instance: instance.name)))
  }

  /// Three digits behind the point, unless the number would move across a limit.
  private static func short(_ value: Double, _ limits: Event.Limits) -> Double {
    let rounded = (value * 1000).rounded() / 1000
    return rounded.isFinite && limits.allow(rounded) == limits.allow(value) ? rounded : value
  }
}

extension Event.Limits {
  /// The limits without the unit.
  var description: String {
    // A calculated limit has more digits than it means.
    let (min, max) = (min.map(Self.plain), max.map(Self.plain))
    return switch (min, max) {
    case (let min?, let max?): "\(min) to \(max)"
    case (let min?, nil): "at least \(min)"
    case (nil, let max?): "at most \(max)"
    case (nil, nil): "anything"
    }
  }

  private static func plain(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded.isFinite && rounded != 0 ? rounded : value
  }
}
