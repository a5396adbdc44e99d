package import Journal

/// What has changed from one run to another.
package struct RunComparison: Sendable {
  package struct Change: Sendable, Equatable {
    package var name: String
    /// Its verdict in the earlier run; nil where that did not have it.
    package var before: Verdict?
    package var after: Verdict
    package var reason: String
    package var reproduce: String

    /// `PASS → FAIL`, or `new → FAIL`.
    package var words: String {
      // The same verdict is news where it did not count before.
      before == after
        ? "\(after.rawValue), excused before" : "\(before?.rawValue ?? "new") → \(after.rawValue)"
    }
  }

  package struct Shift: Sendable, Equatable {
    /// The instance; without its number where it was repeated.
    package var name: String
    /// What was measured; `duration` for how long the instance took.
    package var quantity: String
    package var unit: String
    package var counts: (before: Int, after: Int)
    package var median: (before: Double, after: Double)
    /// What 95 of 100 values do not exceed, before and after.
    package var p95: (before: Double, after: Double)
    /// By how much the values lie higher afterwards.
    package var change: Double
    /// Where the change lies at 95 %; nil where there are too few values to know.
    package var interval: ClosedRange<Double>?

    /// The change as a part of the value before; nil where that is 0.
    package var part: Double? { median.before == 0 ? nil : change / abs(median.before) }

    /// Whether chance alone does not explain it.
    package var isSignificant: Bool {
      interval.map { $0.lowerBound > 0 || $0.upperBound < 0 } ?? false
    }

    package static func == (one: Shift, other: Shift) -> Bool {
      one.name == other.name && one.quantity == other.quantity && one.unit == other.unit
        && one.counts == other.counts && one.median == other.median && one.p95 == other.p95
        && one.change == other.change && one.interval == other.interval
    }
  }

  /// What fails now and did not before, without what is quarantined or waived.
  package let newlyFailing: [Change]
  /// What the rig could not judge any more: ERROR and INCONCLUSIVE that were none before.
  package let newlyUndecided: [Change]
  /// What passes now and did not before.
  package let newlyPassing: [Change]
  /// What ran before and is skipped now: its state is unknown.
  package let newlySkipped: [Change]
  /// Instances that take notably longer, the slowest first.
  package let slower: [Shift]
  /// Measurements of both runs, those first whose change chance does not explain.
  package let measurements: [Shift]
  package let gone: [String]
  package let added: [String]

  /// Without an interval, an instance is slower from this part of its time on.
  private static let slowPart = 0.2
  /// With an interval that says that it is slower, from this part on.
  private static let slowPartForSure = 0.05
  /// Less is never slower, in microseconds.
  private static let slowLeast = 50_000.0

  package init(_ earlier: RunReport, _ later: RunReport) {
    var known: [String: Instance] = [:]
    for instance in earlier.instances { known[instance.name] = instance }
    var present: [String: Bool] = [:]
    for instance in later.instances { present[instance.name] = true }
    var (failing, undecided, passing, skipped) = ([Change](), [Change](), [Change](), [Change]())
    for instance in later.instances {
      let old = known[instance.name]
      let change = Change(
        name: instance.name, before: old?.verdict, after: instance.verdict,
        reason: instance.reason, reproduce: instance.reproduce)
      switch instance.verdict {
      case .fail
      where !instance.isSuppressed && (old?.verdict != .fail || old?.isSuppressed == true):
        failing.append(change)
      case .error, .inconclusive:
        if !instance.isSuppressed, old?.verdict.isBad != true {
          undecided.append(change)
        }
      case .pass, .finding, .flaky:
        if let old, old.verdict.isBad { passing.append(change) }
      case .skip:
        if let old, old.verdict != .skip { skipped.append(change) }
      default: break
      }
    }
    newlyFailing = failing
    newlyUndecided = undecided
    newlyPassing = passing
    newlySkipped = skipped
    gone = earlier.instances.map(\.name).filter { present[$0] == nil }
    added = later.instances.map(\.name).filter { known[$0] == nil }
    slower = Self.durations(earlier, later).filter(Self.isSlower).sorted { one, other in
      one.change != other.change ? one.change > other.change : one.name < other.name
    }
    measurements = Self.measured(earlier, later).sorted { one, other in
      if one.isSignificant != other.isSignificant { return one.isSignificant }
      let (left, right) = (abs(one.part ?? 0), abs(other.part ?? 0))
      if left != right { return left > right }
      return (one.name, one.quantity) < (other.name, other.quantity)
    }
  }

  /// The status that the comparison ends the program with.
  package var status: Int32 { !newlyFailing.isEmpty ? 1 : !newlyUndecided.isEmpty ? 3 : 0 }

  private static func isSlower(_ shift: Shift) -> Bool {
    guard shift.change >= slowLeast, let part = shift.part else { return false }
    guard let interval = shift.interval else { return part >= slowPart }
    return interval.lowerBound > 0 && part >= slowPartForSure
  }

  /// The name without the number of a repetition.
  private static func base(_ instance: Instance) -> String {
    instanceName(case: instance.case, boards: instance.boards)
  }

  /// What went wrong was over sooner, or waited for what did not come: neither is a time of the
  /// case.
  private static func durations(_ earlier: RunReport, _ later: RunReport) -> [Shift] {
    func times(_ report: RunReport) -> [(key: Quantity, value: Double)] {
      report.instances.filter { $0.isFinished && [.pass, .finding].contains($0.verdict) }.map {
        (Quantity(name: base($0), quantity: "duration", unit: "us"), Double($0.microseconds))
      }
    }
    return shifts(times(earlier), times(later))
  }

  private static func measured(_ earlier: RunReport, _ later: RunReport) -> [Shift] {
    func values(_ report: RunReport) -> [(key: Quantity, value: Double)] {
      report.instances.flatMap { instance in
        instance.measurements.map {
          (Quantity(name: base(instance), quantity: $0.name, unit: $0.unit), $0.value)
        }
      }
    }
    return shifts(values(earlier), values(later))
  }

  private struct Quantity: Hashable {
    var name: String
    var quantity: String
    var unit: String
  }

  private static func shifts(
    _ before: [(key: Quantity, value: Double)], _ after: [(key: Quantity, value: Double)]
  ) -> [Shift] {
    var old: [Quantity: [Double]] = [:]
    for item in before { old[item.key, default: []].append(item.value) }
    return after.grouped(by: \.key).compactMap { items in
      let key = items[0].key
      let (one, other) = (Samples(old[key] ?? []), Samples(items.map(\.value)))
      guard one.count > 0, other.count > 0 else { return nil }
      let (change, interval) = one.shift(to: other)
      return Shift(
        name: key.name, quantity: key.quantity, unit: key.unit, counts: (one.count, other.count),
        median: (one.median, other.median), p95: (one.p95, other.p95), change: change,
        interval: interval)
    }
  }
}
