import Bench
public import Journal
import LabRuntime

extension Run {
  /// The options of a run beside its plan.
  public struct Options: Sendable {
    /// The number of FAIL or ERROR that ends the run; nil for no limit.
    public var maximumFailures: Int?
    /// A case may take so long, or longer where it says so itself (``Case/declared``,
    /// ``Case/answersInARow``).
    public var caseTimeout: Duration
    /// The run may take so long.
    public var runTimeout: Duration?
    /// Each suite may take so long, from the start of its first instance.
    public var suiteTimeout: Duration?
    /// Instances at a time; nil for as many as the boards allow.
    public var jobs: Int?
    /// How often an instance is tried again that ended in FAIL or ERROR, or that the machine kept
    /// the rig from deciding; what the rig file says of its case or its boards where that is more.
    public var retries: Int
    /// The rig file's rules about cases.
    public var retryRules = RetryRules.none
    /// Whose bad verdicts do not count.
    public var suppressions = Suppressions.none
    /// The equipment that recovers boards.
    public var equipment: any RecoveryEquipment = BenchEquipment()
    /// The arguments that a line for repeating an instance ends with, such as `--rig X --seed 1`.
    public var reproduceArguments: String

    /// Options; a case may take 60 s.
    public init(
      maximumFailures: Int? = nil, caseTimeout: Duration = .seconds(60),
      runTimeout: Duration? = nil, jobs: Int? = nil, retries: Int = 0,
      reproduceArguments: String = ""
    ) {
      self.maximumFailures = maximumFailures
      self.caseTimeout = caseTimeout
      self.runTimeout = runTimeout
      self.jobs = jobs
      self.retries = retries
      self.reproduceArguments = reproduceArguments
    }
  }

  /// How a run ended.
  public struct Outcome: Sendable {
    /// The verdicts.
    public var tally = VerdictTally()
    /// Why it ended early; nil when the plan is through.
    public var stopped: StopReason?
    /// Whether a time limit of the run or of a suite kept a selected instance from its verdict.
    public var isOutOfTime = false

    /// The exit status of `run`, as far as verdicts and signals decide it.
    ///
    /// - Parameter flakyFails: whether FLAKY counts like FAIL.
    public func status(noTestsPass: Bool, flakyFails: Bool = false) -> ExitStatus {
      if case .signal(let signal) = stopped { return ExitStatus(signal.exitStatus) }
      // A bad verdict that is quarantined does not count; a verdict that is missing does.
      return .strongest([
        tally.status(noTestsPass: noTestsPass, flakyFails: flakyFails),
        isOutOfTime ? .bench : .done,
      ])
    }
  }
}
