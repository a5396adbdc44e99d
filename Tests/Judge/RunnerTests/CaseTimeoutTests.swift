import Bench
import LabRuntime
import RigFile
import Testing

@testable import Runner

@Suite("The time of a case")
struct CaseTimeoutTests {
  @Test(
    "what ranges has the time of the longest interval that an accessory may ask for",
    arguments: [
      (Need.radio, Duration.seconds(2), Duration.milliseconds(900), Duration.seconds(20)),
      (.radioIfPresent, .seconds(2), .milliseconds(900), .seconds(20)),
      (.radio, .seconds(2), .milliseconds(100), .seconds(4)),
      (.radio, .zero, .milliseconds(900), .seconds(3)),
      (.radio, .seconds(20), .milliseconds(900), .seconds(80)),
    ])
  func interval(need: Need, declared: Duration, longest: Duration, expected: Duration) {
    let ranges = Case(
      "T1", suite: "test", "a test", requirement: "Something holds.", source: "here",
      boards: .accessory, needs: [need], declared: declared
    ) { _ in }
    var limits = RigLimits()
    (limits.blockInterval, limits.intervalMaximum) = (.milliseconds(180), longest)
    #expect(ranges.timeout(.seconds(3), limits: limits) == expected)
  }

  @Test("what does not range has twice its declared time, or the run's")
  func plain() {
    let plain = Case(
      "T1", suite: "test", "a test", requirement: "Something holds.", source: "here",
      boards: .accessory, declared: .seconds(2)
    ) { _ in }
    #expect(plain.timeout(.seconds(3), limits: RigLimits()) == .seconds(4))
    #expect(plain.timeout(.seconds(9), limits: RigLimits()) == .seconds(9))
  }
}
