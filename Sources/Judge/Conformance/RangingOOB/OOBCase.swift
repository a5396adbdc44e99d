import Journal
import Runner

extension Case {
  static func oob(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [], body: @escaping @Sendable (OOBExchange) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "ranging-oob", title, caseClass, requirement: requirement, source: source,
      boards: .rangingOOB, needs: needs, tags: tags, declared: declared, parameters: parameters
    ) { context in
      try await body(OOBExchange(context: context, board: context.rangingOOB()))
    }
  }
}
