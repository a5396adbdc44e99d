import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner
import UCIHost

/// What an accessory does when the phone comes back to it. Where the rig has a radio, each new
/// session must range; without one, did-start is judged.
enum RetryCases {
  static let all: [Case] = [resume, cached, tenTimes]

  /// Runs a session; with a radio until rounds measure a distance.
  private static func run(
    _ session: AccessorySession, _ bench: CaseContext, _ accessory: AccessoryBoard, _ what: String
  ) async throws {
    guard bench.radioWherePresent != nil else {
      try await bench.start(session, on: accessory, what)
      return
    }
    let radio = try await bench.startRadio(for: session)
    try await bench.start(session, on: accessory, what)
    try await bench.expectRounds(1, of: session, on: radio, "ranging after: \(what)")
    try await radio.close()
  }

  static let resume = Case.accessory(
    "T01", "suspend and resume",
    requirement: "After a stop (the phone suspends) a new exchange ranges again.",
    source: "Apple's sample; multi-platform-uwb issue 66", needs: [.radioWherePresent],
    declared: .milliseconds(360)
  ) { bench, accessory in
    try await run(bench.session(with: accessory), bench, accessory, "the first session starts")
    try await accessory.send(.stop())
    _ = try await bench.expect(
      .didStop, from: accessory, within: bench.limits.stopAnswer, "did-stop answers the suspension")
    try await run(bench.session(with: accessory), bench, accessory, "the resumed session starts")
  }

  static let cached = Case.accessory(
    "T02", "retry with the cached configuration",
    requirement: "After did-stop a new configuration starts without another initialize.",
    source: "Apple: run(session.configuration) after a removal", needs: [.radioWherePresent],
    declared: .milliseconds(360)
  ) { bench, accessory in
    let first = try await bench.session(with: accessory)
    try await run(first, bench, accessory, "the first session starts")
    try await accessory.send(.stop())
    _ = try await bench.expect(
      .didStop, from: accessory, within: bench.limits.stopAnswer, "did-stop answers the stop")
    try await run(
      bench.session(for: first.accessory), bench, accessory, "the retry with cached data starts")
  }

  static let tenTimes = Case.accessory(
    "T04", "retry ten times",
    requirement: "Stop and initialize, ten times in a row, each lead to a session that starts.",
    source: "Apple's sample retries so"
  ) { bench, accessory in
    try await bench.start(bench.session(with: accessory), on: accessory)
    for round in 1...10 {
      let data = try await bench.fence(accessory, "nothing but did-stop answers the stop")
      try await bench.start(
        bench.session(for: try bench.decoded(data)), on: accessory,
        "retry \(round) is answered with did-start")
    }
  }
}
