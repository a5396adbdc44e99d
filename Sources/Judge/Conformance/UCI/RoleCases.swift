import Journal
import Runner
import UCI
import UCIHost

/// The parts that a board plays in a round, alone and with a peer.
enum RoleCases {
  static let all: [Case] = [alone, twoControllers, different, controleeInitiates, controllerStops]

  private static let parts:
    [(name: String, RangingParameters.DeviceType, RangingParameters.DeviceRole)] =
      [
        ("controller-initiator", .controller, .initiator),
        ("controller-responder", .controller, .responder),
        ("controlee-initiator", .controlee, .initiator),
        ("controlee-responder", .controlee, .responder),
      ]

  static let alone = Case.uci(
    "UR15", "alone, in every role", .inferred,
    requirement:
      "A board whose peer is not there reports it as not heard, whatever its own role, and "
      + "does not start a second time.",
    source: "observed: DWM3001CDK (RX_TIMEOUT); AOSP (DEVICE_TYPE, DEVICE_ROLE)",
    declared: RangingParameters.quickInterval * 2, parameters: parts.map(\.name)
  ) { context, host in
    let (name, type, role) = try context.choice(parts, named: \.name)
    let session = try await context.session(on: host)
    try await context.configure(
      session,
      .quick {
        $0.deviceType = type
        $0.deviceRole = role
      }, orSkip: "the part of a \(name)")
    try await context.start(session)
    for (report, _) in try await context.reports(2, of: session) {
      try context.requireNotHeard(report, host)
    }
    try await context.expectRefusal(
      of: session.startCommand, from: host, "a session that ranges does not start again")
  }

  static let twoControllers = Case.uciPair(
    "UR16", "two controllers",
    requirement: "Two boards that are both controller and initiator do not hear each other.",
    source: "AOSP (DEVICE_ROLE)", declared: RangingParameters.quickInterval * 3
  ) { context, first, second in
    let pair = try await context.pair(
      first, second, .quick(),
      .quickPeer {
        $0.deviceType = .controller
        $0.deviceRole = .initiator
      })
    try await context.expectSilence(pair, "two controllers do not hear each other")
  }

  private static let differences:
    [(name: String, change: @Sendable (inout RangingParameters) -> Void)] = [
      ("CHANNEL_NUMBER", { $0.channel = 5 }),
      ("PREAMBLE_CODE_INDEX", { $0.preambleCode = 9 }),
      ("SLOT_DURATION", { $0.slotDuration = 1800 }),
      ("DEVICE_MAC_ADDRESS", { $0.deviceAddress = 0x0A0F }),
      ("DST_MAC_ADDRESS", { $0.peerAddresses = [0x0A0E] }),
    ]

  static let different = Case.uciPair(
    "UR17", "two boards that differ in one parameter",
    requirement: "Two boards that differ in channel, preamble, slots or addresses do not hear each "
      + "other, and do when they are configured alike at the next start.",
    source: "AOSP; reported by users of Qorvo boards",
    declared: RangingParameters.quickInterval * 5, parameters: differences.map(\.name)
  ) { context, controller, controlee in
    let change = try context.choice(differences, named: \.name).change
    let pair = try await context.pair(
      controller, controlee, .quick(), .quickPeer(change), orSkip: "another \(context.parameter)")
    try await context.expectSilence(
      pair, "boards that differ in a parameter do not hear each other")
    try await context.stop(pair.controlee)
    try await context.configure(pair.controlee, .quickPeer())
    try await context.restart(pair.controlee)
    _ = try await context.successes(
      1, of: pair.controlee, "boards that differ no longer hear each other")
  }

  static let controleeInitiates = Case.uciPair(
    "UR18", "a controlee that initiates", .varies,
    requirement: "Two boards range with each other when the controlee is the initiator and the "
      + "controller the responder.",
    source: "AOSP (DEVICE_TYPE and DEVICE_ROLE are two parameters)",
    declared: RangingParameters.quickInterval * 5
  ) { context, controller, controlee in
    let answering = try await context.session(on: controller)
    try await context.expect(
      .ok, for: configuration(.quick { $0.deviceRole = .responder }, of: answering),
      from: controller, "a controller may be the responder")
    let asking = try await context.session(on: controlee)
    try await context.expect(
      .ok, for: configuration(.quickPeer { $0.deviceRole = .initiator }, of: asking),
      from: controlee, "a controlee may be the initiator")
    try await context.start(answering)
    try await context.start(asking)
    for session in [answering, asking] {
      _ = try await context.successes(3, of: session, "the peer is heard with crossed roles")
    }
  }

