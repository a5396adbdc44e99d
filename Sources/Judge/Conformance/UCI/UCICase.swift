import Journal
import Runner
import UCIHost

extension Case {
  static func uci(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, tags: [String] = [], declared: Duration = .zero, parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, UCIHost) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "uci", title, caseClass, requirement: requirement, source: source, boards: .uci,
      tags: tags, declared: declared, parameters: parameters
    ) { context in
      try await body(context, context.uci().host())
    }
  }

  /// A case of the `uci` suite on two boards that range with each other: the controller, then the
  /// controlee.
  static func uciPair(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, declared: Duration = .zero, parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, UCIHost, UCIHost) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "uci", title, caseClass, requirement: requirement, source: source,
      boards: .uciPair, declared: declared, parameters: parameters
    ) { context in
      try await body(context, context.uci(0).host(), context.uci(1).host())
    }
  }
}
