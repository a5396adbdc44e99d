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

  @Test(
    "answers are late where one has come late to a stop that it must belong to",
    arguments: [
      // An idle stop has no answer, and the next one, which ends a session, has its own at once.
      ([(0, false), (500, true)], 510, false),
      ([(0, true), (500, true)], 510, false),
      ([(0, false), (500, false)], 510, true),
      ([(0, false)], 510, true), ([(0, false)], 1_500, false),
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
    "a did-stop belongs to a stop that waits for one, and to one that it is late for where none does",
    arguments: [
      ([0], [1_000], [true]), ([0], [1_001, 1_002], [true, false]), ([0], [2_000], [true]),
      ([0], [2_001], [false]),
      // The one that came in time belongs to the second stop, and the next one, late, to the first.
      ([0, 500], [1_050, 1_400, 1_450], [true, true, false]),
    ])
  func limit(_ sent: [Int], _ came: [Int], _ areAnswers: [Bool]) {
    let found = Self.withLink { link, start in
      var stops = StopAnswers()
      for time in sent { stops.noteStop(over: link, at: start.advanced(by: .milliseconds(time))) }
      return came.map {
        stops.take(
          at: start.advanced(by: .milliseconds($0)), within: .seconds(1),
          silence: .milliseconds(300))
      }
    }
    #expect(found == areAnswers)
  }

  @Test("a stop that is answered in time is not owed another answer for one before it")
  func stale() {
    let stops = Self.withLink { link, start in
      var stops = StopAnswers()
      stops.noteStop(over: link, at: start)
      stops.noteStop(over: link, at: start.advanced(by: .milliseconds(1_500)))
      _ = stops.take(
        at: start.advanced(by: .milliseconds(1_510)), within: .seconds(1),
        silence: .milliseconds(300))
      return stops.isOwed(at: start.advanced(by: .milliseconds(1_510)), within: .seconds(1))
    }
    #expect(!stops)
  }
}
