/// The outcome of one instance of a case.
public enum Verdict: String, Codable, Sendable, Hashable, CaseIterable {
  /// Every assertion held, and at least one was on something received from the device under test.
  case pass = "PASS"
  /// The device broke the requirement.
  case fail = "FAIL"
  /// The rig or the case is at fault.
  case error = "ERROR"
  /// It could not be decided.
  case inconclusive = "INCONCLUSIVE"
  /// Passed on a retry.
  case flaky = "FLAKY"
  /// Implementations legitimately differ: what was observed.
  case finding = "FINDING"
  /// The rig does not meet a requirement, or the feature is not claimed.
  case skip = "SKIP"
}

/// How firmly a requirement stands, which decides the verdict of a violation.
public enum CaseClass: String, Codable, Sendable, Hashable, CaseIterable {
  /// A document demands it.
  case required
  /// It follows from documents and from how peers behave, though no sentence says so.
  case inferred
  /// Implementations legitimately differ.
  case varies
}

/// Which way bytes went, seen from the rig.
public enum Direction: String, Codable, Sendable, Hashable, CaseIterable {
  /// From the board.
  case `in`
  /// To the board.
  case out
}

/// How many instances ended with each verdict.
public struct VerdictCounts: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: Verdict.allCases.count)

  /// All zero.
  public init() {}

  /// The count of one verdict.
  public subscript(verdict: Verdict) -> Int {
    get { counts[Self.index(verdict)] }
    set { counts[Self.index(verdict)] = newValue }
  }

  /// Instances of any verdict.
  public var total: Int { counts.reduce(0, &+) }

  /// Instances that ran: all but SKIP.
  public var ran: Int { total &- self[.skip] }

  /// The counts as a JSON object, every verdict named, always in the same order.
  public var json: JSONValue {
    .object(Verdict.allCases.map { .init($0.rawValue, .integer(Int64(self[$0]))) })
  }

  private static func index(_ verdict: Verdict) -> Int {
    switch verdict {
    case .pass: 0
    case .fail: 1
    case .error: 2
    case .inconclusive: 3
    case .flaky: 4
    case .finding: 5
    case .skip: 6
    }
  }
}
