import BootProtocols
import Journal
import Runner

extension Case {
  static func bootloader(
    _ boot: BootProtocol, _ id: String, _ title: String,
    _ caseClass: CaseClass = .required, requirement: String, source: String, needs: [Need] = [],
    tags: [String] = [], declared: Duration = .zero,
    body: @escaping @Sendable (CaseContext, BootloaderBoard) async throws -> Void
  ) -> Case {
    Case(
      id, suite: "flash", title, caseClass, requirement: requirement, source: source,
      boards: .bootloader(boot), needs: needs, tags: tags + [boot.rawValue],
      declared: declared
    ) { context in
      try await body(context, context.bootloader())
    }
  }
}

/// Timeouts of the vendors' own programmers.
enum FlashLimits {
  /// nrfutil and smpmgr give a request so long, flash work included.
  static let answer = Duration.seconds(5)
  /// Nothing said for so long is silence.
  static let silence = Duration.seconds(1)
}

extension CaseContext {
  /// Lets a programmer work, and asserts that it comes to its end.
  func expectSuccess(
    of programmer: some BootProgrammer, on board: BootloaderBoard, _ what: String
  ) async throws {
    var programmer = programmer
    let failure = try await board.perform(&programmer)
    try require(
      failure == nil, what, expected: "it is done and verified",
      got: failure.map { "\($0.code): \($0.message)" } ?? "done")
  }

  /// Lets a programmer work, and asserts that the board does not let it come to its end.
  func expectFailure(
    of programmer: some BootProgrammer, on board: BootloaderBoard, _ what: String
  ) async throws {
    var programmer = programmer
    let failure = try await board.perform(&programmer)
    try require(
      failure != nil, what, expected: "a refusal", got: failure?.message ?? "success")
  }
}
