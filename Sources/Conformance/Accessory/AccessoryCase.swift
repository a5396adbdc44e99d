import Journal
import Runner

extension Case {
  /// A case of the `accessory` suite on one accessory.
  static func accessory(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [], declaredByParameter: [Duration] = [],
    body: @escaping @Sendable (CaseContext, AccessoryBoard) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: .accessory, needs: needs, tags: tags, declared: declared, parameters: parameters,
      declaredByParameter: declaredByParameter
    ) { bench in
      try await body(bench, bench.accessory())
    }
  }
}
