package import JSONDocuments
package import Journal

/// What has changed from one run to another.
package struct RunComparison: Sendable {
  package struct Change: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "instance": "The instance.",
      "before": "null where the earlier run did not have the instance.",
      "reason": "Why, in the later run.", "reproduce": "The line that runs it again.",
    ]

    package var instance: String
    /// Its verdict in the earlier run; nil where that did not have it.
    package var before: Verdict?
    package var after: Verdict
    package var reason: String
    @IfPresent package var reproduce: String?

    /// `PASS → FAIL`, or `new → FAIL`.
    package var words: String {
      // The same verdict is news where it did not count before.
      before == after
        ? "\(after.rawValue), excused before" : "\(before?.rawValue ?? "new") → \(after.rawValue)"
    }
  }

  /// The values of one run.
  package struct Side: Codable, Sendable, Described {
    package static let notes: [String: Note] = ["count": Note("How many values.", least: 1)]

    package var count: Int
    package var median: Double
    /// What 95 of 100 values do not exceed.
    package var p95: Double

    fileprivate init(_ samples: Samples) {
      (count, median, p95) = (samples.count, samples.median, samples.p95)
    }
  }

  package struct Shift: Codable, Sendable, Described {
    package static let notes: [String: Note] = [
      "instance": "The instance, without its number where it was repeated.",
      "quantity": "What was measured; duration for how long the instance took.",
      "unit": "Its unit.",
      "change": "By how much the values lie higher afterwards (Hodges-Lehmann).",
      "part": "The change as a part of the median before.",
      "interval": "Where the change lies at 95 %; null where there are too few values to know.",
      "significant": "Whether the interval excludes no change.",
    ]

    package var instance: String
    package var quantity: String
    package var unit: String
    package var before: Side
    package var after: Side
    package var change: Double
    /// Nil where the median before is 0.
    package var part: Double?
    package var interval: ClosedRange<Double>?
    package var significant: Bool
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
    let known = Dictionary(earlier.instances.map { ($0.name, $0) }) { $1 }
    let present = Set(later.instances.map(\.name))
    var (failing, undecided, passing, skipped) = ([Change](), [Change](), [Change](), [Change]())
    for instance in later.instances {
      let old = known[instance.name]
      let change = Change(
        instance: instance.name, before: old?.verdict, after: instance.verdict,
        reason: instance.reason, reproduce: instance.reproduce.unlessEmpty)
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
    gone = earlier.instances.map(\.name).filter { !present.contains($0) }
    added = later.instances.map(\.name).filter { known[$0] == nil }
    slower = Self.durations(earlier, later).filter(Self.isSlower).sorted { one, other in
      one.change != other.change ? one.change > other.change : one.instance < other.instance
    }
    measurements = Self.measured(earlier, later).sorted { one, other in
      if one.significant != other.significant { return one.significant }
      let (left, right) = (abs(one.part ?? 0), abs(other.part ?? 0))
      if left != right { return left > right }
      return (one.instance, one.quantity) < (other.instance, other.quantity)
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
        instance: key.name, quantity: key.quantity, unit: key.unit, before: Side(one),
        after: Side(other), change: change,
        part: one.median == 0 ? nil : change / abs(one.median), interval: interval,
        significant: interval.map { !$0.contains(0) } ?? false)
    }
  }
}
