import Journal
import Runner

extension Case {
  static func accessory(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, AccessoryBoard) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: .accessory, needs: needs, tags: tags + serialTag(needs), declared: declared,
      parameters: parameters
    ) { context in
      try await body(context, context.accessory())
    }
  }

  /// `serial` for a case that one stream link without a radio can decide.
  private static func serialTag(_ needs: [Need]) -> [String] {
    let others = [Need.radio, .radios, .gatt, .background, .severalSessions, .power, .button].map(
      \.name)
    return needs.contains { others.contains($0.name) } ? [] : ["serial"]
  }

  /// A case of the `accessory` suite on eight accessories at once, with a radio that holds as many
  /// sessions, or several that do together.
  static func eightAccessories(
    _ id: String, _ title: String, requirement: String, source: String, declared: Duration,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, [AccessoryBoard]) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, .required, requirement: requirement, source: source,
      boards: .accessories(8), needs: [.accessories(8), .radios], declared: declared,
      parameters: parameters
    ) { context in
      try await body(context, context.accessories())
    }
  }

  static func accessoryPair(
    _ id: String, _ title: String, _ caseClass: CaseClass = .required, requirement: String,
    source: String, needs: [Need] = [], tags: [String] = [], declared: Duration = .zero,
    parameters: [String] = [],
    body: @escaping @Sendable (CaseContext, [AccessoryBoard]) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "accessory", title, caseClass, requirement: requirement, source: source,
      boards: .accessoryPair, needs: needs, tags: tags + serialTag(needs), declared: declared,
      parameters: parameters
    ) { context in
      try await body(context, [context.accessory(0), context.accessory(1)])
    }
  }
}
