import Journal
import Runner
import Statistics
import UCI
import UCIHost

enum MultiSessionCases {
  static let all: [Case] = [place, counts, together, oneStops, device]

  static let place = Case.uci(
    "US30", "the place of a session that was ended", .inferred,
    requirement: "A board holds as many sessions as its capabilities promise, each with a "
      + "configuration of its own, the newest of them ranges, and the place of one that was ended "
      + "can be taken again.",
    source: "AOSP (MAX_RANGING_SESSION_NUMBER, MAX_SESSION_COUNT); observed: pica, 255 sessions",
    declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let made = Tokens()
    context.atEnd { await made.end(on: host) }
    func make(_ id: UInt32) async throws -> UCIStatus {
      let response = try await host.attempt(
        SessionInitCommand(sessionID: id, sessionType: .firaRanging))
      if response.status == .ok { made.append(response.sessionHandle ?? id) }
      return response.status
    }
    var number: UInt32 = 0
    var last = UCIStatus.ok
    while last == .ok, number < 256 {
      last = try await make(number + 1)
      if last == .ok { number += 1 }
    }
    try context.require(
      last != .ok, "there is an end to the number of sessions",
      expected: UCIStatus.errorMaxSessionsExceeded.name(host), got: "OK for each of \(number)")
    try await context.expectCount(Int(number), on: host, "sessions when there is no place any more")
    let promised = try await context.promisedSessions(host)
    try context.require(
      Int(number) >= promised, "sessions at once", expected: "at least \(promised)",
      got: "\(number)")
    let several = made.oldestAndNewest
    guard let oldest = several.first, let newest = several.last else { return }
    try await expectOwn(several, context, host)
    var new: UInt32 = 1000
    for token in oldest == newest ? [newest] : [newest, oldest] {
      let which = token == newest ? "the newest, which ranges," : "the oldest"
      try await context.expect(
        .ok, for: SessionDeinitCommand(sessionToken: token), from: host, "\(which) is ended")
      try await context.expectCount(Int(number) - 1, on: host, "sessions when \(which) was ended")
      let status = try await make(new)
      try context.require(
        .ok, is: status, host, "the place of a session that was ended can be taken")
      let surplus = try await make(new + 1)
      try context.require(
        surplus != .ok, "the place of a session that was ended can be taken once",
        expected: UCIStatus.errorMaxSessionsExceeded.name(host), got: surplus.name(host))
      new += 2
    }
  }

  /// Gives each of some sessions an interval of its own, and lets the last of them range on.
  private static func expectOwn(
    _ tokens: [UInt32], _ context: CaseContext, _ host: UCIHost
  ) async throws {
    let intervals = tokens.indices.map { UInt8(100 + 10 * $0) }
    for (token, interval) in zip(tokens, intervals) {
      let parameters = context.complete(.quick { $0.interval = UInt32(interval) }, on: host)
      try await context.expect(
        .ok, for: SessionSetAppConfigCommand(sessionToken: token, tlvs: parameters), from: host,
        "each of as many sessions as there can be is configured")
    }
    for (token, interval) in zip(tokens, intervals) {
      try await context.expectRead(
        .rangingDuration, as: [interval, 0, 0, 0], from: host, session: token,
        "each of several sessions has an interval of its own")
    }
    guard let last = tokens.last else { return }
    try await context.expect(
      .ok, for: SessionStartCommand(sessionToken: last), from: host,
      "the newest of as many sessions as there can be starts")
    let report = try await context.nextReport(
      from: host, "the newest of as many sessions as there can be reports its rounds"
    ).report
    try context.requireEqual(report.sessionToken, last, "the session in a report")
  }

  static let counts = Case.uci(
    "US31", "count several sessions",
    requirement: "The number of sessions is right after each that is made, started or ended, in "
      + "whatever order, none is made with the id of another, and twelve that come and go leave "
      + "the first as it is.",
    source: "AOSP; pica"
  ) { context, host in
    let first = try await context.session(on: host, in: .idle)
    for number in 1...12 {
      let other = try await context.secondSession(beside: first)
      try await context.end(other, "session \(number) beside another one is ended")
    }
    try await context.expectState(.idle, asking: first, "the state of the session that is left")
    let second = try await context.secondSession(beside: first)
    try await context.expectCount(2, on: host, "sessions after two were made")
    try await context.start(first)
    try await context.expectCount(2, on: host, "sessions when one of two ranges")
    for id in [first.id, second.id] {
      try await context.expectRefusal(
        of: SessionInitCommand(sessionID: id, sessionType: .firaRanging), from: host,
        "the id of one of two sessions is not given again")
    }
    try await context.expectCount(2, on: host, "sessions when an id was not given again")
    try await context.end(first, "the older of two sessions is ended")
    try await context.expectState(.deinitialized, of: first, after: SessionDeinitCommand.name)
    try await context.expectCount(1, on: host, "sessions after the older of two was ended")
    try await context.end(second, "the other session is ended")
    try await context.expectCount(0, on: host, "sessions after the end of both")
  }

