import Journal
import Notation
public import RigFile

/// How often instances are tried again: what the command line asks of all, what their boards say, and
/// the rules for cases, of which the first that fits holds.
public struct RetryRules: Sendable {
  private let rules: [(filter: Filter, retries: RigRetries)]

  /// No rule: boards decide.
  public static let none = RetryRules([])

  private init(_ rules: [(filter: Filter, retries: RigRetries)]) { self.rules = rules }

  /// The rules of a rig file. Throws ``RigFileErrors`` for a filter that cannot be read.
  ///
  /// - Returns: the rules, and a remark for each of which nothing has the names.
  public static func read(
    _ file: RigFile, known: KnownNames
  ) throws -> (rules: RetryRules, remarks: [String]) {
    let findings = Findings(file: file.file)
    var rules: [(filter: Filter, retries: RigRetries)] = []
    var remarks: [String] = []
    for rule in file.retries {
      do {
        rules.append((try Filter.parse(rule.cases, known: known), rule.retries))
      } catch let error as FilterError {
        let remark = error.tell(
          findings, file.file, line: rule.line, column: rule.column, key: "retries",
          "the retries of \(PrintableText.quoted(rule.cases, limit: 80)) match")
        if let remark { remarks.append(remark) }
      }
    }
    if let faults = findings.faults { throw faults }
    return (RetryRules(rules), remarks)
  }

  /// How often an instance is tried again; `everywhere` is asked of all, on top.
  func retries(of instance: Instance, everywhere: Int) -> RigRetries {
    var retries =
      rules.first { $0.filter.matches(instance.subject) }?.retries ?? Self.ofBoards(instance)
    retries.device = max(retries.device, everywhere)
    retries.rig = max(retries.rig, everywhere)
    return retries
  }

  /// Of several boards the larger budgets and the longest pause.
  private static func ofBoards(_ instance: Instance) -> RigRetries {
    let all = instance.boards.map(\.retries)
    guard var retries = all.max(by: { $0.delay < $1.delay }) else { return RigRetries() }
    for other in all {
      retries.device = max(retries.device, other.device)
      retries.rig = max(retries.rig, other.rig)
    }
    return retries
  }
}

/// The attempts of one instance that are left.
struct RetryBudget {
  private let retries: RigRetries
  private var device: Int
  private var rig: Int
  private var spent = 0

  init(_ retries: RigRetries) {
    self.retries = retries
    device = retries.device
    rig = retries.rig
  }

  /// Takes one attempt for a verdict, if there is one: the pause before it; nil when there is none.
  mutating func take(after judgement: Judgement, chance: () -> Double) -> Duration? {
    switch judgement.verdict {
    case .fail where device > 0: device -= 1
    case .error where rig > 0: rig -= 1
    case .inconclusive where judgement.wasHeldUp && rig > 0: rig -= 1
    default: return nil
    }
    spent += 1
    return retries.pause(before: spent, chance: retries.jitter > 0 ? chance() : 0.5)
  }
}
