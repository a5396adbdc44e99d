public import Journal

/// The ends of the mutants of a suite.
public struct MutationReport: Sendable {
  /// The end of a mutant.
  public enum Fate: String, Codable, Sendable, CaseIterable {
    case killed
    /// Cases ended in ERROR or INCONCLUSIVE, none in FAIL: the board's deed stays unknown.
    case errorOnly = "error-only"
    case survived
    case notReached = "not-reached"
    /// It says what the board says anyway, in every case that comes there: it is no mutant.
    case equal
  }

  /// One mutant.
  public struct Entry: Sendable {
    /// The mutant.
    public let mutant: Mutant
    /// Its end.
    public let fate: Fate
    /// The instance that ended in FAIL, or the first in ERROR.
    public let instance: String?
    /// Why it ended so; empty where nothing did.
    public let reason: String
    /// Instances that were run.
    public let trials: Int
    /// The rules of the frame watch that were broken meanwhile, by their identifiers.
    public let rules: [String]
    /// Why a mutant that is not killed may be as it is; nil for one that is not listed.
    public var clause: String?

    /// Whether a clause allows what it does, and no case says otherwise.
    public var isEquivalent: Bool { clause != nil && isAlive }
    /// Whether a clause allows what a case calls a FAIL: the list is out of date.
    public var isStale: Bool { clause != nil && !isAlive }
    private var isAlive: Bool { [.survived, .notReached, .errorOnly].contains(fate) }
  }

  /// The suite.
  public let suite: String
  /// Decides all chance.
  public let seed: UInt64
  /// Mutants by rule; more than the entries where only some were asked for.
  public let generated: Int
  /// The mutants that were judged, in the order of the rule.
  public var entries: [Entry]
  /// Cases that a healthy board does not pass on this rig; they judge nothing.
  public let unfit: [(instance: String, verdict: Verdict, reason: String)]
  /// Instances that judge.
  public let judges: Int
  /// Messages or steps of the board that the tables lack: the rule is not complete.
  public let strangers: [String]
  /// The mutant, or instance of the healthy run, that did not return.
  public var hung: String?
  /// Whether it was ended before its time.
  public var isPartial = false
  /// Wall time.
  public var took = Duration.zero

  /// Entries of a fate, without the equivalent ones.
  public func count(_ fate: Fate) -> Int {
    entries.filter { $0.fate == fate && !$0.isEquivalent }.count
  }

  /// Entries that a clause allows.
  public var equivalents: Int { entries.filter(\.isEquivalent).count }

  /// Mutants that could have been killed.
  public var killable: Int { entries.count - count(.equal) - equivalents }

  /// Killed of those that could be, in percent; 100 where there is none.
  public var score: Double {
    killable == 0 ? 100 : Double(count(.killed)) * 100 / Double(killable)
  }

  /// Equivalents of all that differ at all, in percent; nil where only some mutants were judged, as a
  /// share of a few says nothing about the list.
  public var equivalentShare: Double? {
    guard entries.count == generated else { return nil }
    let different = entries.count - count(.equal)
    return different == 0 ? 0 : Double(equivalents) * 100 / Double(different)
  }

  /// Killed at least, of those that could be, in percent.
  public static let leastScore = 95.0
  /// Equivalents at most, in percent.
  public static let mostEquivalents = 3.0
}
