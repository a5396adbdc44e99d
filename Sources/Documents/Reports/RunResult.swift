package import JSONDocuments
import Journal

package struct RunResult: Document, Described {
  package static let schema = "uwbrig.run-result/1"
  package static let about = "What run --json and report show --json print at their end."
  package static let notes: [String: Note] = [
    "run": "The folder of the run, where it is one that was asked for.",
    "status": "The exit status; null for a run that was interrupted.",
    "counts": "Instances by verdict.",
    "groups": "What ended badly, by cause, in the order in which it is to be read.",
    "merged": "The names of the runs that were merged.",
    "excuses": "The entries of the quarantine and of the waivers.",
    "recoveries": "What the rig did to get boards back.",
    "leftOut": "What --most left out.",
  ]

  /// How much is not told.
  struct LeftOut: Codable, Described {
    static let notes: [String: Note] = [
      "cases": Note("Cases.", least: 0), "groups": Note("Groups.", least: 0),
    ]

    var cases: Int
    var groups: Int
  }

  @IfPresent var run: String?
  var status: Int?
  var interrupted: Bool
  var counts: VerdictCounts
  var cases: [CaseResult]
  @IfPresent var groups: [GroupResult]?
  @IfPresent var merged: [String]?
  @IfPresent var excuses: [SuppressionEntry]?
  @IfPresent var recoveries: [RunReport.Recovery]?
  @IfPresent var leftOut: LeftOut?

  /// The result of a run.
  ///
  /// - Parameters:
  ///   - run: where it is kept, for who was asked for it by name.
  ///   - onlyProblems: leave out the cases that passed and those that were skipped.
  ///   - most: cases and groups at most: of the cases those first that tell their groups best.
  package init(
    _ report: RunReport, run: String? = nil, onlyProblems: Bool = false, most: Int? = nil
  ) {
    self.run = run
    status = report.exitStatus
    interrupted = report.isInterrupted
    counts = report.tally.counts
    let instances = report.instances.filter { !onlyProblems || $0.isRemarkable }
    let problems = report.problems
    let leading = Set(problems.map(\.leading.ordinal))
    let ordered =
      most == nil
      ? instances
      : instances.filter { leading.contains($0.ordinal) }
        + instances.filter { !leading.contains($0.ordinal) }
    cases = ordered.prefix(most ?? .max).map(CaseResult.init)
    groups = problems.prefix(most ?? .max).map { GroupResult($0, most: most) }.unlessEmpty
    let left = LeftOut(
      cases: instances.count - cases.count, groups: problems.count - (groups?.count ?? 0))
    leftOut = left.cases + left.groups > 0 ? left : nil
    merged = report.merged.unlessEmpty
    excuses =
      report.suppressions.map { SuppressionEntry($0, expired: report.expired.contains($0)) }
      .unlessEmpty
    recoveries = report.recoveries.unlessEmpty
  }
}

extension Collection {
  /// The collection; nil where nothing is in it.
  var unlessEmpty: Self? { isEmpty ? nil : self }
}

/// The instances that ended badly for one cause.
struct GroupResult: Codable, Sendable, Described {
  static let notes: [String: Note] = [
    "boards": "Names of the boards, the judged ones first.",
    "count": Note("How many instances.", least: 1),
    "instances": "Their names, in the order of the run; with --most not all of them.",
    "leading": "The one that tells it best.",
    "died": "Whether a board closed its link.",
    "prerequisite": "Whether something failed that the requirements take for granted.",
    "assertion": "What did not hold.", "expected": "What was expected, decoded.",
    "got": "What was received, decoded.", "reason": "Why, in the words of the leading one.",
  ]

  var verdict: Verdict
  var boards: [String]
  var count: Int
  var instances: [String]
  var leading: String
  var died: Bool
  var prerequisite: Bool
  @IfPresent var assertion: String?
  @IfPresent var expected: String?
  @IfPresent var got: String?
  var reason: String

