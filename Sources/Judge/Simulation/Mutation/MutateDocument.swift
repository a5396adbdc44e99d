public import JSONDocuments
import Journal

/// The document that `mutate --json` prints.
public struct MutateDocument: Document {
  /// Names the document.
  public static let schema = "uwbrig.mutate/1"
  /// A sentence about the document.
  public static let about = "What `uwbrig mutate --json` prints."

  struct Suite: Codable, Described {
    static let notes: [String: Note] = [
      "generated": "mutants by rule", "judged": "fewer where a sample was drawn",
      "killed": "a case ended in FAIL, or a rule of the frame watch was broken",
      "errorOnly": "cases ended in ERROR or INCONCLUSIVE, none in FAIL",
      "survived": "with those that were not reached", "notReached": "no case comes there",
      "equivalent": "alive, and a clause allows it",
      "equal": "the board says the same anyway, so that it is no mutant",
      "score": "killed of those that are neither equal nor equivalent, in percent",
      "instances": "instances that judge", "partial": "ended before its time",
      "unfit": "instances that a healthy board does not pass",
    ]

    var suite: String
    var seed: UInt64
    var generated: Int
    var judged: Int
    var killed: Int
    var errorOnly: Int
    var survived: Int
    var notReached: Int
    var equivalent: Int
    var equal: Int
    var score: Double
    var instances: Int
    var partial: Bool
    var seconds: Double
    var unfit: [Unfit]
    var mutants: [Entry]

    init(_ report: MutationReport) {
      suite = report.suite
      seed = report.seed
      generated = report.generated
      judged = report.entries.count
      killed = report.count(.killed)
      errorOnly = report.count(.errorOnly)
      survived = report.count(.survived) + report.count(.notReached)
      notReached = report.count(.notReached)
      equivalent = report.equivalents
      equal = report.count(.equal)
      score = report.score
      instances = report.judges
      partial = report.isPartial
      seconds = report.took / .seconds(1)
      unfit = report.unfit.map {
        Unfit(instance: $0.instance, verdict: $0.verdict, reason: $0.reason)
      }
      mutants = report.entries.map(Entry.init)
    }
  }

  struct Unfit: Codable {
    var instance: String
    var verdict: Verdict
    var reason: String
  }

  struct Entry: Codable, Described {
    static let notes: [String: Note] = [
      "instance": "the first that ended in FAIL, else in ERROR",
      "rules": "the rules of the frame watch that were broken meanwhile",
      "trials": "instances that were run",
      "clause": "what allows it, where it is listed as equivalent",
    ]

    var id: String
    var fate: MutationReport.Fate
    var instance: String?
    var reason: String
    var trials: Int
    var rules: [String]
    var clause: String?

    init(_ entry: MutationReport.Entry) {
      id = entry.mutant.id
      fate = entry.fate
      instance = entry.instance
      reason = entry.reason
      trials = entry.trials
      rules = entry.rules
      clause = entry.clause
    }
  }

  var rig: String
  var suites: [Suite]

  /// The judgement of suites on a rig.
  public init(rig: String, _ reports: [MutationReport]) {
    self.rig = rig
    suites = reports.map(Suite.init)
  }
}

/// The document that `mutate --list --json` prints.
public struct MutantsDocument: Document {
  /// Names the document.
  public static let schema = "uwbrig.mutants/1"
  /// A sentence about the document.
  public static let about = "What `uwbrig mutate --list --json` prints."

  var mutants: [String]

  /// These mutants.
  public init(_ mutants: [Mutant]) { self.mutants = mutants.map(\.id) }
}

/// The document that `mutate --mutant ID --json` prints: one mutant alone.
public struct MutantDocument: Document {
  /// Names the document.
  public static let schema = "uwbrig.mutant/1"
  /// A sentence about the document.
  public static let about = "What `uwbrig mutate --mutant ID --json` prints."

  struct Trial: Codable {
    var instance: String
    var verdict: Verdict
    var reason: String
    var changed: Int
  }

  var id: String
  var journals: String
  var trials: [Trial]

  /// The verdicts of the cases on a mutant.
  public init(_ mutant: Mutant, _ repetitions: [MutationRun.Repetition], journals: String) {
    id = mutant.id
    self.journals = journals
    trials = repetitions.map {
      Trial(
        instance: $0.instance, verdict: $0.verdict, reason: $0.reason, changed: $0.applications)
    }
  }
}
