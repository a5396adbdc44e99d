import Journal
import RigFile
import Runner
import UCI
import UCIHost

/// Effects of parameters on the rounds of a session; the peer is never there.
enum RoundCases {
  static let all: [Case] = [
    cadence, interval, block, stride, off, switched, retries, severalControlees, extendedAddresses,
    anew, limits,
  ]

  static let cadence = Case.uci(
    "UR20", "cadence at several intervals",
    requirement: "Rounds are reported at the interval that was configured, numbered without a gap.",
    source: "AOSP (RANGING_DURATION); observed: DWM3001CDK",
    declared: .milliseconds(960), parameters: ["60", "80", "160"]
  ) { context, host in
    let interval = UInt32(context.parameter) ?? 60
    let session = try await context.session(
      on: host, in: .active, .quick { $0.interval = interval })
    let reports = try await context.reports(6, of: session)
    try context.requireNumbers(of: reports, "rounds are numbered one by one", expected: "0 to 5")
    try context.measureInterval(
      of: reports, "interval of 6 rounds", expected: Double(interval))
  }

  static let interval = Case.uci(
    "UR21", "the interval in reports", .varies,
    requirement: "A report says the interval that was configured.",
    source: "AOSP (current_ranging_interval); pica says 0",
    declared: RangingParameters.quickInterval
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    let report = try await context.nextReport(of: session).report
    try context.requireEqual(
      report.currentRangingInterval, 60, "the interval in a report", unit: " ms")
  }

  static let block = Case.uci(
    "UR22", "rounds that hop, and blocks", .inferred,
    requirement: "With hopping rounds, and with a block structure set as such, each block has one "
      + "report.",
    source: "AOSP (HOPPING_MODE, RANGING_TIME_STRUCT)", declared: .milliseconds(360),
    parameters: ["HOPPING_MODE", "RANGING_TIME_STRUCT"]
  ) { context, host in
    if context.parameter == "HOPPING_MODE" {
      try await context.need(.hoppingMode, "hopping", from: host)
    } else {
      try await context.need(.rangingTimeStruct, mask: 0x02, "block structure", from: host)
    }
    guard let parameter = AppConfigParameter(name: context.parameter, 1) else {
      throw CaseEnding.rigFault("no parameter \(context.parameter)")
    }
    let session = try await context.session(
      on: host, in: .active,
      .quick {
        // Two rounds fit into a block, so that there is somewhere to hop to.
        $0.slotsPerRound = 12
        $0.additional = [parameter]
      })
    let reports = try await context.reports(6, of: session)
    try context.requireNumbers(of: reports, "each block has one report", expected: "0 to 5")
    // A round that hops is up to a round early or late.
    try context.measure(
      "interval of the blocks", .schedule(reports.map(\.at), interval: 48...72) { $0.interval },
      limits: Event.Limits(min: 48, max: 72))
  }

  static let stride = Case.uci(
    "UR23", "blocks that are left out", .inferred,
    requirement: "With BLOCK_STRIDE_LENGTH 1, every second block has a round, with 2 every third, "
      + "and each one when it is 0 at the next start; one that is taken while ranging takes effect.",
    source: "AOSP (BLOCK_STRIDE_LENGTH; its list of parameters for active sessions has it)",
    declared: RangingParameters.quickInterval * 32,
    parameters: ["1", "2"]
  ) { context, host in
    let stride = UInt8(context.parameter) ?? 1
    try await context.need(.blockStriding, "block striding", from: host)
    let session = try await context.session(
      on: host, in: .active, .quick { $0.blockStride = stride })
    try context.measureInterval(
      of: await context.reports(4, of: session), "interval with blocks that are left out",
      expected: 60 * Double(stride + 1))
    try await context.stop(session)
    let (response, again) = try await context.set(
      AppConfigParameter(.blockStrideLength, 0), of: session)
    guard response.status == .ok, again === session else { return }
    try await context.restart(session)
    try context.measureInterval(
      of: await context.reports(4, of: session), "interval without blocks that are left out",
      expected: 60)
    guard try await session.takes(.blockStrideLength, UInt64(stride)) else { return }
    // The block that is under way, and the next, may still be as before.
    _ = try await context.listen(to: host, for: RangingParameters.quickInterval * 3)
    session.discardRounds()
    try context.measureInterval(
      of: await context.reports(4, of: session),
      "interval with blocks that are left out while ranging", expected: 60 * Double(stride + 1))
    guard stride == 1 else { return }
    try await context.stop(session)
    let (most, last) = try await context.set(
      AppConfigParameter(.blockStrideLength, 255), of: session)
    guard most.status == .ok, last === session else { return }
    try await context.restart(session)
    // The first round comes at once, or when they are over.
    let rounds = try await context.listen(to: host, for: RangingParameters.quickInterval * 4)
      .count { $0.packet.isReport }
    try context.require(
      rounds <= 1, "255 blocks are left out", expected: "1 round at most", got: "\(rounds) rounds")
  }