  private static func configuration(
    _ parameters: RangingParameters, of session: UCISession
  ) -> SessionSetAppConfigCommand {
    session.setting(parameters.tlvs(dialect: session.host.dialect))
  }

  static let controllerStops = Case.uciPair(
    "UR19", "the controller stops",
    requirement: "When the controller stops, the controlee goes to IDLE for an in-band signal, or "
      + "reports that it hears no peer.",
    source: "AOSP (SESSION_STOPPED_DUE_TO_INBAND_SIGNAL); observed: DWM3001CDK (RX_TIMEOUT)",
    declared: RangingParameters.quickInterval * 8
  ) { context, controller, controlee in
    let pair = try await context.pair(controller, controlee, .quick(), .quickPeer())
    _ = try await context.successes(2, of: pair.controlee, "the controlee hears the controller")
    pair.controlee.forgetStates()
    try await context.stop(pair.controller)
    // What was measured before the stop may still be under way.
    let came = try await context.listen(to: controlee, for: RangingParameters.quickInterval * 2)
    if let told = came.compactMap({ pair.controlee.status($0.packet) }).last {
      try context.require(
        told.sessionState == .idle && told.reasonCode == .sessionStoppedDueToInbandSignal,
        "the state of a controlee without controller",
        expected: "IDLE for \(UCIReasonCode.sessionStoppedDueToInbandSignal.name)",
        got: "\(told.sessionState.name) for \(told.reasonCode.name(in: controlee.dialect))")
      return
    }
    for (report, _) in try await context.reports(3, of: pair.controlee) {
      try context.requireSilence(report, "a controller that has stopped is not heard")
    }
  }
}

struct SessionPair {
  var controller: UCISession
  var controlee: UCISession
}

extension CaseContext {
  /// Lets two boards range; the controlee listens first.
  ///
  /// - Parameter subject: what the controlee's board may not have; then the case is skipped.
  func pair(
    _ controller: UCIHost, _ controlee: UCIHost, _ first: RangingParameters,
    _ second: RangingParameters, orSkip subject: String? = nil
  ) async throws -> SessionPair {
    let answering = try await session(on: controlee)
    if let subject {
      try await configure(answering, second, orSkip: subject)
    } else {
      try await configure(answering, second)
    }
    let asking = try await configuredSession(on: controller, first)
    try await start(answering)
    try await start(asking)
    return SessionPair(controller: asking, controlee: answering)
  }

  func expectSilence(_ pair: SessionPair, _ what: String) async throws {
    for session in [pair.controller, pair.controlee] {
      for (report, _) in try await reports(3, of: session) {
        try requireSilence(report, what)
      }
    }
  }

  /// Asserts that a report has no record of a peer that was heard, nor a distance of one that was not.
  func requireSilence(_ report: SessionInfoNotification, _ what: String) throws {
    try require(
      report.successes.isEmpty, what, expected: "no successful round",
      got: "\(report.successes.count) successful records")
    try requireNoDistance(ofFailuresIn: report)
  }

  /// Asserts that the records of peers that were not heard have no distance.
  func requireNoDistance(ofFailuresIn report: SessionInfoNotification) throws {
    let stale = report.measurements.lazy.compactMap(\.record)
      .first { !$0.isSuccess && !$0.hasNoDistance }
    try require(
      stale == nil, "the distance of a round that failed", expected: "65535 or 0 cm",
      got: stale.map { "\($0.distance) cm" } ?? "none")
  }

  /// Successful records of a session, one from each of as many rounds; two boards may take twenty
  /// rounds to find each other.
  func successes(
    _ count: Int, of session: UCISession, _ what: String
  ) async throws -> [SessionInfoNotification] {
    var found: [SessionInfoNotification] = []
    var seen = 0
    while found.count < count, seen < count + 20 {
      seen += 1
      let report = try await nextReport(of: session).report
      if !report.successes.isEmpty { found.append(report) }
    }
    try require(
      found.count >= count, what, expected: "\(count) successful rounds",
      got: "\(found.count) of \(seen)")
    return found
  }
}
