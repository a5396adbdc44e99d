import LabRuntime
import Links
import Testing

@testable import Runner

@Suite("Answers to stops")
struct StopAnswersTests {
  /// What a link is needed for: stops that one before it carried are no longer owed.
  private static func withLink<Value>(_ body: (FrameLink, LabInstant) -> Value) -> Value {
    let lab = Lab.simulated(seed: 0)
    let (near, far) = MemoryLink.pair(lab, name: "accessory")
    let link = FrameLink(near, cutter: MessageCutter(), lab: lab)
    defer {
      link.close()
      far.close()
    }
    return body(link, lab.now)
  }

  private static func isAnswer(after time: Duration, lost: Duration) -> Bool {
    withLink { link, sent in
      var stops = StopAnswers()
      stops.noteStop(over: link, at: sent)
      return stops.take(
        at: sent.advanced(by: time), within: .seconds(1), silence: .milliseconds(300)
      ) { $0 == sent ? lost : .zero }
    }
  }

  @Test(
    "answers are late where one has come late to a stop that it must belong to",
    arguments: [
      // An idle stop has no answer, and the next one, which ends a session, has its own at once.
      ([(0, false), (500, true)], 510, false),
      ([(0, true), (500, true)], 510, false),
      ([(0, false), (500, false)], 510, true),
      ([(0, false)], 510, true),
      ([(0, false)], 290, false),
    ])
  func late(_ sent: [(at: Int, behindStart: Bool)], _ answered: Int, _ areLate: Bool) {
    let stops = Self.withLink { link, start in
      var stops = StopAnswers()
      for stop in sent {
        if stop.behindStart { stops.noteStart() }
        stops.noteStop(over: link, at: start.advanced(by: .milliseconds(stop.at)))
      }
      _ = stops.take(
        at: start.advanced(by: .milliseconds(answered)), within: .seconds(1),
        silence: .milliseconds(300))
      return stops
    }
    #expect(stops.areLate == areLate)
  }

  @Test("an accessory that answers at once, but no idle stop, is none whose answers are late")
  func silentWhenIdle() {
    let stops = Self.withLink { link, start in
      var stops = StopAnswers()
      for cycle in 0..<20 {
        let idle = start.advanced(by: .milliseconds(cycle * 400))
        stops.noteStop(over: link, at: idle)
        stops.noteStart()
        let ranging = idle.advanced(by: .milliseconds(350))
        stops.noteStop(over: link, at: ranging)
        let isAnswer = stops.take(
          at: ranging.advanced(by: .milliseconds(1)), within: .seconds(1),
          silence: .milliseconds(300))
        #expect(isAnswer)
      }
      return stops
    }
    #expect(!stops.areLate)
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
