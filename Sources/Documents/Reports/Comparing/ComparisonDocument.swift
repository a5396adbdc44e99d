package import JSONDocuments

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

  var before: String
  var after: String
  var status: Int32
  var newlyFailing: [RunComparison.Change]
  var newlyUndecided: [RunComparison.Change]
  var newlyPassing: [RunComparison.Change]
  var newlySkipped: [RunComparison.Change]
  var slower: [RunComparison.Shift]
  var measurements: [RunComparison.Shift]
  var gone: [String]
  var added: [String]

  /// What has changed between two runs.
  ///
  /// - Parameter names: the two runs as they were named.
  package init(_ comparison: RunComparison, names: (before: String, after: String)) {
    before = names.before
    after = names.after
    status = comparison.status
    newlyFailing = comparison.newlyFailing
    newlyUndecided = comparison.newlyUndecided
    newlyPassing = comparison.newlyPassing
    newlySkipped = comparison.newlySkipped
    slower = comparison.slower
    measurements = comparison.measurements
    gone = comparison.gone
    added = comparison.added
  }
}
