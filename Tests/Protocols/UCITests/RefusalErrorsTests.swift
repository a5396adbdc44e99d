import Testing
import UCI

@Suite("Errors beside refusals")
struct RefusalErrorsTests {
  /// Answers of a board, and errors that it tells, by status; 0 is OK.
  private enum Step {
    case answer(UInt8)
    case error(UInt8, isOwed: Bool)
  }

  private static func check(_ steps: [Step]) {
    var errors = RefusalErrors()
    for (index, step) in steps.enumerated() {
      switch step {
      case .answer(let status): errors.answered(status)
      case .error(let status, let isOwed):
        #expect(errors.take(status) == isOwed, "step \(index)")
      }
    }
  }

  @Test("belong to one refusal each, however many answers come between")
  func late() {
    Self.check(
      [.answer(4), .answer(4)] + [Step](repeating: .answer(0), count: 1_000)
        + [.error(4, isOwed: true), .error(4, isOwed: true), .error(4, isOwed: false)])
  }

  @Test("belong to none without a refusal, beside what was taken, or with another status")
  func unowed() {
    Self.check([.error(4, isOwed: false), .answer(0), .error(4, isOwed: false)])
    Self.check([.answer(4), .error(5, isOwed: false), .error(4, isOwed: true)])
    // The board asks for the command again, and refuses nothing.
    Self.check([.answer(0x0A), .error(0x0A, isOwed: false)])
  }

  @Test("keep the order of their refusals: those that were passed over come no more")
  func order() {
    Self.check([
      .answer(1), .answer(2), .answer(1), .error(2, isOwed: true), .error(1, isOwed: true),
      .error(1, isOwed: false),
    ])
  }

  @Test("are none of a board that has refused often and told none")
  func silent() {
    Self.check([Step](repeating: .answer(4), count: 33) + [.error(4, isOwed: false)])
    Self.check(
      [.answer(4), .error(4, isOwed: true)] + [Step](repeating: .answer(4), count: 33)
        + [.error(4, isOwed: true)])
  }
}
