/// How many instances ended with each verdict.
public struct VerdictCounts: Sendable, Equatable, CustomStringConvertible {
  private var counts: [Verdict: Int] = [:]

  /// All zero.
  public init() {}

  /// The count of one verdict.
  public subscript(verdict: Verdict) -> Int {
    get { counts[verdict] ?? 0 }
    set { counts[verdict] = newValue == 0 ? nil : newValue }
  }

  /// Instances of any verdict.
  public var total: Int { Verdict.allCases.reduce(0) { $0 &+ self[$1] } }

  /// Instances that ran: all but SKIP.
  public var ran: Int { total &- self[.skip] }

  /// The verdicts that there are any of, always in the same order.
  public var verdicts: [Verdict] { Verdict.allCases.filter { self[$0] > 0 } }

  /// `12 PASS, 1 FAIL`.
  public var description: String {
    let parts = verdicts.map { "\(self[$0]) \($0.rawValue)" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  /// The counts as a JSON object, every verdict named, always in the same order.
  public var json: JSONValue {
    .object(Verdict.allCases.map { .init($0.rawValue, .integer(Int64(self[$0]))) })
  }

  /// Adds the counts of others.
  public static func += (left: inout VerdictCounts, right: VerdictCounts) {
    for verdict in Verdict.allCases { left[verdict] += right[verdict] }
  }
}
