import Journal
import Runner

extension Case {
  /// A case of the `phone` suite: the rig's model of the phone is judged, on a stage of its own.
  static func phone(
    _ id: String, _ title: String, requirement: String, source: String, tags: [String] = [],
    declared: Duration = .zero, parameters: [String] = [],
    on props: PhoneStage.Props = PhoneStage.Props(),
    body: @escaping @Sendable (PhoneStage) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "phone", title, .required, requirement: requirement, source: source,
      boards: .phoneModel, tags: tags, declared: declared, parameters: parameters
    ) { bench in
      try await PhoneStage.perform(bench, props, body)
    }
  }
}