  static let off = Case.uci(
    "UR24", "reports turned off",
    requirement:
      "A session with SESSION_INFO_NTF_CONFIG 0 ranges and reports no round; the rounds are "
      + "counted, also towards a limit.",
    source: "AOSP; pica (SESSION_INFO_NTF_CONFIG)",
    declared: RangingParameters.quickInterval * 5
  ) { context, host in
    let session = try await silentSession(context, host)
    try await context.expectState(
      .active, asking: session, "the state of a session without reports")
    // That rounds can be counted is for UR11.
    var rounds = try await host.attempt(session.countCommand)
    // The first may be a while after the start.
    for _ in 1...20 where rounds.status == .ok && rounds.count == 0 {
      _ = try await context.listen(to: host, for: RangingParameters.quickInterval)
      rounds = try await host.attempt(session.countCommand)
    }
    if rounds.status == .ok, let count = rounds.count {
      try context.require(
        count > 0, "rounds of a session without reports", expected: "1 or more", got: "\(count)")
    }
    try await context.stop(session)
    // That there is a limit is for UR04.
    guard try await session.takes(.maxNumberOfMeasurements, 2) else { return }
    session.forgetStates()
    try await context.start(session)
    try await context.expectState(
      .idle, of: session, after: "2 rounds that are not reported",
      reason: .maxNumberOfMeasurementsReached)
  }

  /// A session that ranges, and whose reports are turned off and do not come.
  private static func silentSession(
    _ context: CaseContext, _ host: UCIHost
  ) async throws -> UCISession {
    let session = try await context.session(
      on: host, in: .active,
      .quick { $0.additional = [AppConfigParameter(.sessionInfoNtfConfig, 0)] })
    try await context.expectNoReports(of: session, "reports that are turned off do not come")
    return session
  }

  static let switched = Case.uci(
    "UR25", "reports turned on while ranging", .inferred,
    requirement: "SESSION_INFO_NTF_CONFIG can be changed while a session ranges, and takes effect.",
    source: "AOSP, whose list of parameters for active sessions has it",
    declared: RangingParameters.quickInterval * 7
  ) { context, host in
    let session = try await silentSession(context, host)
    try await context.expect(
      .ok, for: session.setting(.sessionInfoNtfConfig, 1), from: host,
      "reports can be turned on while a session ranges")
    _ = try await context.nextReport(of: session, "reports come when they are turned on")
    try await context.expectRead(
      .sessionInfoNtfConfig, as: [1], from: host, session: session.token,
      "what was changed while ranging reads as it was changed")
    try await context.expect(
      .ok, for: session.setting(.sessionInfoNtfConfig, 0), from: host,
      "reports can be turned off while a session ranges")
    // What was measured before may be under way.
    _ = try await context.listen(to: host, for: RangingParameters.quickInterval * 2)
    session.discardRounds()
    try await context.expectNoReports(of: session, "reports that are turned off again do not come")
  }

  static let retries = Case.uci(
    "UR26", "a limited number of rounds that fail", .inferred,
    requirement: "A session with MAX_RR_RETRY goes to IDLE by itself when that many rounds have "
      + "failed, and says why, each time that it is started.",
    source: "AOSP (MAX_RANGING_ROUND_RETRY_COUNT_REACHED)",
    declared: RangingParameters.quickInterval * 8
  ) { context, host in
    let session = try await context.session(on: host, in: .initial)
    try await context.configure(
      session, .quick { $0.additional = [AppConfigParameter(.maxRRRetry, 3)] },
      orSkip: AppConfigID.maxRRRetry.name)
    try await context.expectState(.idle, of: session, after: SessionSetAppConfigCommand.name)
    for start in ["first", "second"] {
      session.forgetStates()
      try await context.start(session)
      try await context.expectState(
        .idle, of: session, after: "3 rounds that failed", reason: .maxRangingRoundRetryCountReached
      )
      try await context.expectState(.idle, asking: session, "the state of a session that gave up")
      let rounds = host.takePackets(where: \.isReport).count
      // Whether the first is one of the retries, and whether so many are reached or passed, nothing public
      // says.
      try context.require(
        (3...5).contains(rounds), "rounds until a session gives up",
        expected: "3, or one or two more", got: "\(rounds)")
      if rounds == 5, start == "first" {
        context.observe(
          "gives up after 5 rounds: two more than MAX_RR_RETRY (inferred: nothing public "
            + "says how many)")
      }
      try await context.expectNoReports(of: session, "a session that gave up reports nothing")
    }
  }

