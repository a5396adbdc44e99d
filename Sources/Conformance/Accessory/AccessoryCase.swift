import Journal
import Runner

extension Case {
  /// A case of the `accessory` suite on one accessory.
  static func accessory(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, AccessoryBoard) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: .accessory, needs: needs, tags: tags, declared: declared, parameters: parameters
    ) { bench in
      try await body(bench, bench.accessory())
    }
  }

  /// A case of the `accessory` suite on two accessories at once.
  static func accessoryPair(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, [AccessoryBoard]) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: .accessoryPair, needs: needs, tags: tags, declared: declared, parameters: parameters
    ) { bench in
      try await body(bench, [bench.accessory(0), bench.accessory(1)])
    }
  }
}
