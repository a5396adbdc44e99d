import Journal
import Runner

extension Duration {
  /// Blocks of the phones on a rig: six rounds of 18 ms, so that no case waits long.
  static func phoneBlocks(_ count: Int) -> Duration { .milliseconds(108 * count) }
}

extension Case {
  /// Cases about the model that take longer are `slow`: they touch no board, and real time shows
  /// little that virtual time does not.
  private static let phoneSlowLimit = Duration.milliseconds(450)

  /// A case of the `phone` suite: the rig's model of the phone is judged, on a rig of its own.
  static func phone(
    _ id: String, _ title: String, requirement: String, source: String,
    declared: Duration = .zero, parameters: [String] = [],
    on fixture: PhoneRig.Fixture = PhoneRig.Fixture(),
    body: @escaping @Sendable (PhoneRig) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "phone", title, .required, requirement: requirement, source: source,
      boards: .phoneModel,
      tags: declared > phoneSlowLimit && declared <= slowLimit ? ["slow"] : [],
      declared: declared, parameters: parameters
    ) { context in
      try await PhoneRig.perform(context, fixture, body)
    }
  }
}