  static let limits = Case.uci(
    "UR37", "limits at their edges", .inferred,
    requirement: "A limit of one round ends a session behind its first. A limit that a stop came "
      + "before ends nothing later, and the next start has all its rounds. Where two limits are "
      + "reached at once the end is told once.",
    source: "AOSP (MAX_NUMBER_OF_MEASUREMENTS, MAX_RR_RETRY); a change of state is told once",
    declared: RangingParameters.quickInterval * 29
  ) { context, host in
    let session = try await context.session(on: host, in: .idle)
    func limited(to rounds: UInt64) async throws {
      try await context.expect(
        .ok, for: session.setting(.maxNumberOfMeasurements, rounds), from: host,
        "a limit of \(rounds) rounds is taken")
      try await context.restart(session)
    }
    func told(within rounds: Int) async throws -> [UCISessionState] {
      try await context.listen(to: host, for: RangingParameters.quickInterval * rounds)
        .compactMap { session.status($0.packet)?.sessionState }
    }
    guard try await session.takes(.maxNumberOfMeasurements, 1) else {
      throw CaseEnding.skip("\(host.name) takes no \(AppConfigID.maxNumberOfMeasurements.name)")
    }
    try await limited(to: 1)
    try await context.expectState(
      .idle, of: session, after: "1 round", reason: .maxNumberOfMeasurementsReached)
    try await limited(to: 8)
    _ = try await context.nextReport(of: session)
    guard try await host.attempt(session.stopCommand).status == .ok else {
      // A computer that stood still sends the stop too late. That a stop is carried out is for others.
      try await context.expectState(
        .idle, of: session, after: "8 rounds", reason: .maxNumberOfMeasurementsReached)
      return
    }
    try await context.expectState(.idle, of: session, after: SessionStopCommand.name)
    let late = try await told(within: 9)
    try context.require(
      late.isEmpty, "a limit that a stop came before ends nothing",
      expected: "nothing of the session",
      got: late.map(\.name).joined(separator: ", "))
    try await limited(to: 4)
    _ = try await context.reports(
      4, of: session, "a start behind a stop has all rounds of its limit")
    try await context.expectState(
      .idle, of: session, after: "4 rounds", reason: .maxNumberOfMeasurementsReached)
    // That there is such a limit is for UR26.
    guard try await session.takes(.maxRRRetry, 4) else { return }
    try await limited(to: 4)
    _ = try await context.next(
      from: host, within: context.limits.uciResponse,
      "two limits that are reached at once end a session",
      expected: "\(SessionStatusNotification.name) IDLE of session \(session.token)"
    ) { session.status($0)?.sessionState == .idle }
    let again = try await told(within: 3)
    try context.require(
      again.isEmpty, "the end at two limits is told once", expected: "nothing more of the session",
      got: again.map(\.name).joined(separator: ", "))
  }

  static let severalControlees = Case.uci(
    "UR27", "several controlees",
    requirement:
      "A one-to-many session reports one record of each of its controlees, and reads their "
      + "addresses back where it tells them.",
    source: "AOSP; pica (MULTI_NODE_MODE, as many as 8 controlees)",
    declared: RangingParameters.quickInterval * 2, parameters: ["3", "8"]
  ) { context, host in
    try await context.needOneToMany(host)
    let controlees = (0..<(UInt16(context.parameter) ?? 3)).map { 0x0A02 + $0 }
    let session = try await context.session(on: host)
    // Room for eight answers and as many results.
    var parameters = RangingParameters.quickOneToMany(controlees)
    parameters.slotsPerRound = 25
    try await context.configure(
      session, parameters, orSkip: "\(context.parameter) controlees")
    try await context.expectRead(
      .dstMACAddress, as: controlees.flatMap(\.addressBytes), from: host,
      session: session.token, "the addresses of several controlees, read back")
    try await context.start(session)
    for (report, _) in try await context.reports(2, of: session) {
      try context.requireControlees(report, controlees, "the controlees in a report")
      try context.requireNotHeard(report, host)
    }
  }

  static let extendedAddresses = Case.uci(
    "UR28", "extended addresses",
    requirement: "A session with addresses of eight bytes reports them as such.",
    source: "AOSP (MAC_ADDRESS_MODE 2)", declared: RangingParameters.quickInterval
  ) { context, host in
    try await context.need(.extendedMACAddress, "extended addresses", from: host)
    let peer: [UInt8] = [0x02, 0x0A, 0, 0, 0, 0, 0, 0xB0]
    let session = try await context.session(
      on: host, in: .active,
      .quick {
        $0.additional = [
          AppConfigParameter(.macAddressMode, 2),
          AppConfigParameter(.deviceMACAddress, [0x01, 0x0A, 0, 0, 0, 0, 0, 0xB0]),
          AppConfigParameter(.dstMACAddress, peer),
        ]
      })
    let report = try await context.nextReport(of: session).report
    try context.require(
      report.macAddrMode == .extended, "the size of addresses in a report",
      expected: UCIMACAddressMode.extended.name, got: report.macAddrMode.name)
    try context.require(
      report.measurements.compactMap(\.address) == [peer], "the address in a report",
      expected: CaseContext.list([peer]),
      got: CaseContext.list(report.measurements.compactMap(\.address)))
  }

  static let anew = Case.uci(
    "UR33", "numbers after another start", .varies,
    requirement: "The rounds of a session that is started again are numbered from 0.",
    source: "AOSP (sequence number of SESSION_INFO_NTF); nothing public says when it starts over",
    declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let session = try await context.session(on: host, in: .active)
    _ = try await context.reports(2, of: session)
    try await context.stop(session)
    try await context.restart(session)
    let number = try await context.nextReport(of: session).report.sequenceNumber
    try context.requireEqual(number, 0, "the number of the first round after another start")
  }
}
