import Journal
import Runner

extension Case {
  static func accessory(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, AccessoryBoard) async throws -> Void
  ) -> Case {
    accessories(
      id, title, caseClass, requirement: requirement, source: source, on: .accessory, needs: needs,
      tags: tags, declared: declared, parameters: parameters
    ) { context, _ in
      try await body(context, context.accessory())
    }
  }

  /// A case of the `accessory` suite on several accessories; `serial` when stream links without a radio can
  /// decide it.
  static func accessories(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, on boards: Boards = .accessoryPair, needs: [Need] = [], tags: [String] = [],
    declared: Duration = .zero, parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, [AccessoryBoard]) async throws -> Void
  ) -> Case {
    let others: [Need] = [
      .radio, .radios, .gatt, .background, .severalSessions, .power, .button,
    ]
    let isSerial = !needs.contains { need in others.contains { $0.name == need.name } }
    return Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: boards, needs: needs, tags: tags + (isSerial ? ["serial"] : []), declared: declared,
      parameters: parameters
    ) { context in
      try await body(context, context.accessories())
    }
  }
}
