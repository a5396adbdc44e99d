public import JSONDocuments
import Journal
import Links
import RigFile

/// The document that `soak --json` prints.
public struct SoakDocument: Document, Described {
  /// Names the document.
  public static let schema = "uwbrig.soak/1"
  /// A sentence about the document.
  public static let about = "What `uwbrig soak --json` prints."
  /// Notes on its members in the schema.
  public static let notes: [String: Note] = [
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

  /// A failure that was made smaller, with the files that say so.
  public struct Shrunk: Codable, Sendable, Described {
    /// Notes on its members in the schema.
    public static let notes: [String: Note] = [
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

    /// A reduction, its files, and the line that fails the same way.
    public init(
      _ reduction: Soak.Reduction, rig: String, scenario: String?, reproduce: String
    ) {
      seed = reduction.failure.place.seed
      failure = Failure(reduction.failure)
      self.rig = rig
      self.scenario = scenario
      instances = reduction.smallest.instances
      faults = reduction.smallest.faults.description
      worlds = reduction.worlds
      self.reproduce = reproduce
    }
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

  /// The findings of a soak.
  ///
  /// - Parameter notCounted: bad verdicts of the one seed that is repeated, where its faults do not let
  ///   them count.
  public init(
    _ soak: Soak, _ summary: Soak.Summary, notCounted: [Soak.Failure], shrunk: [Shrunk]
  ) {
    rig = soak.file.name
    faults = soak.file.faults.description
    tolerated = soak.file.faults.isTolerated
    first = soak.first
    seeds = summary.seeds
    worlds = summary.worlds
    counts = summary.counts
    virtualSeconds = summary.lasted / .seconds(1)
    seconds = summary.took / .seconds(1)
    worldsPerSecond = summary.worldsPerSecond
    timesRealTime = summary.speed
    foreignEnqueues = summary.foreignEnqueues
    failed = summary.failureCount
    failures = summary.failures.map(Failure.init)
    partial = summary.isPartial
    self.notCounted = notCounted.map(Failure.init)
    self.shrunk = shrunk
  }
}

extension Soak.Summary {
  /// Worlds in a second of the wall.
  public var worldsPerSecond: Double { took > .zero ? Double(worlds) / (took / .seconds(1)) : 0 }
  /// Virtual time over the wall's.
  public var speed: Double { took > .zero ? lasted / took : 0 }
}
