public import Journal

extension VerdictCounts: DocumentValue {
  /// Every verdict with its count.
  public static var rule: [JSONValue.Member] {
    let count = JSONValue.object([.init("type", .string("integer")), .init("minimum", .integer(0))])
    let names = Verdict.allCases.map(\.rawValue)
    return [
      .init("type", .string("object")),
      .init("properties", .object(names.map { .init($0, count) })),
      .init("required", .array(names.map { .string($0) })),
      .init("additionalProperties", .bool(false)),
    ]
  }

  /// All zero.
  public static var sample: VerdictCounts { VerdictCounts() }
}
