public import Journal

extension VerdictCounts: DocumentValue {
  /// Every verdict with its count.
  public static var rule: [JSONValue.Member] {
    let count = JSONValue.object([.init("type", .string("integer")), .init("minimum", .integer(0))])
    let names = Verdict.allCases.map(\.rawValue)
    return DocumentSchema.rule(ofMembers: names.map { .init($0, count) }, required: names)
  }

  /// All zero.
  public static var sample: VerdictCounts { VerdictCounts() }
}