  /// - Parameter most: names of instances at most.
  init(_ group: FailureGroup, most: Int? = nil) {
    verdict = group.leading.verdict
    boards = group.leading.boards
    count = group.instances.count
    instances = group.instances.prefix(most ?? .max).map(\.name)
    leading = group.leading.name
    died = group.isDeath
    prerequisite = group.leading.failsAsPrerequisite
    assertion = group.failure?.requirement
    expected = group.failure?.expected
    got = group.failure?.got
    reason = group.leading.reason
  }
}

/// One instance in the result of a run.
struct CaseResult: Codable, Sendable, Described {
  static let notes: [String: Note] = [
    "instance": "The unique name in all documents.",
    "case": "The id of the case with its parameter, without the boards.",
    "boards": "Names of the boards, the judged ones first.", "suite": "The suite of the case.",
    "reason": "Why; may be empty.", "class": "null for an instance that did not finish.",
    "attempts": Note("How often it was tried.", least: 0),
    "durationUs": "How long its attempts took together, in microseconds of simulated time.",
    "title": "What the case does.", "requirement": "The requirement in one sentence.",
    "source": "Where the requirement stands.",
    "reproduce": "One command line that runs exactly this instance again.",
    "waived": "Why a FAIL does not count: an accepted fault.",
    "quarantined": "Why a FAIL does not count for now.",
    "failures": "Assertions that did not hold.",
  ]

  struct Failure: Codable {
    var requirement: String
    var expected: String
    var got: String
  }

  struct Measurement: Codable, Described {
    static let notes: [String: Note] = [
      "limits": "Where the value should lie, ends included; null where nothing is demanded."
    ]

    struct Limits: Codable {
      @IfPresent var min: Double?
      @IfPresent var max: Double?
    }

    var name: String
    var value: Double?
    var unit: String
    var limits: Limits?
  }

  var instance: String
  var `case`: String
  var boards: [String]
  var suite: String
  var verdict: Verdict
  var reason: String
  var `class`: CaseClass?
  var attempts: Int
  var durationUs: Int64
  @IfPresent var title: String?
  @IfPresent var requirement: String?
  @IfPresent var source: String?
  @IfPresent var reproduce: String?
  @IfPresent var waived: String?
  @IfPresent var quarantined: String?
  @IfPresent var failures: [Failure]?
  @IfPresent var measurements: [Measurement]?

  init(_ instance: Instance) {
    self.instance = instance.name
    `case` = instance.case
    boards = instance.boards
    suite = instance.suite
    verdict = instance.verdict
    reason = instance.reason
    `class` = instance.caseClass
    attempts = instance.attempts.last?.number ?? 0
    durationUs = instance.microseconds
    title = instance.title.unlessEmpty
    requirement = instance.requirement.unlessEmpty
    source = instance.source.unlessEmpty
    reproduce = instance.reproduce.unlessEmpty
    waived = instance.waived?.unlessEmpty
    quarantined = instance.quarantined?.unlessEmpty
    failures =
      (instance.evidence?.failures ?? []).map {
        Failure(requirement: $0.requirement, expected: $0.expected, got: $0.got)
      }.unlessEmpty
    measurements =
      instance.measurements.map { measurement in
        Measurement(
          name: measurement.name, value: measurement.value, unit: measurement.unit,
          limits: measurement.limits.map { .init(min: $0.min, max: $0.max) })
      }.unlessEmpty
  }
}

/// An entry of the quarantine or of the waivers in the result of a run.
struct SuppressionEntry: Codable, Sendable, Described {
  static let notes: [String: Note] = [
    "list": "Which list it stands in.", "cases": "The cases; all where it is missing.",
    "board": "The board; all where it is missing.", "reason": "Why.",
    "link": "Where it is followed up.",
    "date": "When it is to be reviewed (quarantine), or was accepted (waiver).",
    "matches": Note("Instances that it applies to.", least: 0),
    "expired": "Past its day of review when the run started.",
  ]

  var list: Event.Suppression.List
  @IfPresent var cases: String?
  @IfPresent var board: String?
  var reason: String
  var link: String
  var date: String
  var matches: Int
  var expired: Bool

  init(_ suppression: Event.Suppression, expired: Bool) {
    list = suppression.list
    cases = suppression.cases
    board = suppression.board
    reason = suppression.reason
    link = suppression.link
    date = suppression.date
    matches = suppression.matches
    self.expired = expired
  }
}