  static let together = Case.uci(
    "US32", "two sessions range", .inferred,
    requirement:
      "Two sessions range at once, each at its own interval, with numbers of its own from 0 and a "
      + "count of its own rounds, half of which are within 6 ms of their time.",
    source: "AOSP; pica; reported by users of Stella; a tenth of the shorter interval",
    declared: .milliseconds(2_600)
  ) { context, host in
    let (first, second) = try await context.twoRanging(on: host)
    let sessions = [(first, "first", 40, 60.0), (second, "second", 20, 120.0)]
    for (session, name, count, interval) in sessions {
      let reports = try await context.reports(count, of: session)
      try context.requireNumbers(
        of: reports, "sequence numbers of the \(name) of two sessions",
        expected: "0 to \(count - 1)")
      try context.measureInterval(
        of: reports, "interval of the \(name) of two sessions", expected: interval)
      try context.measure(
        "usual deviation of the \(name) of two sessions",
        .schedule(reports.map(\.at), interval: interval * 0.9...interval * 1.1) {
          $0.deviations.median ?? 0
        }, limits: Event.Limits(max: 6))
      let peer: UInt16 = session === first ? 0x0A02 : 0x0A03
      for (report, _) in reports where !report.measurements.isEmpty {
        try context.requireControlees(
          report, [peer], "the peer in reports of the \(name) of two sessions")
      }
      try await expectCount(of: session, least: UInt32(count), context, host)
    }
  }

  /// The rounds of one of two sessions are no more than its own reports tell. That they can be counted is
  /// for UR11.
  private static func expectCount(
    of session: UCISession, least: UInt32, _ context: CaseContext, _ host: UCIHost
  ) async throws {
    let response = try await host.attempt(session.countCommand)
    guard response.status == .ok, let count = response.count else { return }
    // Some take several rounds to answer. The next one may be counted already, and one more of it (UR11).
    session.discardRounds()
    let last = try await context.nextReport(of: session).report.sequenceNumber
    let most = UInt32(clamping: UInt64(last) + 2)
    try context.require(
      count >= least && count <= max(least, most), "the number of rounds of one of two sessions",
      expected: "\(least) to \(most)", got: "\(count)")
  }

  static let oneStops = Case.uci(
    "US33", "one of two sessions stops", .inferred,
    requirement:
      "What is done with one session leaves the other as it is, which reports every round: "
      + "its stop, another configuration, a limit of its rounds, its end, and a new one in its "
      + "place.",
    source: "AOSP; pica", declared: .milliseconds(2_600)
  ) { context, host in
    let (first, second) = try await context.twoRanging(on: host)
    _ = try await context.reports(2, of: first)
    _ = try await context.nextReport(of: second)
    func goesOn(_ rounds: Int, behind what: String) async throws {
      first.discardRounds()
      let reports = try await context.reports(
        rounds, of: first, "the other session goes on behind \(what)")
      try context.requireNumbers(
        of: reports, from: reports[0].report.sequenceNumber,
        "the other session leaves out no round", expected: "\(rounds) numbers in a row")
    }
    try await context.stop(second)
    second.discardRounds()
    try await goesOn(4, behind: "a stop")
    try await requireNotReady(context, host)
    try await context.expectNoReports(of: second, "a session that was stopped reports nothing")
    try await context.expectState(.active, asking: first, "the state of the other session")
    try await context.expectState(
      .idle, asking: second, "the state of the session that was stopped")
    // A chip may take no configuration while it ranges.
    if try await second.takes(.rangingDuration, 240) {
      try await context.expectIntervals([(second, 240), (first, 60)])
      try await goesOn(2, behind: "a configuration")
      // One that is held once for all sessions would silence both.
      let isSilent = try await second.takes(.sessionInfoNtfConfig, 0)
      try await goesOn(2, behind: "reports of another one that are turned off")
      if isSilent { _ = try await second.takes(.sessionInfoNtfConfig, 1) }
      try await limited(second, beside: first, context, host)
      try await goesOn(2, behind: "the limit of another one")
    }
    try await context.end(second, "a session beside one that ranges is ended")
    try await context.expectState(.deinitialized, of: second, after: SessionDeinitCommand.name)
    try await goesOn(2, behind: "an end")
    let another = SessionInitCommand(sessionID: SessionID.second, sessionType: .firaRanging)
    guard try await context.make(another, on: host).status == .ok else { return }
    try await goesOn(2, behind: "a new session")
  }

