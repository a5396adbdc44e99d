import JSONDocuments
import Journal
import Simulation

/// The document that `soak --json` prints.
struct SoakDocument: Document, Described {
  static let schema = "uwbrig.soak/1"
  static let about = "What `uwbrig soak --json` prints."
  static let notes: [String: Note] = [
    "faults": "as rig files write them",
    "tolerated": "whether a healthy board must pass under these faults",
    "first": "the first seed", "counts": "case runs by verdict",
    "foreignEnqueues": Note(
      "jobs that came into worlds from outside; in a sound program none", least: 0),
    "failed": "failures, also those that are not listed", "partial": "ended before its time",
    "notCounted":
      "of one seed that is repeated: bad verdicts under faults that need not be tolerated",
  ]

  struct Failure: Codable, Described {
    static let notes: [String: Note] = [
      "part": "which world of the seed", "invariant": "null for a verdict",
    ]

    var seed: UInt64
    var part: Int
    var instance: String?
    var verdict: Verdict?
    var invariant: String?
    var reason: String

    init(_ failure: Soak.Failure) {
      seed = failure.place.seed
      part = failure.place.part
      instance = failure.instance
      verdict = failure.verdict
      invariant = failure.invariant?.rawValue
      reason = failure.reason
    }
  }

  struct Shrunk: Codable, Described {
    static let notes: [String: Note] = [
      "failure": "the one that is held to; what broke beside it may be gone",
      "rig": "the path of the rig file",
      "scenario": "the path of the scenario; null where the failing case is none",
      "worlds": "worlds that were tried",
    ]

    var seed: UInt64
    var failure: Failure
    var rig: String
    var scenario: String?
    var instances: [String]
    var faults: String
    var worlds: Int
    var reproduce: String
  }

  var rig: String
  var faults: String
  var tolerated: Bool
  var first: UInt64
  var seeds: Int
  var worlds: Int
  var counts: VerdictCounts
  var virtualSeconds: Double
  var seconds: Double
  var worldsPerSecond: Double
  var timesRealTime: Double
  var foreignEnqueues: Int
  var failed: Int
  var failures: [Failure]
  var partial: Bool
  var notCounted: [Failure]
  var shrunk: [Shrunk]
}
