package import JSONDocuments
package import UCIHost

/// Why two boards of a run do not range, as `explain --json` prints it.
package struct ExplainDocument: Document, Described {
  package static let schema = "uwbrig.explain/1"
  package static let about = "What `uwbrig explain --json` prints."
  package static let notes: [String: Note] = [
    "instance": "the attempt that was looked at", "cause": "the first cause; null for none",
  ]

  var instance: String
  var board: String
  var peer: String
  var cause: String?
  var findings: [RangeDifference.Finding]

  /// The differences of two boards in an attempt.
  package init(_ pair: GivenInRun.Pair, _ difference: ParameterDifference) {
    instance = pair.instance
    board = pair.first.board
    peer = pair.second.board
    cause = difference.findings.first?.sentence
    findings = difference.findings.map(RangeDifference.Finding.init)
  }
}
