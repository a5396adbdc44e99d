import LabRuntime
import Links
import Testing

@testable import Runner

@Suite("Answers to stops")
struct StopAnswersTests {
  private static func isAnswer(after time: Duration, lost: Duration) -> Bool {
    let lab = Lab.simulated(seed: 0)
    let (near, far) = MemoryLink.pair(lab, name: "accessory")
    let link = FrameLink(near, cutter: MessageCutter(), lab: lab)
    defer {
      link.close()
      far.close()
    }
    let sent = lab.now
    var stops = StopAnswers()
    stops.noteStop(over: link, at: sent)
    return stops.take(
      at: sent.advanced(by: time), within: .seconds(1), silence: .milliseconds(300)
    ) { $0 == sent ? lost : .zero }
  }

  @Test(
    "a did-stop belongs to a stop for as long as one may take, and for what the machine took of that",
    arguments: [
      (930, 0, true), (1_000, 0, true), (1_001, 0, false), (1_080, 100, true), (1_101, 100, false),
      // What the machine took of a long time is no excuse for one that was never answered.
      (2_000, 5_000, true), (2_001, 5_000, false),
    ])
  func limit(_ time: Int, _ lost: Int, _ isAnswer: Bool) {
    #expect(
      Self.isAnswer(after: .milliseconds(time), lost: .milliseconds(lost)) == isAnswer)
  }
}
