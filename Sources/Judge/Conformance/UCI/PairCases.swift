import Journal
import Runner
import Statistics
import UCI
import UCIHost

/// Two boards that range with each other, or must not.
enum PairCases {
  static let all: [Case] = [distance, staticSTS, sessionID, retries]

  private static let rounds = 5
  /// Rounds that two boards may take to find each other, beside those.
  private static let patience = 20

  static let distance = Case.uciPair(
    "UR12", "two boards range",
    requirement:
      "Two boards with one configuration range with each other, name each other in their "
      + "reports, and measure the distance that they have.",
    source: "observed: DWM3001CDK; AOSP", declared: RangingParameters.blockInterval * rounds
  ) { context, controller, controlee in
    try await startBoth(context, controller, controlee)
    let truth = try context.distanceOnRig()
    for (host, side, peer) in [
      (controller, "controller", 0x0A02), (controlee, "controlee", 0x0A01),
    ] as [(UCIHost, String, UInt16)] {
      let median = try await medianDistance(context, host, side, peer)
      try context.measure(
        "distance by the \(side)", median, unit: "m",
        limits: truth.map { Event.Limits(min: $0 - tolerance, max: $0 + tolerance) })
    }
  }

  static let staticSTS = Case.uciPair(
    "UR13", "two boards with different STS",
    requirement: "Two boards whose static STS differs in one byte do not hear each other.",
    source: "reported by users of Qorvo boards; AOSP (STATIC_STS_IV)",
    declared: RangingParameters.blockInterval * rounds
  ) { context, controller, controlee in
    try await startBoth(context, controller, controlee) { $0.staticSTSIV[5] ^= 0x01 }
    try await expectSilence(context, controller, controlee)
  }

  static let sessionID = Case.uciPair(
    "UR14", "two boards with different session ids",
    requirement: "Two boards whose session ids differ do not hear each other.",
    source: "observed: DWM3001CDK", declared: RangingParameters.blockInterval * rounds * 2
  ) { context, controller, controlee in
    let answering = try await startBoth(
      context, controller, controlee, controleeID: SessionID.second)
    try await expectSilence(context, controller, controlee)
    try await context.stop(answering)
    _ = try await controlee.attempt(SessionDeinitCommand(sessionToken: answering.token))
    // Half of an id, or three quarters, are not enough to tell sessions apart either.
    _ = try await startControlee(context, controlee, id: SessionID.first ^ 0x4000_0000)
    try await expectSilence(context, controller, controlee)
  }

  static let retries = Case.uciPair(
    "UR38", "a limit of rounds that fail, beside a peer", .inferred,
    requirement: "A session with MAX_RR_RETRY goes on beyond that many rounds where its peer is "
      + "heard, and ends by itself when the peer has gone.",
    source: "AOSP (MAX_RANGING_ROUND_RETRY_COUNT_REACHED)",
    declared: RangingParameters.quickInterval * 25
  ) { context, controller, controlee in
    let pair = try await context.pair(controller, controlee, .quick(), .quickPeer())
    let session = pair.controller
    _ = try await context.successes(1, of: session, "the peer is heard")
    try await context.stop(session)
    guard try await session.takes(.maxRRRetry, 8) else {
      throw CaseEnding.skip("\(controller.name) takes no \(AppConfigID.maxRRRetry.name)")
    }
    try await context.restart(session)
    var failed = 0
    for _ in 1...12 {
      let report = try await context.nextReport(
        of: session, "a session with MAX_RR_RETRY goes on where its peer is heard"
      ).report
      failed = report.successes.isEmpty ? failed + 1 : 0
      // Boards may take longer than that to find each other again, and give up then.
      guard failed < 8 else { throw CaseEnding.skip("the peer was not heard for 8 rounds") }
    }
    try await context.stop(pair.controlee)
    try await context.expectState(
      .idle, of: session, after: "8 rounds without the peer that was heard before",
      reason: .maxRangingRoundRetryCountReached)
  }

  /// The largest error of a healthy module, antenna delays included (the rig's limit).
  private static let tolerance = 0.5

  /// Starts a session on both boards; the controlee listens first.
  ///
  /// - Returns: the controlee's.
  @discardableResult
  private static func startBoth(
    _ context: CaseContext, _ controller: UCIHost, _ controlee: UCIHost,
    controleeID: UInt32 = SessionID.first, change: (inout RangingParameters) -> Void = { _ in }
  ) async throws -> UCISession {
    let answering = try await startControlee(context, controlee, id: controleeID, change: change)
    _ = try await context.rangingSession(on: controller, .lonely())
    return answering
  }

  private static func startControlee(
    _ context: CaseContext, _ controlee: UCIHost, id: UInt32,
    change: (inout RangingParameters) -> Void = { _ in }
  ) async throws -> UCISession {
    var answering = RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    answering.interval = 100
    change(&answering)
    return try await context.rangingSession(on: controlee, id: id, answering)
  }

  private static func expectSilence(
    _ context: CaseContext, _ controller: UCIHost, _ controlee: UCIHost
  ) async throws {
    for host in [controller, controlee] {
      for (report, _) in try await context.reports(rounds, from: host) {
        try context.require(
          !report.measurements.isEmpty, "boards that differ report each other as not heard",
          expected: "a record of the peer", got: "no record")
        try context.requireSilence(report, "boards that differ do not hear each other")
      }
    }
  }

  private static func medianDistance(
    _ context: CaseContext, _ host: UCIHost, _ side: String, _ peer: UInt16
  ) async throws -> Double {
    var metres: [Double] = []
    var seen = 0
    while metres.count < rounds, seen < rounds + patience {
      seen += 1
      let report = try await context.nextReport(from: host, "the \(side) reports its rounds").report
      if !report.measurements.isEmpty {
        try context.requireControlees(report, [peer], "the peer in reports of the \(side)")
      }
      for record in report.measurements.compactMap(\.record)
      where record.status == .ok && record.distance != 0xFFFF {
        metres.append(Double(record.distance) / 100)
      }
    }
    try context.require(
      metres.count >= rounds, "the \(side) hears its peer", expected: "\(rounds) successful rounds",
      got: "\(metres.count) of \(seen)")
    return metres.median ?? 0
  }
}
