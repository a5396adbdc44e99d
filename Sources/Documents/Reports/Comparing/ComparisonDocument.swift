package import JSONDocuments
import Journal

package struct ComparisonDocument: Document, Described {
  package static let schema = "uwbrig.report-compare/1"
  package static let about = "What report compare --json prints."
  package static let notes: [String: Note] = [
    "before": "The earlier run.", "after": "The later run.",
    "status":
      "The exit status: 1 where something newly fails, 3 where something is newly undecided.",
    "newlySkipped": "What ran in the earlier run and was skipped in the later one.",
    "gone": "Instances that only the earlier run has.",
    "added": "Instances that only the later run has.",
  ]

  struct Change: Codable, Described {
    static let notes: [String: Note] = [
      "instance": "The instance.",
      "before": "null where the earlier run did not have the instance.",
      "reason": "Why, in the later run.", "reproduce": "The line that runs it again.",
    ]

    var instance: String
    var before: Verdict?
    var after: Verdict
    var reason: String
    @IfPresent var reproduce: String?

    init(_ change: RunComparison.Change) {
      instance = change.name
      before = change.before
      after = change.after
      reason = change.reason
      reproduce = change.reproduce.unlessEmpty
    }
  }

  struct Side: Codable, Described {
    static let notes: [String: Note] = ["count": Note("How many values.", least: 1)]

    var count: Int
    var median: Double
    var p95: Double
  }

  struct Shift: Codable, Described {
    static let notes: [String: Note] = [
      "instance": "The instance, without its number where it was repeated.",
      "quantity": "What was measured; duration for how long the instance took.",
      "unit": "Its unit.",
      "change": "By how much the values lie higher afterwards (Hodges-Lehmann).",
      "part": "The change as a part of the median before.",
      "interval": "Where the change lies at 95 %; null where there are too few values to know.",
      "significant": "Whether the interval excludes no change.",
    ]

    var instance: String
    var quantity: String
    var unit: String
    var before: Side
    var after: Side
    var change: Double
    var part: Double?
    var interval: [Double]?
    var significant: Bool

    init(_ shift: RunComparison.Shift) {
      instance = shift.name
      quantity = shift.quantity
      unit = shift.unit
      before = Side(
        count: shift.counts.before, median: shift.median.before, p95: shift.p95.before)
      after = Side(count: shift.counts.after, median: shift.median.after, p95: shift.p95.after)
      change = shift.change
      part = shift.part
      interval = shift.interval.map { [$0.lowerBound, $0.upperBound] }
      significant = shift.isSignificant
    }
  }

  var before: String
  var after: String
  var status: Int32
  var newlyFailing: [Change]
  var newlyUndecided: [Change]
  var newlyPassing: [Change]
  var newlySkipped: [Change]
  var slower: [Shift]
  var measurements: [Shift]
  var gone: [String]
  var added: [String]

  /// What has changed between two runs.
  ///
  /// - Parameter names: the two runs as they were named.
  package init(_ comparison: RunComparison, names: (before: String, after: String)) {
    before = names.before
    after = names.after
    status = comparison.status
    newlyFailing = comparison.newlyFailing.map(Change.init)
    newlyUndecided = comparison.newlyUndecided.map(Change.init)
    newlyPassing = comparison.newlyPassing.map(Change.init)
    newlySkipped = comparison.newlySkipped.map(Change.init)
    slower = comparison.slower.map(Shift.init)
    measurements = comparison.measurements.map(Shift.init)
    gone = comparison.gone
    added = comparison.added
  }
}
