import Testing

@testable import Runner

@Suite("Code that spins, and code that has to wait for a processor")
struct StallJudgeTests {
  /// Looks every 200 ms at a piece of code that gets a share of the processor; after how many seconds
  /// it is said to hang.
  private func seconds(share: Double, of limit: Int = 100) -> Int? {
    var judge = StallJudge(patience: .seconds(5))
    for look in 1...(limit * 5) {
      let busy = Duration.milliseconds(200 * look)
      if judge.hangs(busy: busy, processor: .seconds(1000) + busy * share) { return look / 5 }
    }
    return nil
  }

  @Test("code that has a processor to itself is told after the patience")
  func spinning() { #expect(seconds(share: 1) == 5) }

  @Test("code that shares the processor with twenty others is not hung after the patience")
  func starved() {
    #expect(seconds(share: 0.05, of: 50) == nil)
    #expect(seconds(share: 0.25) == 18)
  }

  @Test("code that computes nothing at all is told in the end")
  func blocked() { #expect(seconds(share: 0) == 60) }

  @Test("pauses in between make it other code")
  func pauses() {
    var judge = StallJudge(patience: .seconds(5))
    for second in 1...60 {
      let processor = Duration.seconds(second)
      let working = judge.hangs(busy: .milliseconds(900), processor: processor)
      let resting = judge.hangs(busy: nil, processor: processor)
      #expect(!working && !resting)
    }
  }
}