  /// Lets a session range to a limit of its own beside one that ranges; a board without such a limit, or
  /// that starts none beside another one, is not asked.
  private static func limited(
    _ session: UCISession, beside other: UCISession, _ context: CaseContext, _ host: UCIHost
  ) async throws {
    guard try await session.takes(.maxNumberOfMeasurements, 3) else { return }
    _ = try await context.reports(3, of: other)
    session.forgetStates()
    session.discardRounds()
    guard try await host.attempt(session.startCommand).status == .ok else { return }
    try await context.expectState(.active, of: session, after: SessionStartCommand.name)
    // The last one may be lost with the end.
    _ = try await context.reports(2, of: session, "a limit counts the rounds of its own session")
    try await context.expectState(
      .idle, of: session, after: "3 rounds", reason: .maxNumberOfMeasurementsReached)
  }

  private static func requireNotReady(_ context: CaseContext, _ host: UCIHost) async throws {
    let early = try await context.expectAlive(host, "the board answers while one session ranges")
      .filter { $0.packet.tells(.ready) }
    try context.require(
      early.isEmpty, "a device with a session that ranges is not READY",
      expected: "no \(UCIDeviceState.ready.name)", got: "\(early.count) times READY")
  }

  static let device = Case.uci(
    "US34", "the state of the device with two sessions", .inferred,
    requirement: "The device is said to be READY again when the last of its sessions has stopped, "
      + "and not before.",
    source: "observed: DWM3001CDK, pica (ACTIVE after START, READY after STOP)"
  ) { context, host in
    let (first, second) = try await context.twoRanging(on: host)
    _ = try await context.expectAlive(host, "the board answers while two sessions range")
    try await context.stop(first)
    try await requireNotReady(context, host)
    try await context.requireState(.active, of: host, "DEVICE_STATE of a board that still ranges")
    try await context.stop(second)
    try await context.expectTold(.ready, by: host, "the device is READY when no session ranges")
  }
}

extension CaseContext {
  /// Sessions at once that the board promises; 1 when it promises nothing.
  fileprivate func promisedSessions(_ host: UCIHost) async throws -> Int {
    let list = try await capabilities(of: host)
    let value = list.value(.maxRangingSessionNumber) ?? list[CapabilityID.maxSessionCount]
    guard let value, (1...4).contains(value.count) else { return 1 }
    return max(1, Int(value.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
  }

  /// Two sessions that range, the first every 60 ms and the second every 120 ms with another
  /// preamble and peer; a board that cannot do so skips the case.
  fileprivate func twoRanging(
    on host: UCIHost
  ) async throws -> (first: UCISession, second: UCISession) {
    let first = try await session(on: host, in: .idle)
    let second = try await secondSession(beside: first)
    try await second.configure(besideAnother)
    _ = try await expectState(.idle, of: second, after: SessionSetAppConfigCommand.name)
    try await start(first)
    try await startBeside(second)
    return (first, second)
  }

  /// What a session ranges with beside another one.
  var besideAnother: RangingParameters {
    isolated(
      .quick {
        $0.peerAddresses = [0x0A03]
        $0.preambleCode = 11
        $0.interval = 120
      })
  }

  /// Starts a session beside one that ranges, or waits to; a board with one at a time skips the case.
  func startBeside(_ second: UCISession) async throws {
    let host = second.host
    let response = try await host.attempt(second.startCommand)
    if response.status == .errorActiveSessionsOngoing
      || response.status == .errorMaxSessionsExceeded
    {
      throw CaseEnding.skip("\(host.name) ranges with one session at once")
    }
    try require(.ok, is: response.status, host, "a second session starts")
    atEnd { _ = try? await host.attempt(second.stopCommand) }
    try await expectState(.active, of: second, after: SessionStartCommand.name)
  }
}
